import type { Sql } from '../../apps/server/src/core/driver/tag.ts';
import { connect, createKeys, signUp } from './database.ts';
import { postRequest, uploadBody } from './documents.ts';
import { startService } from './service.ts';

/** Documents that received their last signature, and the outcome. */
export interface Completions {
  readonly documents: number;
  readonly connections: number;
  readonly perSecond: number;
  /** Milliseconds from the last signature's request to its response, which is sent when the document is complete. */
  readonly p50: number;
  readonly p95: number;
  /** Not complete a minute after the last one was signed. */
  readonly stuck: number;
  /** Deviations from exactly one certificate and one completion event per document. */
  readonly notOnce: number;
}

const CONNECTIONS = 8;
const KEYS = 100;
const PERSON = { cpf: '52998224725', dataNascimento: '1980-05-17' };
const CONTRACT = {
  titulo: 'Contrato de prestação de serviços nº 2026/118',
  fatoresExigidos: ['DADOS_PESSOAIS'],
  signatarios: [{ funcao: 'ASSINAR', nome: 'João da Silva', metodoEntrega: 'LINK', ...PERSON }],
  campos: [{ tipo: 'ASSINATURA', pagina: 3, x: 0.1, y: 0.7, largura: 0.4, altura: 0.1 }],
};

async function answered(response: Response, wanted: number): Promise<Record<string, unknown>> {
  const text = await response.text();
  if (response.status !== wanted) throw new Error(`answered ${response.status} instead of ${wanted}: ${text}`);
  return JSON.parse(text);
}

/** Runs `task` for each number from 0, with limited concurrency. */
async function spread(count: number, task: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < count) await task(next++);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
}

/**
 * Headers of one signer. Each signs from an address of their own, as in real life: limits by address would otherwise count
 * all of them as one.
 */
const from = (index: number): Record<string, string> => ({
  'content-type': 'application/json',
  'x-forwarded-for': `198.18.${(index >> 8) & 255}.${index & 255}`,
});

/** A document sent, opened, read and accepted: one signature short of complete. @returns the signer's address */
async function almostSigned(origin: string, key: string, signer: Record<string, string>): Promise<string> {
  const { head, body } = postRequest('/v1/documentos', uploadBody(CONTRACT));
  const type = /Content-Type: (.*)/.exec(head.toString())?.[1] ?? '';
  const headers = { authorization: `Bearer ${key}` };
  const upload = { method: 'POST', headers: { ...headers, 'content-type': type }, body: body as never };
  const { id } = await answered(await fetch(`${origin}/v1/documentos`, upload), 201);
  const sent = await answered(await fetch(`${origin}/v1/documentos/${id}/enviar`, { method: 'POST', headers }), 200);
  const [{ link }] = sent.signatarios as [{ link: string }];
  const path = `${origin}/v1/assinatura/${link.split('/').pop()}`;
  const session = await answered(await fetch(path, { headers: signer }), 200);
  await answered(await post(signer, `${path}/autenticar`, { fator: 'DADOS_PESSOAIS', ...PERSON }), 200);
  await answered(await post(signer, `${path}/leitura`, { paginasLidas: 3, segundos: 9 }), 200);
  await answered(
    await post(signer, `${path}/aceite`, { textoHash: (session.textoAceite as { textoHash: string }).textoHash }),
    200,
  );
  return path;
}

const post = (headers: Record<string, string>, url: string, body: object): Promise<Response> =>
  fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });

/** Waits for up to a minute. @returns documents that everybody signed and that are not complete */
export async function untilNoneWaits(sql: Sql): Promise<number> {
  for (let second = 0; ; second++) {
    const [row] = await sql<{ waiting: number }[]>`
      select count(*)::int as waiting from documento where assinado_por_todos_em is not null and finalizado_em is null`;
    if (row?.waiting === 0 || second === 60) return row?.waiting ?? 0;
    await new Promise((done) => setTimeout(done, 1000));
  }
}

/** Signs `documents` documents of 50 kB and three pages, several at a time, through the service as users run it. */
export async function runCompletionBench(documents: number): Promise<Completions> {
  const service = await startService([], { TRUST_PROXY: '127.0.0.1/32' });
  const sql = connect(service);
  try {
    const account = await signUp(service.origin, sql);
    // A new organization's plan allows only twenty a month.
    await sql`update organizacao set plano_codigo = 'ESSENCIAL' where id = ${account.organizacaoId}`;
    const keys = await createKeys(sql, account, KEYS);
    return await complete([service.origin], sql, keys, documents);
  } finally {
    await sql.end();
    await service.stop();
  }
}

/** @param origins processes of one installation, which take turns; each answers the signatures it is sent */
export async function complete(
  origins: readonly string[],
  sql: Sql,
  keys: readonly string[],
  documents: number,
): Promise<Completions> {
  const before = await madeSoFar(sql);
  const paths: string[] = [];
  await spread(documents, async (index) => {
    const origin = origins[index % origins.length] as string;
    paths[index] = await almostSigned(origin, keys[index % keys.length] as string, from(index));
  });
  await sql`vacuum analyze`;
  const times: number[] = [];
  const began = performance.now();
  await spread(documents, async (index) => {
    const sent = performance.now();
    const signature = { assinatura: { tipo: 'DIGITADA', texto: 'João da Silva' }, campos: [] };
    await answered(await post(from(index), `${paths[index]}/assinar`, signature), 200);
    times.push(performance.now() - sent);
  });
  const stuck = await untilNoneWaits(sql);
  const elapsed = (performance.now() - began) / 1000;
  const made = await madeSoFar(sql);
  const off = (kind: keyof Made) => Math.abs(documents - (made[kind] - before[kind]));
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return {
    documents,
    connections: CONNECTIONS,
    perSecond: documents / elapsed,
    p50: at(0.5),
    p95: at(0.95),
    stuck,
    notOnce: off('certificates') + off('events'),
  };
}

interface Made {
  readonly certificates: number;
  readonly events: number;
}

async function madeSoFar(sql: Sql): Promise<Made> {
  const [made] = await sql<Made[]>`
    select (select count(*)::int from certificado) as certificates,
           (select count(*)::int from evento_saida where evento = 'document.completed') as events`;
  return made ?? { certificates: 0, events: 0 };
}

if (import.meta.main) console.log(await runCompletionBench(Number(process.argv[2] ?? 1000)));
