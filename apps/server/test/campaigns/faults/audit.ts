import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createLocalFiles } from '../../../src/adapters/files-local.ts';
import type { Sql } from '../../../src/core/sql.ts';
import { removeOrphans } from '../../../src/modules/arquivos/sweeps.ts';
import { call, until } from '../../harness.ts';
import type { Receiver } from '../../modules/webhooks/receiver.ts';
import type { Program } from '../../processes/support.ts';
import { productionSeal, verifyAsStranger } from '../../verifier.ts';
import { type ServedEvent, trailProblem } from '../model/trail.ts';
import type { Ledger, Life } from './ledger.ts';
import { type FileTally, tallyFilesIn } from './support.ts';

/** What must hold after every fault: acts there, chains whole, events delivered, nothing stuck, no leftover files. */

/** Of the documents that were completed: so many are verified by the command that strangers are given. */
const VERIFIED = 6;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const reader = (origin: string, { account, id }: Life) => ({
  document: () => call(`${origin}/v1/documentos/${id}`, 'GET', undefined, account.panel),
  file: (tipo: string) => call(`${origin}/v1/documentos/${id}/arquivo?tipo=${tipo}`, 'GET', undefined, account.panel),
  trail: () => call(`${origin}/v1/documentos/${id}/auditoria?limite=100`, 'GET', undefined, account.panel),
});

/** How often something must be in a trail whose document's callers were told so much. */
const EXPECTED = {
  criado: 'DOCUMENTO_CRIADO',
  enviado: 'DOCUMENTO_ENVIADO',
  assinado: 'ASSINATURA_REGISTRADA',
} as const;

/** What is wrong with one document. */
async function problemsOf(origin: string, life: Life): Promise<string[]> {
  const ask = reader(origin, life);
  const found = await ask.document();
  if (found.status !== 200) return [`answers ${found.status}`];
  const problems: string[] = [];
  if (life.told.has('assinado') && found.body.status !== 'ASSINADO') problems.push(`is ${found.body.status}`);
  const original = await ask.file('ORIGINAL');
  if (sha256(original.bytes) !== life.originalSha256) problems.push(`the original is another (${original.status})`);
  const trail = (await ask.trail()).body.itens as ServedEvent[];
  const broken = trailProblem(found.body.id, life.originalSha256, trail);
  if (broken) problems.push(broken);
  for (const [act, acao] of Object.entries(EXPECTED)) {
    const times = trail.filter((event) => event.acao === acao).length;
    if (times > 1 || (times === 0 && life.told.has(act as keyof typeof EXPECTED))) problems.push(`${acao}: ${times}`);
  }
  return problems;
}

/** Every life whose id a caller knows, with what is wrong with it: `{}` when nothing is. */
export async function lost(origin: string, { lives }: Pick<Ledger, 'lives'>): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const life of lives) {
    if (life.id === null) continue;
    const problems = await problemsOf(origin, life);
    if (problems.length > 0) all[life.titulo] = problems;
  }
  return all;
}

/** Drafts that a repetition made twice. */
export async function twice(sql: Sql): Promise<string[]> {
  const rows = await sql<{ titulo: string }[]>`select titulo from documento group by titulo having count(*) > 1`;
  return rows.map(({ titulo }) => titulo);
}

/** What the command that strangers are given says of some of the signed files, where it does not say that all holds. */
export async function unverified(origin: string, ledger: Ledger): Promise<string[]> {
  const seal = await productionSeal(origin);
  const completed = ledger.lives.filter(({ told }) => told.has('assinado')).slice(-VERIFIED);
  const wrong: string[] = [];
  for (const life of completed) {
    const ask = reader(origin, life);
    const [signed, certificate] = [await ask.file('ASSINADO'), await ask.file('CERTIFICADO')];
    const { status, failed } = verifyAsStranger(signed.bytes, certificate.bytes, '--selo', seal);
    if (status !== 0) wrong.push(`${life.titulo}: ${status} ${JSON.stringify(failed)}`);
  }
  return wrong;
}

/** Of what each process said last, so much is shown where something is stuck. */
const LAST_WORDS = 3_000;

/**
 * Waits until nothing waits or runs any more: jobs, completions, deliveries.
 * @param programs whose last words say why something still does
 * @throws naming what still does
 */
export async function settled(
  sql: Sql,
  programs: readonly Pick<Program, 'output'>[] = [],
  withinMs = 90_000,
): Promise<void> {
  let left: object[] = [];
  await until(async () => {
    left = [
      ...(await sql<object[]>`
        select name, state, retry_count, start_after, heartbeat_on, output from fila.job where state < 'completed'`),
      ...(await sql<object[]>`
        select id, assinado_por_todos_em from documento where assinado_por_todos_em is not null and finalizado_em is null`),
      ...(await sql<object[]>`
        select id, status, tentativas, proxima_tentativa_em from entrega_webhook where status in ('PENDENTE', 'FALHOU')`),
    ];
    return left.length === 0;
  }, withinMs).catch((error) => {
    const said = programs.map(({ output }) => output().slice(-LAST_WORDS));
    throw new Error([`${left.length} left: ${JSON.stringify(left.slice(0, 5))}`, ...said].join('\n'), { cause: error });
  });
}

/** Events of which nobody was told, and events told under more than one id. */
export function untold(ledger: Ledger, receiver: Receiver): string[] {
  const ids = new Map<string, Set<string>>();
  for (const { body } of receiver.requests) {
    const { evento, eventoId, dados } = JSON.parse(body.toString());
    const name = `${evento} ${dados.documento.id}`;
    ids.set(name, (ids.get(name) ?? new Set()).add(eventoId));
  }
  const wanted = ledger.lives.flatMap(({ id, told }) => [
    ...(told.has('criado') ? [`document.created ${id}`] : []),
    ...(told.has('enviado') ? [`document.sent ${id}`] : []),
    ...(told.has('assinado') ? [`document.signed ${id}`, `document.completed ${id}`] : []),
  ]);
  return [
    ...wanted.filter((name) => !ids.has(name)),
    ...[...ids].filter(([, under]) => under.size > 1).map(([name, under]) => `${name} under ${under.size} ids`),
  ];
}

/**
 * Waits until no file of a request or a job is left in DATA_DIR/tmp. Signs of life of processes are none, and what a
 * process that lives asks the disk for the time with is gone in a moment.
 */
export async function noTemporaryFiles(dataDir: string): Promise<void> {
  const root = join(dataDir, 'tmp');
  let left: string[] = [];
  await until(async () => {
    const found = await readdir(root, { withFileTypes: true, recursive: true });
    left = found.filter((entry) => entry.isFile() && !entry.name.startsWith('.vive-')).map(({ name }) => name);
    return left.length === 0;
  }, 10_000).catch((error) => {
    throw new Error(`left in ${root}: ${left.join(', ')}`, { cause: error });
  });
}

/**
 * The files there are once those that no row names were swept, with nobody at work: what a fault left of whatever age,
 * which no test can set.
 */
export async function sweptFiles(sql: Sql, dataDir: string): Promise<FileTally> {
  await removeOrphans(sql, await createLocalFiles(join(dataDir, 'files')), 0);
  return tallyFilesIn(sql, dataDir);
}
