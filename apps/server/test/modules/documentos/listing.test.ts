import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../harness.ts';
import { page, type Walk, walk } from '../../operations/listings.ts';
import { about, draft, newSender, ownService, person, type Sender } from '../support.ts';

/** A thousand documents, walked while others are made and deleted. */

const THOUSAND = 1000;
const service = ownService();
let sender: Sender;
let organizacaoId: string;
let pastaId: string;

interface Seeded {
  readonly id: string;
  readonly n: number;
  readonly status: string;
  readonly pasta_id: string | null;
}
/** Newest first. */
let seeded: readonly Seeded[];

/** The columns of a table that hold what was written, without some. */
async function columnsOf(table: string, but: readonly string[]): Promise<string[]> {
  const rows = await service().owner<{ name: string }[]>`
    select column_name as name from information_schema.columns
     where table_name = ${table} and is_generated = 'NEVER' and column_name <> all(${[...but]})`;
  return rows.map(({ name }) => name);
}

/**
 * Copies a document made through the API a thousand times, with its signer and its trail: a third in a folder, a quarter
 * cancelled, and ten to each instant, so that among equals the id decides.
 */
async function seed(): Promise<readonly Seeded[]> {
  const { owner } = service();
  const model = await draft(sender, { signatarios: [person({ nome: 'Conceição Araújo' })] });
  const own = await columnsOf('documento', ['id', 'titulo', 'status', 'pasta_id', 'criado_em']);
  await owner.unsafe(
    `insert into documento (id, titulo, status, pasta_id, criado_em, ${own.join(', ')})
     select gen_random_uuid(), 'Título ' || n, case when n % 4 = 0 then 'CANCELADO' else 'RASCUNHO' end,
            case when n % 3 = 0 then $1::uuid end, criado_em - interval '1 hour' + (n / 10) * interval '1 second',
            ${own.join(', ')}
       from documento, generate_series(1, ${THOUSAND}) n
      where id = $2`,
    [pastaId, model.id],
  );
  for (const [table, fresh] of [
    ['signatario', ['id']],
    ['trilha', []],
  ] as const) {
    const columns = await columnsOf(table, ['documento_id', ...fresh]);
    await owner.unsafe(
      `insert into ${table} (documento_id, ${[...fresh, ...columns].join(', ')})
       select d.id, ${[...fresh.map(() => 'gen_random_uuid()'), ...columns.map((name) => `t.${name}`)].join(', ')}
         from documento d, ${table} t
        where t.documento_id = $1 and d.organizacao_id = $2 and d.titulo like 'Título %'`,
      [model.id, organizacaoId],
    );
  }
  expect((await about(sender, model.id, '', 'DELETE')).status).toBe(204);
  return owner<Seeded[]>`
    select id, substr(titulo, 8)::int as n, status, pasta_id
      from documento
     where organizacao_id = ${organizacaoId} and titulo like 'Título %'
     order by criado_em desc, id desc`;
}

/** Goes on as an organization that has the thousand. */
async function withThousand(): Promise<void> {
  sender = await newSender(service());
  organizacaoId = (await call(`${sender.base}/organizacao`, 'GET', undefined, sender.as)).body.id;
  // The plan an organization begins with allows fewer drafts.
  await service().owner`update organizacao set plano_codigo = 'EMPRESARIAL' where id = ${organizacaoId}`;
  pastaId = (await call(`${sender.base}/pastas`, 'POST', { nome: 'Contratos' }, sender.as)).body.id;
  seeded = await seed();
}

const url = (filters = '') => `${sender.base}/documentos${filters}`;
const idsOf = (wanted: (one: Seeded) => boolean = () => true) => seeded.filter(wanted).map(({ id }) => id);

const FILTERS: readonly (readonly [string, () => string, (one: Seeded) => boolean])[] = [
  ['none', () => '', () => true],
  ['status', () => '?status=CANCELADO', ({ status }) => status === 'CANCELADO'],
  ['pastaId', () => `?pastaId=${pastaId}`, ({ pasta_id }) => pasta_id !== null],
  ['busca in the title', () => '?busca=TITULO%2099', ({ n }) => /^99/.test(String(n))],
  ['busca by the signer’s name, whatever the accents', () => '?busca=conceicao%20ARAUJO', () => true],
  [
    'all of them at once',
    () => `?status=RASCUNHO&pastaId=${pastaId}&busca=araújo`,
    ({ status, pasta_id }) => status === 'RASCUNHO' && pasta_id !== null,
  ],
];

