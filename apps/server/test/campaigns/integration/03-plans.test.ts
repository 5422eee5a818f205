import { beforeAll, expect, it } from 'vitest';
import { type Scope, scopeOf } from '../../../src/core/scope.ts';
import type { Fragment, Tx } from '../../../src/core/sql.ts';
import { LISTS } from '../../../src/modules/documentos/home.ts';
import { lastLanguages } from '../../../src/modules/documentos/language.ts';
import {
  type DocumentoFilters,
  type Ordem,
  type Period,
  pageOfDocumentos,
  passing,
} from '../../../src/modules/documentos/store-listar.ts';
import { listEnvelopes } from '../../../src/modules/envelopes/store.ts';
import { type EventFilters, listEvents } from '../../../src/modules/eventos/store.ts';
import { call, draft, newSender, ownService, person, type Sender } from '../../modules/support.ts';

/** Lines 1, 3 and 4: what is asked of listings and the feed is found by an index, under row-level security. */

const service = ownService(async () => ({ ROLES: 'http,migrate' }));
const MANY = 8_000;
let scope: Scope;
let caller: { usuarioId: string; membroId: string };

beforeAll(async () => {
  const sender: Sender = await newSender(service());
  const { id } = (await call(`${sender.base}/organizacao`, 'GET', undefined, sender.as)).body;
  scope = scopeOf(id, 'TESTE');
  const made = await draft(sender, { signatarios: [person()] });
  const { body: envelope } = await call(`${sender.base}/envelopes`, 'POST', { titulo: 'Conjunto' }, sender.as);
  await copies('documento', made.id, {
    referencia_externa: "'pedido-' || n",
    atualizado_em: MOMENT,
    criado_em: MOMENT,
  });
  await copies('envelope', envelope.id, { referencia_externa: "'pedido-' || n", criado_em: MOMENT });
  const { owner } = service();
  const [one] = await owner<(typeof caller)[]>`
    select usuario_id as "usuarioId", id as "membroId" from membro where organizacao_id = ${id}`;
  caller = one as typeof caller;
  await copies('signatario', made.signatarios[0].id, {
    status: "case when n % 400 = 0 then 'FALHA_ENTREGA' else status end",
  });
  const [event] = await owner<{ id: string }[]>`select id from evento_saida where documento_id = ${made.id}`;
  // Most are others': the index of all numbers is no way to one's own.
  await copies('evento_saida', event?.id ?? '', {
    posicao: "nextval('evento_posicao')",
    documento_id: 'gen_random_uuid()',
    organizacao_id: 'case when n % 100 = 0 then organizacao_id else gen_random_uuid() end',
  });
  await owner`update documento set status = 'ASSINADO', finalizado_em = criado_em where mod(hashtext(id::text), 2) = 0`;
  await owner`update documento set status = 'RECUSADO', prazo_em = now() where mod(hashtext(id::text), 40) = 1`;
  // The same person, again and again, beside those who chose none.
  await owner`update signatario set idioma = 'en', visualizado_em = now() where mod(hashtext(id::text), 2) = 0`;
  await owner`update signatario set status = 'VISUALIZADO' where mod(hashtext(id::text), 400) = 1`;
  await owner.unsafe('vacuum analyze documento, signatario, envelope, evento_saida');
});

const MOMENT = "criado_em + n * interval '1 second'";

/** Rows like one there is, with other values in some columns. */
async function copies(table: string, id: string, values: Record<string, string>): Promise<void> {
  const { owner } = service();
  const columns = await owner<{ name: string }[]>`
    select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${table}`;
  const same = columns.map(({ name }) => name).filter((name) => name !== 'id' && !(name in values));
  await owner.unsafe(
    `insert into ${table} (id, ${[...Object.keys(values), ...same].join(', ')})
     select gen_random_uuid(), ${[...Object.values(values), ...same].join(', ')}
       from ${table}, generate_series(1, ${MANY}) n
      where id = '${id}'`,
  );
}

/**
 * Kinds of scans in the plan of a statement, with their indexes.
 * @param conditions whether to tell too what is looked for in each index
 */
async function scansOf(statement: (tx: Tx) => unknown, conditions = false): Promise<string[]> {
  const scans: string[] = [];
  const walk = (node: Record<string, unknown>): void => {
    const kind = String(node['Node Type']);
    const sought = conditions ? (node['Index Cond'] ?? '') : '';
    if (kind.includes('Scan'))
      scans.push(`${kind} ${node['Index Name'] ?? node['Relation Name'] ?? ''} ${sought}`.trim());
    for (const inner of (node.Plans as Record<string, unknown>[] | undefined) ?? []) walk(inner);
  };
  await service().app.db.read(scope, async (tx) => {
    const [row] = await tx.sql<{ 'QUERY PLAN': [{ Plan: Record<string, unknown> }] }[]>`
      explain (format json) ${statement(tx) as Fragment}`;
    walk(row?.['QUERY PLAN'][0].Plan ?? {});
  });
  return scans;
}

const EVER = { desde: null, ate: null };
const periods = { criadoEm: EVER, atualizadoEm: EVER, finalizadoEm: EVER };
const ALL: DocumentoFilters = { status: null, pastaId: null, referencia: null, busca: null, periods };
const within = (ordem: Ordem, period: Partial<Period>): DocumentoFilters => ({
  ...ALL,
  periods: { ...periods, [ordem]: { ...EVER, ...period } },
});
const late = new Date(Date.now() + MANY * 999);
const later = new Date(Date.now() + MANY * 2_000);

