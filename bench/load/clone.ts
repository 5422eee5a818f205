import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Sql } from '../../apps/server/src/core/driver/tag.ts';

/** An organization the load comes from, and its keys. */
export interface Organization {
  readonly id: string;
  readonly membroId: string;
  readonly keys: readonly string[];
}

/** A document the service made, by whose rows others are made. */
export interface Template {
  readonly id: string;
  /** Out of a hundred documents, so many are like this one. */
  readonly share: number;
}

/** A key may make 60 requests a minute: the largest organizations have more of them, like whoever sends as much. */
const keysOf = (index: number) => (index === 0 ? 100 : index < 100 ? 10 : 2);
const SCOPES = ['documentos:ler', 'documentos:escrever', 'arquivos:ler', 'webhooks:gerenciar'];
const AT_ONCE = 500;
/** A document is made each half a minute: a million are a year. */
const SECONDS_APART = 30;
/** One of ten documents is of the largest organization; the others thin out with the square of their place. */
const LARGEST_SHARE = 10;

/** Writes organizations, each with its owner and keys, as signing up would: through the service it would take hours. */
export async function createOrganizations(sql: Sql, count: number): Promise<Organization[]> {
  const made: Organization[] = [];
  for (let start = 0; start < count; start += AT_ONCE) {
    const part = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, n) => newOrganization(start + n));
    await sql.begin(async (tx) => {
      await tx`insert into organizacao ${tx(part.map(({ row }) => row))}`;
      await tx`insert into usuario ${tx(part.map(({ usuario }) => usuario))}`;
      await tx`insert into membro ${tx(part.map(({ membro }) => membro))}`;
      const keys = part.flatMap(({ chaves }) => chaves);
      for (let at = 0; at < keys.length; at += AT_ONCE) {
        await tx`insert into chave_api ${tx(keys.slice(at, at + AT_ONCE))}`;
      }
    });
    made.push(...part.map(({ organization }) => organization));
  }
  return made;
}

function newOrganization(index: number) {
  const [id, usuarioId, membroId] = [randomUUID(), randomUUID(), randomUUID()];
  const now = new Date();
  const email = `carga.${index}@exemplo.com.br`;
  const keys = Array.from({ length: keysOf(index) }, () => ({
    prefixo: `svc_live_${randomBytes(6).toString('hex')}`,
    segredo: randomBytes(32).toString('base64url'),
  }));
  const person = { nome: 'Ana Lima', email, criado_em: now };
  return {
    organization: { id, membroId, keys: keys.map(({ prefixo, segredo }) => `${prefixo}.${segredo}`) },
    row: { id, nome: `Acácia ${index} Ltda.`, plano_codigo: 'EMPRESARIAL', criada_em: now },
    usuario: { id: usuarioId, ...person, senha_hash: 'x', email_confirmado_em: now },
    membro: {
      id: membroId,
      organizacao_id: id,
      usuario_id: usuarioId,
      ...person,
      papel: 'PROPRIETARIO',
      estado: 'ATIVO',
    },
    chaves: keys.map(({ prefixo, segredo }) => ({
      id: randomUUID(),
      organizacao_id: id,
      ambiente: 'PRODUCAO',
      nome: 'carga',
      prefixo,
      segredo_hash: createHash('sha256').update(segredo).digest(),
      escopos: SCOPES,
      membro_id: membroId,
      criada_em: now,
    })),
  };
}

/** The rows of a document: every table that has some, and which of its rows they are. `$1` is the document's id. */
const ROWS: readonly [table: string, which: string][] = [
  [
    'arquivo',
    `id in (select arquivo_id from versao where documento_id = $1 union select arquivo_id from certificado where documento_id = $1
            union select arquivo_assinado_id from documento where id = $1)`,
  ],
  ['documento', 'id = $1'],
  ['versao', 'documento_id = $1'],
  ['trilha', 'documento_id = $1'],
  ['evento_auditoria', 'documento_id = $1'],
  ['signatario', 'documento_id = $1'],
  ['campo', 'documento_id = $1'],
  ['valor_campo', 'campo_id in (select id from campo where documento_id = $1)'],
  ['fator_signatario', 'signatario_id in (select id from signatario where documento_id = $1)'],
  ['imagem_assinatura', 'signatario_id in (select id from signatario where documento_id = $1)'],
  ['link', 'id in (select link_id from link_signatario where documento_id = $1)'],
  ['link_signatario', 'documento_id = $1'],
  ['link_exibido', 'link_id in (select link_id from link_signatario where documento_id = $1)'],
  ['certificado', 'documento_id = $1'],
  ['evento_saida', 'documento_id = $1'],
  ['medicao', 'documento_id = $1'],
];

