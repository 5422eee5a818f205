import { Agent, type IncomingMessage, request } from 'node:http';
import type { Sql } from '../../apps/server/src/core/driver/tag.ts';
import { connect, createKeys, signUp } from './database.ts';
import { postRequest, uploadBody } from './documents.ts';
import { type ProcessorTime, processorTime } from './processor.ts';
import { startService } from './service.ts';

/** What whole lives of documents cost: created, sent, opened, identified, read, accepted, signed and sealed. */
export interface Lives {
  readonly connections: number;
  readonly perSecond: number;
  /** Milliseconds of processor a life. */
  readonly processor: ProcessorTime;
  /** The last signature's milliseconds from request to response, at {@link PACE} of `perSecond`. */
  readonly p50: number;
  readonly p95: number;
  /** Lives whose document was not complete a minute after the last. */
  readonly stuck: number;
}

const CONNECTIONS = 8;
const KEYS = 2_000;
/** The share of the rate that all connections reach at which the last signature is timed. */
const PACE = 0.7;
const UPLOAD_TYPE = /Content-Type: (.*)\r\n/.exec(postRequest('/', Buffer.of()).head.toString())?.[1] ?? '';
const SIGNATURE = { assinatura: { tipo: 'DIGITADA', texto: 'João da Silva' }, campos: [] };

/** Everybody is somebody else: wrong answers are counted by person, and would otherwise wait for each other. */
function personOf(index: number): { cpf: string; dataNascimento: string } {
  const digits = [...String(100_000_000 + index)].map(Number);
  for (const length of [10, 11]) {
    const sum = digits.reduce((total, digit, at) => total + digit * (length - at), 0);
    digits.push(((sum * 10) % 11) % 10);
  }
  return { cpf: digits.join(''), dataNascimento: '1980-05-17' };
}

const uploadOf = (person: object): Buffer =>
  uploadBody({
    titulo: 'Contrato de prestação de serviços nº 2026/118',
    fatoresExigidos: ['DADOS_PESSOAIS'],
    signatarios: [{ funcao: 'ASSINAR', nome: 'João da Silva', metodoEntrega: 'LINK', ...person }],
    campos: [{ tipo: 'ASSINATURA', pagina: 3, x: 0.1, y: 0.7, largura: 0.4, altura: 0.1 }],
  });

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: Buffer | string;
}

type Answer = Record<string, unknown>;

/** A client that keeps its connections; its cost comes out of the same processors as what it measures. */
function callerOf(origin: string) {
  const agent = new Agent({ keepAlive: true });
  const call = async ({ method, path, headers, body }: Call, wanted: number): Promise<Answer> => {
    const response = await new Promise<IncomingMessage>((done, fail) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      request(`${origin}${path}`, { agent, method, headers: { ...headers, ...length } }, done)
        .once('error', fail)
        .end(body);
    });
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    if (response.statusCode !== wanted)
      throw new Error(`${path} answered ${response.statusCode}, not ${wanted}: ${text}`);
    return text === '' ? {} : JSON.parse(text);
  };
  return { call, close: () => agent.destroy() };
}

type Caller = ReturnType<typeof callerOf>;

/** Lives a whole life. @returns milliseconds of its last call, which answers when the document is sealed */
async function live({ call }: Caller, key: string, index: number): Promise<number> {
  const authorization = `Bearer ${key}`;
  // Each signs from an address of their own: limits by address would otherwise count all of them as one.
  const from = `198.${18 + ((index >> 16) & 1)}.${(index >> 8) & 255}.${index & 255}`;
  const signer = { 'content-type': 'application/json', 'x-forwarded-for': from };
  const headers = { authorization, 'content-type': UPLOAD_TYPE };
  const person = personOf(index);
  const { id } = await call({ method: 'POST', path: '/v1/documentos', headers, body: uploadOf(person) }, 201);
  const sending = { method: 'POST', path: `/v1/documentos/${id}/enviar`, headers: { authorization } } as const;
  const { signatarios } = (await call(sending, 200)) as { signatarios: [{ link: string }] };
  const path = `/v1/assinatura/${signatarios[0].link.split('/').pop()}`;
  const { textoAceite } = (await call({ method: 'GET', path, headers: signer }, 200)) as {
    textoAceite: { textoHash: string };
  };
  const act = (name: string, body: object) =>
    call({ method: 'POST', path: `${path}/${name}`, headers: signer, body: JSON.stringify(body) }, 200);
  await act('autenticar', { fator: 'DADOS_PESSOAIS', ...person });
  await act('leitura', { paginasLidas: 3, segundos: 9 });
  await act('aceite', { textoHash: textoAceite.textoHash });
  const sent = performance.now();
  await act('assinar', SIGNATURE);
  return performance.now() - sent;
}

