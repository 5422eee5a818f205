import { allOf, elsewhere, until } from '../../harness.ts';
import { about } from '../../modules/support.ts';
import type { Receiver } from '../../modules/webhooks/receiver.ts';
import { productionSeal, verifyAsStranger } from '../../verifier.ts';
import { packageProblems } from '../evidence/package-check.ts';
import { type ServedEvent, sha256, trailProblem } from '../model/trail.ts';
import { wholeCourse } from './acts.ts';
import type { World } from './world.ts';

/** What must hold once everybody has stopped, whoever met whom. */

/** Wrong answers block a factor for a quarter of an hour. */
const BLOCKED_MS = 16 * 60_000;
/** One more than people can wait for each other, and for mail. */
const ROUNDS = 8;
/** Of the documents that were completed: so many are verified by the command that strangers are given. */
const VERIFIED = 8;

async function waiting({ first }: World): Promise<string[]> {
  const rows = await first.owner<{ id: string }[]>`
    select id from documento
     where status in ('AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO') and excluido_em is null`;
  return rows.map(({ id }) => id);
}

/** Waits until no job is due, so that every message has left; some come later, to see after what was done at once. */
const quiet = ({ first }: World) =>
  until(async () => {
    const due = await first.owner`select from fila.job where state < 'completed' and start_after <= now() limit 1`;
    return due.length === 0;
  });

/**
 * Everybody who still has to sign does, with the links they have.
 * @returns documents that nobody can bring to their end, with their trails: none should be left
 */
export async function finish(world: World): Promise<string[]> {
  world.advance(BLOCKED_MS);
  for (let round = 0; round < ROUNDS; round += 1) {
    await quiet(world);
    await world.readMail();
    const left = await waiting(world);
    if (left.length === 0) return [];
    for (const id of left) await world.about('obter', id, '', 'GET');
    for (const token of [...world.links].reverse()) await wholeCourse(world, token);
  }
  return Promise.all(
    (await waiting(world)).map(async (id) => {
      const trail = (await trailOf(world, id)).map(({ acao, detalhe }) => [acao, detalhe.signatarioId]);
      return JSON.stringify({ id, trail });
    }),
  );
}

/** Puts back what was deleted, so that its trail can be read. */
export async function restoreAll(world: World): Promise<void> {
  const rows = await world.first.owner<{ id: string }[]>`select id from documento where excluido_em is not null`;
  for (const { id } of rows) await world.about('restaurar', id, '/restaurar');
}

const trailOf = (world: World, id: string): Promise<ServedEvent[]> =>
  allOf((cursor) => about(world.sender, id, `/auditoria?limite=100${cursor}`));

/** What an act leaves in the trail of each document that it is about, each time it is done. */
const LEAVES = {
  enviar: 'DOCUMENTO_ENVIADO',
  cancelar: 'DOCUMENTO_CANCELADO',
  excluir: 'DOCUMENTO_EXCLUIDO',
  restaurar: 'DOCUMENTO_RESTAURADO',
  'nova versão': 'VERSAO_ENVIADA',
  incluir: 'SIGNATARIO_ADICIONADO',
  remover: 'SIGNATARIO_REMOVIDO',
  assinar: 'ASSINATURA_REGISTRADA',
  recusar: 'ASSINATURA_RECUSADA',
  delegar: 'SIGNATARIO_DELEGADO',
} as const;
/** How an event of the trail is told to webhooks. */
const TOLD = {
  DOCUMENTO_CRIADO: 'document.created',
  DOCUMENTO_ENVIADO: 'document.sent',
  SIGNATARIO_DELEGADO: 'signer.delegated',
  ASSINATURA_REGISTRADA: 'document.signed',
  ASSINATURA_RECUSADA: 'document.refused',
  DOCUMENTO_CONCLUIDO: 'document.completed',
  DOCUMENTO_CANCELADO: 'document.cancelled',
  DOCUMENTO_EXPIRADO: 'document.expired',
} as const;
/** What a document is after an event that ends it. */
const STATUS_OF: Record<string, string> = {
  DOCUMENTO_CONCLUIDO: 'ASSINADO',
  DOCUMENTO_RECUSADO: 'RECUSADO',
  DOCUMENTO_CANCELADO: 'CANCELADO',
  DOCUMENTO_EXPIRADO: 'EXPIRADO',
};

/** Whether a call was about a document: by its path, as one of a sent envelope, or by what its answer names. */
function isAbout({ act, documentoId, answer }: World['done'][number], id: string, envelopeId: string | null): boolean {
  if (act === 'enviar envelope') return answer.body.id === envelopeId;
  if (documentoId !== undefined) return documentoId === id;
  return answer.body.documentos?.some((one: { id: string }) => one.id === id) ?? false;
}

/** Every act of which an answer told is in the trail, and none besides but those whose answer was lost. */
function actProblems(world: World, id: string, envelopeId: string | null, trail: readonly ServedEvent[]): string[] {
  return Object.entries(LEAVES).flatMap(([act, acao]) => {
    const calls = world.done.filter((one) => one.act === act || (act === 'enviar' && one.act === 'enviar envelope'));
    const told = calls.filter((one) => one.answer.status < 300 && isAbout(one, id, envelopeId)).length;
    const unknown = calls.filter(({ answer }) => answer.status === 503).length;
    const there = trail.filter((event) => event.acao === acao).length;
    return there >= told && there <= told + unknown ? [] : [`${act}: ${told} told, ${there} in the trail`];
  });
}

