import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sql } from '../../src/core/sql.ts';
import { startDatabase } from '../database.ts';

/**
 * What a PostgreSQL that is sharded by `organizacao_id` (Citus or another) demands of the tables, read from the catalogue:
 * every key and every reference between distributed tables contains the organization, no trigger leaves its organization,
 * and what asks beyond one organization is named here with its reason. See docs/operations/growth.md and ADR 0069.
 */

/**
 * Few rows, or asked for before the organization is known: a whole copy on every server, so keys may be anything and
 * distributed tables may refer to them by one column.
 */
const REFERENCE: Readonly<Record<string, string>> = {
  organizacao: 'one row an organization',
  plano_vigencia: 'written by the trigger of organizacao, once a change of plan',
  usuario: 'a person is in several organizations',
  membro: 'tells at login which organizations a person is in',
  chave_api: 'its prefix is what tells the organization of a call; at most 200 alive an organization',
  cliente_oauth: 'belongs to no organization',
  concessao_oauth: 'what an access token leads to, before the organization is known',
};
/** Rows that come before an organization, or of the installation: on one server, which others ask. */
const COORDINATOR: Readonly<Record<string, string>> = {
  sessao: 'its token is what tells the organization; a week at most',
  desafio: 'between password and second factor; ten minutes',
  convite: 'its token is what tells the organization',
  credencial_oauth: 'its hash is what tells the organization; expires',
  codigo_recuperacao: "a person's",
  confirmacao_email: "a person's",
  troca_email: "a person's",
  recuperacao_senha: "a person's, known or not",
  tentativa_senha: 'a keyed hash of an address',
  contato: 'written by visitors of the site',
  evento_seguranca: 'a refused login belongs to no organization',
  numeracao_fatura: 'invoices have one series a year',
  registro_aberto: "the installation's: one order of all leaves",
  registro_bloco: "the installation's",
  registro_dia: "the installation's",
  registro_folha: "the installation's: what is of organizations in it is hidden, and stands there for good",
  selo_publicado: "the installation's",
  selo_teste: "the installation's",
  instalacao: "the installation's",
  migracao: "the installation's",
  funcao_aplicada: "the installation's",
};

/**
 * Unique indexes of distributed tables without the organization. A sharded database refuses them as they are: each
 * becomes a plain index on every shard, which keeps the lookup (random values of 128 bits and more do not meet), and is
 * asked of every shard, or a lookup table of its own.
 */
const LOOKUPS: Readonly<Record<string, string>> = {
  arquivo_chave_key: 'the sweep of the file store asks by the key alone; it begins with the organization',
  certificado_codigo_key: 'printed code, made at random and tried again where it met one',
  documento_codigo_validacao_key: 'public validation asks by the printed code alone',
  download_token_hash_key: 'whoever downloads has the token alone',
  fatura_numero_key: 'one series a year; the operator names an invoice by its number',
  fatura_token_hash_key: 'whoever pays has the token alone',
  edicao_bilhete_hash_key: 'whoever opens an editor in another page has the ticket alone',
  edicao_token_hash_key: 'such an editor has the token alone',
  formulario_pedido_token_hash_key: 'whoever confirms has the token alone',
  formulario_token_key: 'whoever opens a public link has its address alone',
  link_incorporado_bilhete_hash_key: 'whoever opens a signing page in another page has the ticket alone',
  link_token_hash_key: 'whoever signs has the token alone',
};
/** Keys that processes of an earlier version name in `on conflict`; no statement of this version does. */
const OF_BEFORE: Readonly<Record<string, string>> = {
  entrega_webhook_evento_id_webhook_id_key: 'becomes (organizacao_id, evento_id, webhook_id) in the next version',
  link_signatario_pkey: 'becomes (organizacao_id, link_id, signatario_id) in the next version',
  mensagem_capturada_pkey: 'becomes (organizacao_id, id) in the next version',
};

/** What triggers do beyond their own row. All of it is of the row's organization, so it is on the row's shard. */
const TRIGGERS: Readonly<Record<string, string>> = {
  rubrica_campo_escrito: 'documento',
  rubrica_conta_documento: 'documento_variacao',
  rubrica_conta_documentos_novos: 'documento_variacao',
  rubrica_conta_pasta: 'pasta',
  rubrica_documento_escrito: 'signatario, by rubrica_texto_de_busca',
  rubrica_encadeia: 'trilha',
  rubrica_entra_no_envelope: 'documento',
  rubrica_fator_escrito: 'signatario and documento',
  rubrica_lembra_evento: 'evento_lembrado',
  rubrica_signatario_mudado: 'documento',
  rubrica_signatario_escrito: 'documento',
  rubrica_so_acrescenta: 'nothing',
  rubrica_so_com_expurgo: 'expurgo',
};