describe('a walk while nothing changes', () => {
  beforeAll(withThousand);

  it.each(FILTERS)(
    'visits each once, newest first, and tells the exact total: filter %s',
    async (_name, query, wanted) => {
      const { seen, totals } = await walk(url(query()), { as: sender.as, limite: 100 });
      const expected = idsOf(wanted);
      expect(seen).toEqual(expected);
      expect(new Set(totals)).toEqual(new Set([expected.length]));
    },
  );

  it('ends by a null proximoCursor also where the last page is full', async () => {
    const { body } = await page(url('?busca=TITULO%20999'), sender.as, 1);
    expect([body.itens.length, body.total, body.proximoCursor]).toEqual([1, 1, null]);
  });
});

describe('the count of a search', () => {
  beforeAll(withThousand);

  it('has documents whose text is too long for its index, and those whose text is not, each once', async () => {
    const [long, short, deleted] = idsOf();
    const { owner } = service();
    await owner`
      update documento
         set busca = busca || ${' jabuticaba'} || case when id = ${long ?? ''} then repeat(' x', 1000) else '' end
       where id = any (${[long, short, deleted] as string[]})`;
    expect((await about(sender, deleted ?? '', '', 'DELETE')).status).toBe(204);
    const [sizes] = await owner`
      select bool_or(octet_length(busca) > 1000) and bool_or(octet_length(busca) <= 1000) as both
        from documento where busca like '%jabuticaba%' and organizacao_id = ${organizacaoId}`;
    expect(sizes).toEqual({ both: true });
    const { body } = await page(url('?busca=jabuticaba'), sender.as, 5);
    expect(body.total).toBe(2);
    expect(body.itens.map(({ id }: { id: string }) => id).sort()).toEqual([long, short].sort());
  });
});

describe('a walk while documents are made and deleted', () => {
  beforeAll(withThousand);

  /** Deletes seeded documents and makes new ones all the while, until told to end. */
  function disturb(victims: string[]) {
    const done = { made: [] as string[], deleted: [] as string[], over: false };
    const work = (async () => {
      while (!done.over) {
        const victim = victims.shift();
        if (victim !== undefined) {
          expect((await about(sender, victim, '', 'DELETE')).status).toBe(204);
          done.deleted.push(victim);
        }
        const { id } = await draft(sender, {
          titulo: 'Título novo',
          pastaId,
          signatarios: [person({ nome: 'Araújo' })],
        });
        done.made.push(id);
      }
    })();
    return {
      end: async () => {
        done.over = true;
        await work;
        return done;
      },
    };
  }

  /** Every tenth of what is left goes, from the end of the list to its beginning: some before they are reached. */
  const victimsOf = (ids: readonly string[]) => ids.filter((_, index) => index % 10 === 5).reverse();

  async function disturbedWalk(filters: string): Promise<{ walked: Walk; made: string[]; deleted: string[] }> {
    const { owner } = service();
    const left = await owner<{ id: string }[]>`
      select id from documento
       where organizacao_id = ${organizacaoId} and titulo like 'Título %' and excluido_em is null and status = 'RASCUNHO'
       order by criado_em desc, id desc`;
    const disturbance = disturb(victimsOf(left.map(({ id }) => id)));
    const walked = await walk(url(filters), { as: sender.as, limite: 20 });
    return { walked, ...(await disturbance.end()) };
  }

  it.each(FILTERS.filter(([name]) => ['none', 'pastaId', 'all of them at once'].includes(name)))(
    'visits whatever was there throughout exactly once: filter %s',
    async (_name, query, wanted) => {
      const before = await service().owner<{ id: string }[]>`
        select id from documento
         where organizacao_id = ${organizacaoId} and excluido_em is null and titulo like 'Título %'`;
      const there = new Set(before.map(({ id }) => id));
      const { walked, made, deleted } = await disturbedWalk(query());
      const gone = new Set(deleted);
      const throughout = idsOf(wanted).filter((id) => there.has(id) && !gone.has(id));
      expect(made.length).toBeGreaterThan(0);
      expect(deleted.length).toBeGreaterThan(0);
      expect(new Set(walked.seen).size).toBe(walked.seen.length);
      const seen = new Set(walked.seen);
      expect(throughout.filter((id) => !seen.has(id))).toEqual([]);
      // In the order of the list; what came or went meanwhile may be among them or not.
      const lasting = new Set(throughout);
      expect(walked.seen.filter((id) => lasting.has(id))).toEqual(throughout);
      const strangers = walked.seen.filter((id) => !lasting.has(id) && !gone.has(id) && !there.has(id));
      expect(strangers.filter((id) => !made.includes(id))).toEqual([]);
    },
  );
});