const DOCUMENTS: readonly (readonly [string, DocumentoFilters, Ordem, string])[] = [
  ['one reference', { ...ALL, referencia: 'pedido-7' }, 'criadoEm', 'documento_referencia'],
  [
    'one reference and a text',
    { ...ALL, referencia: 'pedido-7', busca: 'contrato' },
    'criadoEm',
    'documento_referencia',
  ],
  ['the last changed', ALL, 'atualizadoEm', 'documento_atualizado'],
  ['the last concluded', { ...ALL, status: 'ASSINADO' }, 'finalizadoEm', 'documento_finalizado'],
  ['made lately', within('criadoEm', { desde: late }), 'criadoEm', 'documento_lista'],
  ['made between, lately', within('criadoEm', { desde: late, ate: later }), 'criadoEm', 'documento_lista'],
  [
    'of a state, made lately',
    { ...within('criadoEm', { desde: late }), status: 'RASCUNHO' },
    'criadoEm',
    'documento_status',
  ],
  ['changed lately', within('atualizadoEm', { desde: late }), 'atualizadoEm', 'documento_atualizado'],
  ['changed before', within('atualizadoEm', { ate: late }), 'atualizadoEm', 'documento_atualizado'],
  ['concluded lately', within('finalizadoEm', { desde: late }), 'finalizadoEm', 'documento_finalizado'],
];

it.each(DOCUMENTS)('documents: %s', async (_name, filters, ordem, index) => {
  const page = await scansOf((tx) => pageOfDocumentos(tx, filters, ordem, null, 26));
  expect(page.filter((scan) => scan.includes(index)).length).toBeGreaterThan(0);
  expect(page.filter((scan) => scan.startsWith('Seq Scan'))).toEqual([]);
  const after = [late.toISOString(), '00000000-0000-4000-8000-000000000000'];
  const next = await scansOf((tx) => pageOfDocumentos(tx, filters, ordem, after, 26));
  expect(next.filter((scan) => scan.startsWith('Seq Scan'))).toEqual([]);
});

it.each(DOCUMENTS.filter(([name]) => /reference|lately/.test(name)))(
  'counts: %s',
  async (_name, filters, _ordem, index) => {
    const scans = await scansOf(
      (tx) => tx.sql`select count(*) from documento where ${tx.here()} and excluido_em is null ${passing(tx, filters)}`,
    );
    expect(scans.some((scan) => scan.includes(index))).toBe(true);
    expect(scans.filter((scan) => scan.startsWith('Seq Scan'))).toEqual([]);
  },
);

it('the first count of a common word: the few longer texts by their own index', async () => {
  const { owner } = service();
  // As acesso.contar_busca does, which asks as the owner.
  const [{ text }] = await owner<[{ text: string }]>`
    select 'select count(*) from documento where octet_length(busca) > 1000 and '
           || replace(replace(replace(rubrica_condicao_de_busca(null, null), '$1', quote_literal(${scope.organizacaoId})),
                              '$2', '''TESTE'''), '$3', '''%contrato%''') as text`;
  const [row] = await owner.unsafe<{ 'QUERY PLAN': [{ Plan: { Plans: [Record<string, unknown>] } }] }[]>(
    `explain (format json) ${text}`,
  );
  const scan = row?.['QUERY PLAN'][0].Plan.Plans[0];
  expect(scan?.['Index Name']).toBe('documento_texto_longo');
  // Of none there are; a third of all were expected, and read.
  expect(scan?.['Plan Rows']).toBeLessThan(MANY / 100);
});

const HOME: readonly (readonly [keyof typeof LISTS, string])[] = [
  ['paraAssinar', 'signatario_a_assinar'],
  ['naoEntregues', 'signatario_nao_alcancado'],
  ['aVencer', 'documento_a_vencer'],
  ['recusados', 'documento_recusado'],
  ['concluidos', 'documento_finalizado'],
  ['rascunhos', 'documento_status'],
];

it.each(HOME)('the beginning: %s', async (list, index) => {
  const scans = await scansOf((tx) => LISTS[list](tx, caller));
  expect(scans).toContainEqual(expect.stringContaining(index));
  // People of an organization are found by their key, whatever way the few rows of a test are read.
  expect(scans.filter((scan) => /^Seq Scan (documento|signatario)/.test(scan))).toEqual([]);
});

it('the language of somebody who is invited: by the address itself, whoever else chose one', async () => {
  const scans = await scansOf((tx) => lastLanguages(tx, ['Ana@Exemplo.com.br', 'rui@exemplo.com.br']), true);
  const [found, ...others] = scans.filter((scan) => scan.includes('signatario'));
  expect(found).toMatch(/signatario_idioma .*email = /);
  expect(others).toEqual([]);
});

it('envelopes: one reference', async () => {
  const scans = await scansOf((tx) => listEnvelopes(tx, 'pedido-7', null, 26));
  expect(scans).toContainEqual(expect.stringContaining('envelope_referencia'));
  expect(scans.filter((scan) => scan.startsWith('Seq Scan'))).toEqual([]);
});

it.each(['asc', 'desc'] as const)('events: %s', async (ordem) => {
  const filters: EventFilters = { tipo: null, documentoId: null, desde: null, apos: 100 };
  const scans = await scansOf((tx) => listEvents(tx, filters, ordem, null, 26));
  expect(scans).toContainEqual(expect.stringContaining('evento_saida_feed'));
  expect(scans.filter((scan) => scan.startsWith('Seq Scan'))).toEqual([]);
});
