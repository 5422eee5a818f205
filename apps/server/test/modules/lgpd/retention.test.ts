import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newAccount, type Service, startService, until } from '../../harness.ts';
import { type Client, client, closeYears, DAY_MS, newPerson, oldSeal, purge, setDaysAgo } from './support.ts';

let service: Service;
let orgs: { api: Client; politicas: Partial<Record<string, number>> }[];

beforeAll(async () => {
  service = await startService(await oldSeal());
  setDaysAgo(service, 4000);
  orgs = [
    {
      api: client(service, (await newAccount(service.origin)).test, 'sandbox'),
      politicas: { RASCUNHO: 90, CANCELADO_OU_EXPIRADO: 365 },
    },
    {
      api: client(service, (await newAccount(service.origin)).test, 'sandbox'),
      politicas: { CONCLUIDO: 2000, RASCUNHO: 200, CANCELADO_OU_EXPIRADO: 900 },
    },
    { api: client(service, (await newAccount(service.origin)).test, 'sandbox'), politicas: { CONCLUIDO: 2500 } },
  ];
  await closeYears(service);
  for (const { api, politicas } of orgs.slice(1)) {
    const body = { politicas: Object.entries(politicas).map(([categoria, dias]) => ({ categoria, dias })) };
    await api.ok('PUT', '/lgpd/politicas-retencao', body);
  }
});
afterAll(() => service?.stop());

const KINDS = ['draft', 'deleted', 'progress', 'partial', 'cancelled', 'refused', 'expired', 'completed'] as const;
type Kind = (typeof KINDS)[number];

/** Days around each period, and days anywhere. The last act on a document is at this age. */
const age = fc.oneof(
  fc.constantFrom(29, 31, 89, 91, 199, 201, 364, 366, 899, 901, 1820, 1830, 1999, 2001, 2499, 2501),
  fc.integer({ min: 1, max: 3500 }).filter((days) => ![30, 90, 200, 365, 900, 2000, 2500].includes(days)),
);
const document = fc.record({
  kind: fc.constantFrom(...KINDS),
  age,
  org: fc.integer({ min: 0, max: 2 }),
});

/** Brings a document into its state, the service's clock standing at its age. */
async function make(api: Client, kind: Kind, days: number): Promise<string> {
  const [one, two] = [newPerson(), newPerson()];
  const prazoEm = new Date(service.clock.now().getTime() + DAY_MS / 4).toISOString();
  const { id } = await api.draft([one, two], kind === 'expired' ? { prazoEm } : {});
  if (kind === 'draft') return id;
  if (kind === 'deleted') {
    await api.ok('DELETE', `/documentos/${id}`);
    return id;
  }
  await api.ok('POST', `/documentos/${id}/enviar`);
  if (kind === 'cancelled') await api.ok('POST', `/documentos/${id}/cancelar`, { motivo: 'Valor errado.' });
  if (kind === 'partial' || kind === 'completed') await api.sign(id, one);
  if (kind === 'completed') await api.sign(id, two);
  if (kind === 'refused') {
    const { link } = (await api.ok('GET', `/documentos/${id}`)).signatarios[0];
    await api.ok('POST', `/assinatura/${link.split('/').pop()}/recusar`, { motivo: 'Não concordo.' });
  }
  if (kind === 'expired') {
    setDaysAgo(service, days - 0.5);
    await until(async () => {
      const [row] = await service.owner`select status from documento where id = ${id}`;
      return row?.status === 'EXPIRADO';
    });
  }
  return id;
}

/** What the law and the policy say, written a second time. */
function mayGo(kind: Kind, days: number, politicas: Partial<Record<string, number>>): boolean {
  const past = (dias: number | undefined) => dias !== undefined && days > dias;
  if (kind === 'draft') return past(politicas.RASCUNHO);
  if (kind === 'deleted') return past(30);
  if (kind === 'completed') return past(politicas.CONCLUIDO) && days > 1827;
  return ['cancelled', 'refused', 'expired'].includes(kind) && past(politicas.CANCELADO_OU_EXPIRADO);
}

/** Everything that is served of a document, to the byte. */
async function served(api: Client, id: string): Promise<string> {
  const document = await api.ask('GET', `/documentos/${id}`);
  if (document.status === 404) return 'gone';
  const trail = await api.ok('GET', `/documentos/${id}/auditoria?limite=100`);
  const file = await api.ask('GET', `/documentos/${id}/arquivo?tipo=ORIGINAL`);
  return [document.bytes.toString(), JSON.stringify(trail), file.headers.get('etag')].join('\n');
}

it('the purge takes documents past their period, of every state, and leaves the others as they were', async () => {
  const generated = fc.sample(document, { numRuns: 40, seed: 20_261 });
  const every = KINDS.flatMap((kind, index) => [
    { kind, age: 3600, org: 1 },
    { kind, age: 2, org: index % 3 },
  ]);
  const plan = [...generated, ...every].sort((a, b) => b.age - a.age);
  const made: { id: string; kind: Kind; days: number; org: (typeof orgs)[number] }[] = [];
  for (const { kind, age: days, org: index } of plan) {
    const org = orgs[index] as (typeof orgs)[number];
    setDaysAgo(service, days);
    made.push({ id: await make(org.api, kind, days), kind, days, org });
  }
  setDaysAgo(service, 0);
  const before = new Map<string, string>();
  for (const { id, org } of made) before.set(id, await served(org.api, id));
  const due = new Map(made.map(({ id, kind, days, org }) => [id, mayGo(kind, days, org.politicas)]));

  expect((await purge(service)).documentos).toBe([...due.values()].filter(Boolean).length);

  const rows = await service.owner<{ id: string }[]>`select id from documento`;
  const left = new Set(rows.map(({ id }) => id));
  for (const { id, kind, days, org } of made) {
    const wanted = `${kind} of ${days} days under ${JSON.stringify(org.politicas)}`;
    expect([wanted, left.has(id)]).toEqual([wanted, !due.get(id)]);
    expect([wanted, await served(org.api, id)]).toEqual([wanted, due.get(id) ? 'gone' : before.get(id)]);
  }
});
