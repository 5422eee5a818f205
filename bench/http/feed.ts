import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from '../../apps/server/src/core/driver/tag.ts';
import { hold, medianOf, type Result } from './contest.ts';
import { type Account, connect, createKeys, signUp } from './database.ts';
import { getRequest, JSON_TYPE, jsonBody, WITH_SIGNER } from './documents.ts';
import { rotating } from './load.ts';
import { type Options, rate, seed } from './run.ts';
import { type Running, startFloor, startService } from './service.ts';

/** The feed of events against the statements that it takes. */
export interface FeedResult extends Result {
  /** Whether more is better (requests a second) or less is (milliseconds). */
  readonly wanted: 'more' | 'less';
  readonly bar: number;
  readonly met: boolean;
}

const READ_BAR = 0.5;
const WAIT_BAR = 1.2;
const EVENTS = 3_000;
const KEYS = 6_000;
/** Acts that somebody waits for, in each round, for each second of it. */
const ACTS_PER_SECOND = 3;
/** How long a reader certainly waits before the act; what is added is anywhere between two looks. */
const WAITING_MS = 150;
const BETWEEN_LOOKS_MS = 100;

interface Setting extends Options {
  readonly sql: Sql;
  readonly account: Account;
  readonly keys: readonly string[];
  readonly ours: Running;
  readonly floor: Running;
}

/** 25 events after one in the middle. */
async function readContest({ sql, account, keys, ours, floor, rounds, seconds }: Setting): Promise<FeedResult> {
  const [middle] = await sql<{ id: string }[]>`
    select id from evento_saida
     where organizacao_id = ${account.organizacaoId} and posicao is not null
     order by posicao offset ${EVENTS / 2} limit 1`;
  const mine = rotating(keys, (key) => getRequest(`/v1/eventos?apos=${middle?.id}`, key));
  const theirs = () => getRequest(`/eventos/${account.organizacaoId}/${middle?.id}`);
  const result = await hold(
    {
      name: 'GET /eventos, 25 events, requests/s',
      ours: () => rate(ours.origin, mine, seconds, 200),
      floor: () => rate(floor.origin, theirs, seconds, 200),
    },
    rounds,
  );
  return { ...result, wanted: 'more', bar: READ_BAR, met: result.ratio.median >= READ_BAR };
}

/** From the answer to an act until the answer to a reader that waited for it. */
async function waitContest({ sql, account, keys, ours, floor, rounds, seconds }: Setting): Promise<FeedResult> {
  let turn = 0;
  const key = () => ({ authorization: `Bearer ${keys[turn++ % keys.length]}` });
  const body = jsonBody(WITH_SIGNER);
  const act = async () => {
    const headers = { ...key(), 'content-type': JSON_TYPE };
    const answer = await fetch(`${ours.origin}/v1/documentos`, { method: 'POST', headers, body });
    const at = performance.now();
    if (answer.status !== 201) throw new Error(`the act was answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
    return at;
  };
  const last = async () => {
    await sql`select * from acesso.numerar_eventos(5000)`;
    const [row] = await sql<{ id: string }[]>`
      select id from evento_saida
       where organizacao_id = ${account.organizacaoId} and posicao is not null
       order by posicao desc limit 1`;
    return row?.id ?? '';
  };
  const waits = (reader: (apos: string) => Promise<Response>) => async () => {
    const times: number[] = [];
    for (let n = 0; n < seconds * ACTS_PER_SECOND; n++) {
      const told = reader(await last()).then(async (answer) => {
        const { itens } = (await answer.json()) as { itens: unknown[] };
        if (itens.length === 0) throw new Error('the reader was told nothing');
        return performance.now();
      });
      await pause(WAITING_MS + Math.random() * BETWEEN_LOOKS_MS);
      const acted = await act();
      times.push(Math.max(0, (await told) - acted));
    }
    return medianOf(times);
  };
  const result = await hold(
    {
      name: 'GET /eventos?aguardar, ms from the act',
      ours: waits((apos) => fetch(`${ours.origin}/v1/eventos?apos=${apos}&aguardar=25`, { headers: key() })),
      floor: waits((apos) => fetch(`${floor.origin}/espera/${account.organizacaoId}/${apos}`)),
    },
    rounds,
  );
  return { ...result, wanted: 'less', bar: WAIT_BAR, met: result.ratio.median <= WAIT_BAR };
}

/** Runs both on one service with its floor. */
export async function runFeedBench(options: Options): Promise<FeedResult[]> {
  const service = await startService();
  const sql = connect(service);
  try {
    const floor = await startFloor(service);
    try {
      const account = await signUp(service.origin, sql);
      const keys = await createKeys(sql, account, KEYS);
      const setting = { ...options, sql, account, keys, ours: service, floor };
      await seed(setting, EVENTS);
      return [await readContest(setting), await waitContest(setting)];
    } finally {
      await floor.stop();
    }
  } finally {
    await sql.end();
    await service.stop();
  }
}

if (import.meta.main) {
  const [rounds = '5', seconds = '3'] = process.argv.slice(2);
  for (const { name, ours, floor, ratio, bar, met } of await runFeedBench({
    rounds: Number(rounds),
    seconds: Number(seconds),
  })) {
    const spread = `${ratio.median.toFixed(2)} (${ratio.min.toFixed(2)} to ${ratio.max.toFixed(2)})`;
    process.stdout.write(
      `${name}: ${ours.toFixed(1)}, floor ${floor.toFixed(1)}, ratio ${spread}, bar ${bar}: ${met ? 'met' : 'missed'}\n`,
    );
  }
}
