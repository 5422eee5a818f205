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

/** A document and its only signer, so far. */
interface Life {
  readonly call: Caller['call'];
  readonly authorization: string;
  readonly person: ReturnType<typeof personOf>;
  /** Headers of the signer, who signs from an address of their own: limits by address would otherwise count all as one. */
  readonly signer: Record<string, string>;
  id: unknown;
  /** The signer's address. */
  path: string;
  textoHash: string;
}

const act = ({ call, path, signer }: Life, name: string, body: object) =>
  call({ method: 'POST', path: `${path}/${name}`, headers: signer, body: JSON.stringify(body) }, 200);

/** The acts of a life, in order. The last answers when the document is sealed. */
const ACTS = {
  create: async (life: Life) => {
    const headers = { authorization: life.authorization, 'content-type': UPLOAD_TYPE };
    const upload = { method: 'POST', path: '/v1/documentos', headers, body: uploadOf(life.person) } as const;
    life.id = (await life.call(upload, 201)).id;
  },
  send: async (life: Life) => {
    const path = `/v1/documentos/${life.id}/enviar`;
    const sent = await life.call({ method: 'POST', path, headers: { authorization: life.authorization } }, 200);
    const [{ link }] = sent.signatarios as [{ link: string }];
    life.path = `/v1/assinatura/${link.split('/').pop()}`;
  },
  open: async (life: Life) => {
    const page = await life.call({ method: 'GET', path: life.path, headers: life.signer }, 200);
    life.textoHash = (page.textoAceite as { textoHash: string }).textoHash;
  },
  identify: (life: Life) => act(life, 'autenticar', { fator: 'DADOS_PESSOAIS', ...life.person }),
  read: (life: Life) => act(life, 'leitura', { paginasLidas: 3, segundos: 9 }),
  accept: (life: Life) => act(life, 'aceite', { textoHash: life.textoHash }),
  sign: (life: Life) => act(life, 'assinar', SIGNATURE),
};

function beginLife({ caller, keys }: Setting, index: number): Life {
  const from = `198.${18 + ((index >> 16) & 1)}.${(index >> 8) & 255}.${index & 255}`;
  return {
    call: caller.call,
    authorization: `Bearer ${keys[index % keys.length]}`,
    person: personOf(index),
    signer: { 'content-type': 'application/json', 'x-forwarded-for': from },
    id: null,
    path: '',
    textoHash: '',
  };
}

/** Lives a whole life. @returns milliseconds of its last act */
async function live(life: Life): Promise<number> {
  const { sign, ...before } = ACTS;
  for (const one of Object.values(before)) await one(life);
  const sent = performance.now();
  await sign(life);
  return performance.now() - sent;
}

interface Setting {
  readonly caller: Caller;
  readonly keys: readonly string[];
  /** Counts lives over all phases, for keys and addresses of their own. */
  count: number;
}

const next = (setting: Setting): Promise<number> => live(beginLife(setting, setting.count++));

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

/** Runs `work` on a service of its own, with callers' keys. */
async function withService<T>(
  nodeArgs: readonly string[],
  work: (setting: Setting, sql: Sql, pid: number) => Promise<T>,
): Promise<T> {
  const service = await startService(nodeArgs, { TRUST_PROXY: '127.0.0.1/32' });
  const sql = connect(service);
  const caller = callerOf(service.origin);
  try {
    const account = await signUp(service.origin, sql);
    return await work({ caller, keys: await createKeys(sql, account, KEYS), count: 0 }, sql, service.pid);
  } finally {
    caller.close();
    await sql.end();
    await service.stop();
  }
}

/** @returns milliseconds of processor that `work` took for each of `count` */
async function costOf(pid: number, work: () => Promise<number>): Promise<ProcessorTime> {
  const before = processorTime(pid);
  const count = await work();
  const after = processorTime(pid);
  const each = (part: keyof ProcessorTime) => (after[part] - before[part]) / count;
  return { main: each('main'), pdf: each('pdf'), postgres: each('postgres') };
}

/** Plans made for empty tables would be kept while the tables grow. */
async function warmUp(setting: Setting, sql: Sql, seconds: number): Promise<void> {
  await atOnce(setting, seconds);
  await sql`vacuum analyze`;
}

/** @param seconds of each phase: as many as possible, paced */
export function runLivesBench(seconds: number, nodeArgs: readonly string[] = []): Promise<Lives> {
  return withService(nodeArgs, async (setting, sql, pid) => {
    await warmUp(setting, sql, seconds / 2);
    let perSecond = 0;
    const processor = await costOf(pid, async () => {
      const { lives, elapsed } = await atOnce(setting, seconds);
      perSecond = lives / elapsed;
      return lives;
    });
    const times = await paced(setting, PACE * perSecond, seconds);
    return {
      connections: CONNECTIONS,
      perSecond,
      processor,
      p50: times[Math.floor(times.length * 0.5)] ?? Number.NaN,
      p95: times[Math.floor(times.length * 0.95)] ?? Number.NaN,
      stuck: await untilNoneWaits(sql, setting.count),
    };
  });
}

/** Each act of all lives before the next of any. @returns its milliseconds of processor; jobs that follow count to it */
export function runActs(lives: number): Promise<Record<string, ProcessorTime>> {
  return withService([], async (setting, sql, pid) => {
    await warmUp(setting, sql, 15);
    const all = Array.from({ length: lives }, () => beginLife(setting, setting.count++));
    const costs: Record<string, ProcessorTime> = {};
    for (const [name, one] of Object.entries(ACTS)) {
      costs[name] = await costOf(pid, async () => {
        let turn = 0;
        const some = async () => {
          for (let life = all[turn++]; life !== undefined; life = all[turn++]) await one(life);
        };
        await Promise.all(Array.from({ length: CONNECTIONS }, some));
        await untilIdle(sql);
        return lives;
      });
    }
    return costs;
  });
}

/** Until no job could start or runs. */
async function untilIdle(sql: Sql): Promise<void> {
  for (;;) {
    const [row] = await sql<{ due: number }[]>`
      select count(*)::int as due from fila.job where state = 'active' or (state < 'active' and start_after <= now())`;
    if (row?.due === 0) return;
    await new Promise((done) => setTimeout(done, 200));
  }
}

if (import.meta.main) {
  const [what = '20', ...rest] = process.argv.slice(2);
  if (what === 'acts') console.table(await runActs(Number(rest[0] ?? 300)));
  else console.log(await runLivesBench(Number(what), rest));
}