const SEQUENCES: Readonly<Record<string, string>> = {
  evento_posicao: 'the order of the feed: one process at a time draws from it, on the coordinator',
};

/**
 * Doors (functions/README.md) that read or write distributed tables beyond one organization, and how they go where those
 * are sharded: `token` asks every shard by an index and gets one row; `sweep` asks every shard for what is due there, or
 * runs on each; `batch` holds rows of several organizations, which go to their shards.
 */
const BEYOND: Readonly<Record<string, 'token' | 'sweep' | 'batch'>> = {
  'acesso.a_concluir': 'sweep',
  'acesso.arquivo_existe': 'token',
  'acesso.caixa_de_desenvolvimento': 'sweep',
  'acesso.caixas_recentes': 'sweep',
  'acesso.chaves': 'token',
  'acesso.cifrados_antes': 'sweep',
  'acesso.dobrar_consumo': 'sweep',
  'acesso.dobrar_contagem': 'sweep',
  'acesso.download': 'token',
  'acesso.eliminacoes_devidas': 'sweep',
  'acesso.encerramentos_devidos': 'sweep',
  'acesso.eventos_depois': 'sweep',
  'acesso.expurgar_chamadas': 'sweep',
  'acesso.expurgar_entregas': 'sweep',
  'acesso.expurgaveis': 'sweep',
  'acesso.expurgo_previsto': 'sweep',
  'acesso.exportacoes_vencidas': 'sweep',
  'acesso.fatura_a_pagar': 'token',
  'acesso.faturas_sem_token': 'sweep',
  'acesso.lembretes_devidos': 'sweep',
  'acesso.limitar_chamadas': 'sweep',
  'acesso.limpar': 'sweep',
  'acesso.edicao': 'token',
  'acesso.esquecer_pedidos_de_formulario': 'sweep',
  'acesso.formulario': 'token',
  'acesso.pedido_de_formulario': 'token',
  'acesso.quem_edita': 'token',
  'acesso.link': 'token',
  'acesso.link_incorporado': 'token',
  'acesso.medir_requisicoes': 'batch',
  'acesso.numerar_eventos': 'sweep',
  'acesso.quem_chama_por_chave': 'token',
  'acesso.recifrar': 'token',
  'acesso.registrar_chamadas': 'batch',
  'acesso.registro_a_fazer': 'sweep',
  'acesso.registro_estender': 'batch',
  'acesso.registro_na_fila': 'sweep',
  'acesso.registro_publico': 'token',
  'acesso.retomar_conta': 'batch',
  'acesso.vencidos': 'sweep',
};

/**
 * Tables with a row for each act or call, and how each stays small: `weeks` is divided by time, and weeks past their
 * period are dropped; `hash` is to be divided by a hash of the organization, for which no more is needed than what is held
 * here; a number of days says when a sweep deletes what was of use for so long.
 */
const GROWING: Readonly<Record<string, 'weeks' | 'hash' | number>> = {
  registro_chamada: 'weeks',
  arquivo: 'hash',
  campo: 'hash',
  certificado: 'hash',
  documento: 'hash',
  entrega_webhook: 'hash',
  evento_auditoria: 'hash',
  evento_lembrado: 'hash',
  evento_saida: 'hash',
  expurgo: 'hash',
  fator_signatario: 'hash',
  imagem_assinatura: 'hash',
  link: 'hash',
  link_exibido: 'hash',
  link_signatario: 'hash',
  medicao: 'hash',
  signatario: 'hash',
  tentativa_entrega: 'hash',
  trilha: 'hash',
  valor_campo: 'hash',
  versao: 'hash',
  consumo_variacao: 1,
  documento_variacao: 1,
  download: 1,
  idempotencia: 1,
};

interface UniqueIndex {
  readonly name: string;
  readonly table: string;
  readonly ofOrganization: boolean;
}
interface Reference {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly byOrganization: boolean;
}

let database: Awaited<ReturnType<typeof startDatabase>>;
let owner: Sql;
let distributed: ReadonlySet<string>;

