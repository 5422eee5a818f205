import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IN_ORDER } from '../../../../../scripts/in-order.ts';
import { Random, seedOfRun } from '../../chance.ts';
import { type Service, startService, until } from '../../harness.ts';
import { type Generated, holdings, openGeneratedWorld } from './generated-world.ts';

/**
 * Calls made by chance from the contract's schemas, of every operation: the answer to each is one that the contract tells
 * of, none is a fault, and what is refused changes nothing. RUBRICA_CALLS asks for more; RUBRICA_SEED has a run again.
 */
const CALLS = Number(process.env.RUBRICA_CALLS ?? (process.env.RUBRICA_RUNS ? 200_000 : 20_000));
const SEED = seedOfRun();
const MIXED = process.env.RUBRICA_CALLS || process.env.RUBRICA_RUNS ? CALLS : 4_000;
/** So many calls of a session fit into its minute; then the clock goes on. */
const A_MINUTE = 400;
const AT_ONCE = 6;
const PATIENCE_MS = 120_000 + CALLS * 20;

let service: Service;
let world: Awaited<ReturnType<typeof openGeneratedWorld>>;
beforeAll(async () => {
  service = await startService();
  // At night days and months are closed, which changes rows though nobody calls.
  const hour = new Intl.DateTimeFormat('en', { timeZone: 'America/Sao_Paulo', hour: '2-digit', hourCycle: 'h23' });
  service.clock.advance(((36 - Number(hour.format(service.clock.now()))) % 24) * 3600_000);
  world = await openGeneratedWorld(service);
}, PATIENCE_MS);
afterAll(() => service?.stop());

/** Makes so many calls, several at a time, and tells what went wrong with which. */
async function run(
  from: number,
  count: number,
  next: (random: Random) => Promise<Generated>,
  wrong: (status: number) => string | null,
): Promise<string[]> {
  const failures: string[] = [];
  let made = 0;
  const worker = async () => {
    while (made < count && failures.length < 5) {
      const which = from + made;
      made += 1;
      if (which % A_MINUTE === 0) service.clock.advance(61_000);
      const random = new Random(SEED + which * 7919);
      const one = await next(random);
      const told = (why: unknown) => `call ${which}, ${one.id}, ${one.how}: ${why}\n  ${one.url}\n  ${shown(one.body)}`;
      try {
        const { status } = await world.make(one);
        const why = wrong(status);
        if (why) failures.push(told(why));
      } catch (error) {
        failures.push(told(error instanceof Error ? error.message : error));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return failures;
}

const shown = (body: unknown) =>
  (body instanceof FormData ? String(body.get('dados')) : (JSON.stringify(body) ?? 'no body')).slice(0, 1500);

// What leaves nothing is looked at while nothing else is under way: the others leave jobs that are tried again.
describe(`calls generated with RUBRICA_SEED=${SEED}`, IN_ORDER, () => {
  const BATCH = 2_000;
  // The others take ten times as long, for many are done; who asks for more has as many of each.
  const doomed = CALLS - Math.min(Math.floor(CALLS / 2), MIXED);

  it(
    `${doomed} that cannot but be refused are, and leave nothing`,
    async () => {
      let before = await settled();
      for (let from = 0; from < doomed; from += BATCH) {
        const count = Math.min(BATCH, doomed - from);
        const failures = await run(from, count, world.doomedCall, (status) =>
          status >= 400 && status < 500 ? null : `answered ${status}`,
        );
        expect(failures).toEqual([]);
        const after = await holdings(service);
        expect([`calls ${from} to ${from + count}`, after]).toEqual([`calls ${from} to ${from + count}`, before]);
        before = after;
      }
    },
    PATIENCE_MS,
  );

  it(
    `${CALLS - doomed} of every kind are answered as the contract tells`,
    async () => {
      const failures = await run(doomed, CALLS - doomed, world.anyCall, (status) =>
        status < 500 ? null : `answered ${status}`,
      );
      expect(failures).toEqual([]);
    },
    PATIENCE_MS,
  );
});

/** What the service holds once nothing moves it any more: messages and files of the making of the world are done. */
async function settled(): Promise<Record<string, string>> {
  await until(async () => {
    const [row] = await service.owner<{ left: number }[]>`
      select (select count(*) from fila.job where state < 'completed' and name like any ('{enviar-%,entregar-%,mapear-%}'))
           + (select count(*) from solicitacao_lgpd where tipo = 'ACESSO' and estado = 'ABERTA')
           + (select count(*) from evento_saida where posicao is null) as left`;
    return row?.left === 0;
  });
  return holdings(service);
}