/** The letters of a validation code; a hexadecimal digit becomes one of sixteen of them. */
const CODE = `translate(md5(a.n || ':c'), '0123456789abcdef', 'ABCDEFGHJKMNPQRS')`;
const OF_A_CLONE: Readonly<Record<string, string>> = {
  organizacao_id: 'a.organizacao_id',
  criado_por: 'a.membro_id',
  posicao_de_evento_saida: `nextval('evento_posicao')`,
  titulo: `'Contrato de prestação de serviços nº ' || a.n`,
  busca: `'contrato de prestacao de servicos no ' || a.n || e'\\njoao da silva'`,
  codigo_validacao: `case when t.codigo_validacao is not null then
    'SVC-' || substr(${CODE}, 1, 4) || '-' || substr(${CODE}, 5, 4) || '-' || substr(${CODE}, 9, 4) end`,
  codigo: `'SVC-CERT-' || substr(${CODE}, 1, 10)`,
  chave_de_arquivo: `a.n || '/' || t.chave`,
  referencia: `'carga:' || a.n || ':' || t.referencia`,
  token_hash: `sha256(convert_to(a.n || ':t', 'UTF8'))`,
  sha256: `encode(sha256(convert_to(a.n || t.sha256, 'UTF8')), 'hex')`,
  hash_publico: `encode(sha256(convert_to(a.n || t.hash_publico, 'UTF8')), 'hex')`,
};

/**
 * Writes `count` documents with everything that hangs on them, each a copy of a template's rows under ids, codes and hashes
 * of its own, spread over the organizations. Triggers and foreign keys are off; what triggers count is written at the end.
 */
export async function cloneDocuments(
  sql: Sql,
  organizations: readonly Organization[],
  templates: readonly Template[],
  count: number,
): Promise<void> {
  const connection = await sql.reserve();
  try {
    await connection`set session_replication_role = replica`;
    const indexes = await dropIndexes(connection);
    await connection`create temp table dona (i int primary key, organizacao_id uuid, membro_id uuid)`;
    const rows = organizations.map(({ id, membroId }, i) => ({ i, organizacao_id: id, membro_id: membroId }));
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      await connection`insert into dona ${connection(rows.slice(at, at + AT_ONCE))}`;
    }
    let from = 0;
    for (const [index, { id, share }] of templates.entries()) {
      const to = index === templates.length - 1 ? count : from + Math.floor((count * share) / 100);
      await cloneOne(connection, id, from, to, organizations.length);
      from = to;
    }
    await connection`
      insert into documento_contagem (organizacao_id, ambiente, pasta_id, status, total)
      select organizacao_id, ambiente, '00000000-0000-0000-0000-000000000000', status, count(*)
        from documento group by organizacao_id, ambiente, status
      on conflict (organizacao_id, ambiente, pasta_id, status) do update set total = excluded.total`;
    await connection`truncate documento_variacao`;
    for (const definition of indexes) await connection.unsafe(definition);
    await connection`set session_replication_role = origin`;
    await connection`drop table dona`;
    await connection`vacuum analyze`;
  } finally {
    connection.release();
  }
}

type Connection = Pick<Sql, 'unsafe'>;

/** Built at the end, an index takes a fraction of what it takes row by row. @returns the statements that build them again */
async function dropIndexes(sql: Connection): Promise<string[]> {
  const rows = await sql.unsafe<{ name: string; definition: string }[]>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index
     where indrelid::regclass::text in (${ROWS.map(([table]) => `'${table}'`).join(', ')})
       and not indisunique`);
  for (const { name } of rows) await sql.unsafe(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

async function cloneOne(sql: Connection, template: string, from: number, to: number, organizations: number) {
  if (!/^[0-9a-f-]{36}$/.test(template)) throw new Error('a template is named by its id');
  const inserts: string[] = [];
  for (const [table, which] of ROWS) {
    await sql.unsafe(
      `create temp table molde_${table} as select * from ${table} where ${which.replaceAll('$1', `'${template}'`)}`,
    );
    inserts.push(await insertOf(sql, table));
  }
  const step = 20_000;
  for (let first = from; first < to; first += step) {
    const last = Math.min(first + step, to) - 1;
    await sql.unsafe(`
      create temp table alvo as
      select n, d.organizacao_id, d.membro_id
        from generate_series(${first}, ${last}) as n
        join dona d on d.i = case when n % ${LARGEST_SHARE} = 0 then 0
                                  else floor(${organizations} * power((n::bigint * 7919 % 1000003) / 1000003.0, 2))::int end`);
    for (const insert of inserts) await sql.unsafe(insert);
    await sql.unsafe('drop table alvo');
  }
  await sql.unsafe(`drop table ${ROWS.map(([table]) => `molde_${table}`).join(', ')}`);
}

async function insertOf(sql: Connection, table: string): Promise<string> {
  const columns = await sql.unsafe<{ name: string; type: string }[]>(`
    select attname as name, format_type(atttypid, null) as type
      from pg_attribute
     where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
     order by attnum`);
  const values = columns.map(({ name, type }) => {
    const known = OF_A_CLONE[`${name}_de_${table}`] ?? OF_A_CLONE[name];
    if (known !== undefined) return known;
    if (type === 'uuid') return `md5(a.n::text || t.${name}::text)::uuid`;
    if (type === 'timestamp with time zone') return `t.${name} - make_interval(secs => a.n * ${SECONDS_APART})`;
    return `t.${name}`;
  });
  return `insert into ${table} (${columns.map(({ name }) => name).join(', ')})
          select ${values.join(', ')} from molde_${table} t cross join alvo a`;
}