beforeAll(async () => {
  database = await startDatabase([]);
  owner = database.owner;
  const rows = await owner<{ name: string; bound: boolean }[]>`
    select c.relname as name,
           exists (select from pg_attribute a
                    where a.attrelid = c.oid and a.attname = 'organizacao_id' and a.attnotnull) as bound
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;
  const others = rows.filter(({ name }) => !(name in REFERENCE) && !(name in COORDINATOR));
  expect(others.filter(({ bound }) => !bound).map(({ name }) => name)).toEqual([]);
  distributed = new Set(others.map(({ name }) => name));
});
afterAll(() => database?.stop());

const named = (...lists: Readonly<Record<string, unknown>>[]) => lists.flatMap((list) => Object.keys(list)).sort();

describe('a database sharded by organization', () => {
  it('finds the organization in every key of a distributed table, but for what is listed', async () => {
    const rows = await owner<UniqueIndex[]>`
      select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table,
             exists (select from pg_attribute a
                      where a.attrelid = i.indrelid and a.attname = 'organizacao_id'
                        and a.attnum = any (i.indkey::int2[])) as "ofOrganization"
        from pg_index i
        join pg_class c on c.oid = i.indrelid
       where c.relnamespace = 'public'::regnamespace and (i.indisunique or i.indisexclusion)`;
    const obstacles = rows.filter(({ table, ofOrganization }) => distributed.has(table) && !ofOrganization);
    expect(obstacles.map(({ name }) => name).sort()).toEqual(named(LOOKUPS, OF_BEFORE));
  });

  it('finds the organization in every reference between distributed tables', async () => {
    const rows = await owner<Reference[]>`
      select conname as name, conrelid::regclass::text as from, confrelid::regclass::text as to,
             exists (select
                       from unnest(conkey, confkey) as pair (mine, theirs)
                       join pg_attribute a on a.attrelid = conrelid and a.attnum = mine
                       join pg_attribute b on b.attrelid = confrelid and b.attnum = theirs
                      where a.attname = 'organizacao_id' and b.attname = 'organizacao_id') as "byOrganization"
        from pg_constraint
       where contype = 'f' and connamespace = 'public'::regnamespace`;
    const obstacles = rows.filter(({ from, to, byOrganization }) => {
      if (to in REFERENCE) return false;
      if (distributed.has(from)) return to in COORDINATOR || !byOrganization;
      return !(from in COORDINATOR && to in COORDINATOR);
    });
    expect(obstacles.map(({ from, to, name }) => `${from} → ${to}: ${name}`)).toEqual([]);
    const unchecked = await owner`select from pg_constraint where contype = 'f' and not convalidated`;
    expect(unchecked).toHaveLength(0);
  });

  it('has no trigger that leaves its organization', async () => {
    const rows = await owner<{ name: string; table: string }[]>`
      select distinct p.proname as name, c.relname as table
        from pg_trigger t
        join pg_class c on c.oid = t.tgrelid
        join pg_proc p on p.oid = t.tgfoid
       where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`;
    const found = rows.filter(({ table }) => distributed.has(table)).map(({ name }) => name);
    expect([...new Set(found)].sort()).toEqual(named(TRIGGERS));
  });

  it('divides by weeks what is dropped by weeks, and can divide the rest of what grows by organization', async () => {
    const rows = await owner<{ name: string; key: string | null; referred: boolean }[]>`
      select c.relname as name, pg_get_partkeydef(c.oid) as key,
             exists (select from pg_constraint where contype = 'f' and confrelid = c.oid) as referred
        from pg_class c
       where c.relname = any (${Object.keys(GROWING)}) and c.relnamespace = 'public'::regnamespace`;
    expect(rows.map(({ name }) => name).sort()).toEqual(named(GROWING));
    const weeks = rows.filter(({ name }) => GROWING[name] === 'weeks');
    expect(weeks).toEqual([{ name: 'registro_chamada', key: 'RANGE (ocorrido_em)', referred: false }]);
    // What is divided by organization has it in every key, as everything distributed has.
    expect(rows.filter(({ name }) => !distributed.has(name))).toEqual([]);
  });

  it('draws from no sequence but where one order of everything is wanted', async () => {
    const rows = await owner<{ name: string }[]>`
      select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`;
    expect(rows.map(({ name }) => name).sort()).toEqual(named(SEQUENCES));
  });

  it('is asked beyond one organization by the doors that are listed, and no other', async () => {
    const rows = await owner<{ name: string; body: string }[]>`
      select pronamespace::regnamespace || '.' || proname as name, pg_get_functiondef(oid) as body
        from pg_proc
       where prosecdef and pronamespace in ('public'::regnamespace, 'acesso'::regnamespace)`;
    const tables = [...distributed, 'prazo_guarda', 'rubrica_\\w+aveis'].join('|');
    const names = new RegExp(`\\b(from|join|into|update|using)\\s+(${tables})\\b`, 'i');
    const ofOneOrganization = /rubrica_organizacao\(\)|p_organizacao_id|returns trigger/i;
    const found = rows.filter(({ name, body }) => {
      const statements = body.replace(name, '').replace(/--.*$/gm, '');
      return names.test(statements) && !ofOneOrganization.test(statements);
    });
    expect([...new Set(found.map(({ name }) => name))].sort()).toEqual(named(BEYOND));
  });
});