type Told = Map<string, string>;
/** Writes a file. @returns its path */
type WorkFile = (name: string, bytes: Uint8Array) => Promise<string>;

/** Names and documents of the events that were delivered, by id. */
export function toldTo({ requests }: Receiver): Told {
  return new Map(
    requests.map(({ body }) => {
      const { eventoId, evento, dados } = JSON.parse(body.toString());
      return [eventoId, `${evento} ${dados.documento.id}`];
    }),
  );
}

function eventProblems(id: string, trail: readonly ServedEvent[], told: Told): string[] {
  const names = [...told.values()];
  return Object.entries(TOLD).flatMap(([acao, evento]) => {
    const there = trail.filter((event) => event.acao === acao).length;
    const heard = names.filter((name) => name === `${evento} ${id}`).length;
    return heard === there ? [] : [`${evento}: ${heard} times heard, ${there} in the trail`];
  });
}

/** What is wrong with each document. @param path writes a file for the verifier */
export async function documentProblems(world: World, receiver: Receiver, path: WorkFile): Promise<string[]> {
  const told = toldTo(receiver);
  const found: string[] = [];
  const completed: string[] = [];
  for (const [id, pdf] of world.documents) {
    const { body } = await about(world.sender, id);
    const trail = await trailOf(world, id);
    const ends = trail.flatMap(({ acao }) => STATUS_OF[acao] ?? []);
    if (`${ends}` !== (body.status === 'RASCUNHO' ? '' : body.status))
      found.push(`${id}: ${body.status} after ${ends}`);
    if (body.status === 'ASSINADO') completed.push(id);
    const problems = [
      trailProblem(id, sha256(pdf), trail) ?? [],
      actProblems(world, id, body.envelopeId, trail),
      eventProblems(id, trail, told),
    ].flat();
    found.push(...problems.map((problem) => `${id}: ${problem}`));
  }
  for (const id of completed) {
    const { conteudo } = (await about(world.sender, id, '/certificado')).body;
    found.push(...packageProblems(conteudo).map((problem) => `${id}: ${problem}`));
  }
  return [...found, ...(await unverified(world, completed.slice(-VERIFIED), path))];
}

/** What the verifier does not say of the files, their proof in the open log, and the receipts that signers were given. */
async function unverified(world: World, ids: readonly string[], path: WorkFile): Promise<string[]> {
  const { origin } = world.first;
  const seal = await productionSeal(origin);
  const log = await (await fetch(`${origin}/registro/chave.vkey`, { headers: elsewhere() })).text();
  const found: string[] = [];
  for (const id of ids) {
    const { codigoValidacao } = (await about(world.sender, id)).body;
    const proof = await until(async () => {
      const answer = await fetch(`${origin}/registro/prova/${codigoValidacao}`, { headers: elsewhere() });
      return answer.status === 200 && answer.text();
    });
    const file = async (tipo: string) => (await about(world.sender, id, `/arquivo?tipo=${tipo}`)).bytes;
    const kept = [['prova', proof], ...receiptsOf(world, id).map((receipt) => ['recibo', receipt])];
    const given: string[] = [];
    for (const [index, [option, text]] of kept.entries()) {
      given.push(`--${option}`, await path(`${option}-${index}`, Buffer.from(text ?? '')));
    }
    const anchors = ['--selo', seal, '--registro', log.trim(), ...given];
    const { status, failed } = verifyAsStranger(await file('ASSINADO'), await file('CERTIFICADO'), ...anchors);
    if (status !== 0) found.push(`${id}: verifier ${status} ${JSON.stringify(failed)}`);
  }
  return found;
}

/** The receipts of a document's signatures and refusals, as whoever acted was answered them. */
const receiptsOf = ({ done }: World, id: string): string[] =>
  done
    .filter(({ act, answer }) => ['assinar', 'recusar'].includes(act) && answer.status === 200)
    .flatMap(({ answer }): { id: string; recibo: string }[] => answer.body.documentos)
    .filter((one) => one.id === id)
    .map(({ recibo }) => recibo);

/** Waits until every event was delivered. @returns those that never were */
export async function undelivered({ first }: World, receiver: Receiver): Promise<object[]> {
  let missing: object[] = [];
  const none = async () => {
    const told = toldTo(receiver);
    const rows = await first.owner<{ id: string; evento: string }[]>`select id, evento from evento_saida`;
    missing = rows.filter(({ id }) => !told.has(id));
    return missing.length === 0;
  };
  await until(none).catch(() => {});
  return missing;
}

/** What is metered, and the acts that it must be equal to. */
export async function metered({ first }: World): Promise<{ metered: object; done: object }> {
  const [row] = await first.owner<Record<'signatures' | 'sendings' | 'signed' | 'sent', number>[]>`
    select (select coalesce(sum(quantidade), 0)::int from medicao where tipo = 'ASSINATURA_COLETADA') as signatures,
           (select coalesce(sum(quantidade), 0)::int from medicao where tipo = 'ENVELOPE_ENVIADO') as sendings,
           (select count(*)::int from evento_auditoria
             where corpo::jsonb ->> 'acao' = 'ASSINATURA_REGISTRADA') as signed,
           (select count(distinct coalesce(envelope_id, id))::int from documento where enviado_em is not null) as sent`;
  return {
    metered: { signatures: row?.signatures, sendings: row?.sendings },
    done: { signatures: row?.signed, sendings: row?.sent },
  };
}
