import { expect, it } from 'vitest';
import { call, elsewhere, login, newAccount, startService, until } from '../../harness.ts';
import { PASSWORD } from '../../members.ts';
import { draft, field, newSender, ownService, person, type Sender, type Service, sent } from '../../modules/support.ts';

/** Line 4: who reads the feed and finds nothing may wait for it, a thousand at a time on one process. */

const service = ownService();
const THOUSAND = 1_000;

const ask = (sender: Sender, query: string, headers: Record<string, string> = sender.as) =>
  fetch(`${sender.base}/eventos?${query}`, { headers }).then(async (response) => ({
    status: response.status,
    itens: ((await response.json()) as { itens: { dados: { documento: { id: string } } }[] }).itens,
  }));

/** Readers that wait now, as operators are told. */
const waiting = async ({ origin }: Service) =>
  Number(/^rubrica_feed_readers_waiting (\d+)$/m.exec(await (await fetch(`${origin}/metrics`)).text())?.[1]);

/** Transactions that the database has ended, as it has told so far. */
async function transactions(): Promise<number> {
  const [row] = await service().owner<{ n: number }[]>`
    select pg_stat_clear_snapshot(), xact_commit as n from pg_stat_database where datname = current_database()`;
  return row?.n ?? 0;
}

it('an answer with nothing in it waits for what is asked for, and no longer than it was told', async () => {
  const sender = await newSender(service());
  await draft(sender);
  const [last] = (await ask(sender, 'ordem=desc&limite=1')).itens as unknown as { eventoId: string }[];
  const apos = `apos=${last?.eventoId}`;

  const start = performance.now();
  expect(await ask(sender, `${apos}&aguardar=1`)).toEqual({ status: 200, itens: [] });
  expect(performance.now() - start).toBeGreaterThan(950);

  const reader = ask(sender, `${apos}&aguardar=25`);
  const other = ask(sender, `${apos}&aguardar=2&tipo=document.sent`);
  const { id } = await draft(sender);
  const told = await reader;
  expect(told.itens.map(({ dados }) => dados.documento.id)).toEqual([id]);
  // Another's event wakes nobody for good.
  expect((await other).itens).toEqual([]);
  expect((await ask(sender, `${apos}&aguardar=25`)).itens.length).toBe(1);
});

it('whoever waits by a key that is revoked meanwhile hears of nothing', async () => {
  const { panel } = await newAccount(service().origin);
  const sender: Sender = { service: service(), base: `${service().origin}/v1/sandbox`, as: panel };
  const keys = `${service().origin}/v1/chaves-api`;
  const wanted = { nome: 'leitor', ambiente: 'TESTE', escopos: ['documentos:ler'] };
  const { body: key } = await call(keys, 'POST', wanted, panel);
  const as = { authorization: `Bearer ${key.chave}` };
  const readers = ['eventos', 'caixa'].map((path) => call(`${sender.base}/${path}?aguardar=25`, 'GET', undefined, as));
  await until(async () => (await waiting(service())) > 0);
  expect((await call(`${keys}/${key.id}`, 'DELETE', undefined, panel)).status).toBe(204);
  await sent(sender, { signatarios: [person({ metodoEntrega: 'EMAIL' })], campos: [field()] });
  for (const { status, body } of await Promise.all(readers)) expect([status, body.itens]).toEqual([401, undefined]);
});

it('a thousand wait on one process without a query each, and all hear of one event', async () => {
  const account = await newAccount(service().origin);
  const sender: Sender = { service: service(), base: `${service().origin}/v1/sandbox`, as: account.panel };
  // A session may call six hundred times a minute: so many have room for everybody asking again and again on a slow machine.
  const cookies = [account.panel.cookie];
  while (cookies.length < 12) cookies.push((await login(service().origin, account.email, PASSWORD)).cookie);
  // Each asks again when its time is up, as readers do, so that on a slow machine some are always on their way.
  const read = async (cookie: string): Promise<Awaited<ReturnType<typeof ask>>> => {
    const answer = await ask(sender, 'aguardar=25', { cookie, ...elsewhere() });
    return answer.itens?.length === 0 ? read(cookie) : answer;
  };
  const heard = Promise.all(
    Array.from({ length: THOUSAND * 1.2 }, (_, n) => read(cookies[n % cookies.length] as string)),
  );
  // Should something fail before they hear of it, it is that which is told, and not that they lost the service.
  heard.catch(() => undefined);
  await until(async () => (await waiting(service())) >= THOUSAND);

  // What the statistics tell of may be of ten seconds ago, when all these came; a query each would be ten thousand a second.
  let seen = { ended: await transactions(), at: performance.now() };
  await until(async () => {
    const at = performance.now();
    if (at - seen.at < 2_000) return false;
    const ended = await transactions();
    const perSecond = (ended - seen.ended) / ((at - seen.at) / 1000);
    seen = { ended, at };
    return perSecond < THOUSAND / 4;
  });

  const { id } = await draft(sender);
  const told = await heard;
  expect(new Set(told.map(({ status }) => status))).toEqual(new Set([200]));
  expect(told.every(({ itens }) => itens.length === 1 && itens[0]?.dados.documento.id === id)).toBe(true);
  expect(await waiting(service())).toBe(0);
});

it('who waits is answered when the service is asked to end', async () => {
  const own = await startService();
  const sender = await newSender(own);
  const asked = performance.now();
  const reader = ask(sender, 'aguardar=25');
  await until(async () => (await waiting(own)) === 1);
  const stopped = own.stop();
  expect(await reader).toEqual({ status: 200, itens: [] });
  // Before its own time was up.
  expect(performance.now() - asked).toBeLessThan(25_000);
  await stopped;
});