interface Setting {
  readonly caller: Caller;
  readonly keys: readonly string[];
  /** Counts lives over all phases, for keys and addresses of their own. */
  count: number;
}

const next = (setting: Setting): Promise<number> => {
  const index = setting.count++;
  return live(setting.caller, setting.keys[index % setting.keys.length] as string, index);
};

/** As many lives as the connections get through. */
async function atOnce(setting: Setting, seconds: number): Promise<{ lives: number; elapsed: number }> {
  const began = performance.now();
  const end = began + seconds * 1000;
  let lives = 0;
  const one = async () => {
    while (performance.now() < end) {
      await next(setting);
      lives += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  return { lives, elapsed: (performance.now() - began) / 1000 };
}

/** Lives begun at a fixed rate, whatever becomes of those before. @returns the last calls' milliseconds, sorted */
async function paced(setting: Setting, perSecond: number, seconds: number): Promise<number[]> {
  const began = performance.now();
  const lives: Promise<number>[] = [];
  for (let turn = 0; turn < perSecond * seconds; turn++) {
    const due = began + (turn * 1000) / perSecond;
    await new Promise((done) => setTimeout(done, Math.max(0, due - performance.now())));
    lives.push(next(setting));
  }
  return (await Promise.all(lives)).sort((a, b) => a - b);
}

async function untilNoneWaits(sql: Sql, lives: number): Promise<number> {
  for (let second = 0; ; second++) {
    const [row] = await sql<{ done: number }[]>`
      select count(*)::int as done from documento where status = 'ASSINADO'`;
    const stuck = lives - (row?.done ?? 0);
    if (stuck === 0 || second === 60) return stuck;
    await new Promise((done) => setTimeout(done, 1000));
  }
}

/** @param seconds of each phase: warming up, as many as possible, paced */
export async function runLivesBench(seconds: number, nodeArgs: readonly string[] = []): Promise<Lives> {
  const service = await startService(nodeArgs, { TRUST_PROXY: '127.0.0.1/32' });
  const sql = connect(service);
  const caller = callerOf(service.origin);
  try {
    const account = await signUp(service.origin, sql);
    const setting = { caller, keys: await createKeys(sql, account, KEYS), count: 0 };
    await atOnce(setting, seconds / 2);
    // Plans made for empty tables would be kept while the tables grow.
    await sql`vacuum analyze`;
    const before = processorTime(service.pid);
    const { lives, elapsed } = await atOnce(setting, seconds);
    const after = processorTime(service.pid);
    const each = (part: keyof ProcessorTime) => (after[part] - before[part]) / lives;
    const times = await paced(setting, (PACE * lives) / elapsed, seconds);
    return {
      connections: CONNECTIONS,
      perSecond: lives / elapsed,
      processor: { main: each('main'), pdf: each('pdf'), postgres: each('postgres') },
      p50: times[Math.floor(times.length * 0.5)] ?? Number.NaN,
      p95: times[Math.floor(times.length * 0.95)] ?? Number.NaN,
      stuck: await untilNoneWaits(sql, setting.count),
    };
  } finally {
    caller.close();
    await sql.end();
    await service.stop();
  }
}

if (import.meta.main) {
  const [seconds = '20', ...nodeArgs] = process.argv.slice(2);
  console.log(await runLivesBench(Number(seconds), nodeArgs));
}
