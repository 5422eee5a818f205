import type { Columns } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';
import type { NewFile } from '../arquivos/index.ts';
import type { Aggregate, CampoRow, DocumentoRow, SignatarioRow } from './rows.ts';

/** Everything a listing's `busca` looks into, a line each; the database makes the same text when any of it changes. */
function searchText({ titulo, referencia_externa }: DocumentoRow, signatarios: readonly SignatarioRow[]): string {
  const people = signatarios.flatMap((one) => [one.nome, one.email, one.referencia_externa]);
  return [titulo, referencia_externa, ...people].filter((text) => text !== null).join('\n');
}

/** A draft's rows. */
export interface DraftRows extends Aggregate {
  readonly arquivo: NewFile;
  /** Name of the person who uploaded the file, for the first version. */
  readonly enviadoPor: string;
}

/** Ids of the signers and fields that were written; missing ones were already in use. */
export interface Written {
  readonly signatarios: ReadonlySet<string>;
  readonly campos: ReadonlySet<string>;
}

const idsOf = (rows: readonly { id: string }[]): ReadonlySet<string> => new Set(rows.map(({ id }) => id));

/**
 * Writes new drafts: files, documents and first versions in one statement, signers and fields, if any, in one each. All
 * statements are sent before this returns, so that further ones can be sent right behind them. An id that another
 * transaction is writing at this moment is waited for, and is then in use; in the order of ids, so that no two
 * transactions deadlock.
 */
export async function insertDrafts(tx: Tx, drafts: readonly DraftRows[]): Promise<Written> {
  const signatarios = drafts.flatMap((draft) => draft.signatarios);
  const campos = drafts.flatMap((draft) => draft.campos);
  const [, people, fields] = await Promise.all([
    insertDocuments(tx, drafts),
    signatarios.length > 0 ? insertSigners(tx, signatarios) : [],
    campos.length > 0 ? insertFields(tx, campos) : [],
  ]);
  return { signatarios: idsOf(people), campos: idsOf(fields) };
}

function insertDocuments({ sql, scope, now, json }: Tx, drafts: readonly DraftRows[]): Promise<unknown> {
  const documentos = drafts.map(({ documento, signatarios }) => ({
    ...documento,
    busca: searchText(documento, signatarios),
  }));
  const arquivos = drafts.map(({ documento, arquivo, enviadoPor }) => ({
    id: documento.arquivo_id,
    chave: arquivo.chave,
    sha256: arquivo.sha256,
    tamanho_bytes: arquivo.tamanhoBytes,
    varredura: arquivo.varredura,
    conteudo_ativo: arquivo.conteudoAtivo,
    enviado_por: enviadoPor,
  }));
  return sql`
    with novo as materialized (
      select * from jsonb_populate_recordset(null::documento, ${json(documentos)})
    ), recebido as materialized (
      select *
        from jsonb_to_recordset(${json(arquivos)})
          as r (id uuid, chave text, sha256 text, tamanho_bytes bigint, varredura jsonb, conteudo_ativo jsonb, enviado_por text)
    ), arquivo_novo as (
      insert into arquivo (id, organizacao_id, ambiente, chave, sha256, tamanho_bytes, varredura, conteudo_ativo,
                           criado_em)
      select id, ${scope.organizacaoId}, ${scope.ambiente}, chave, sha256, tamanho_bytes, varredura, conteudo_ativo,
             ${now}
        from recebido
    ), versao_nova as (
      insert into versao (id, organizacao_id, ambiente, documento_id, numero, arquivo_id, paginas, geometria,
                          enviado_em, enviado_por)
      select gen_random_uuid(), ${scope.organizacaoId}, ${scope.ambiente}, novo.id, 1, novo.arquivo_id, novo.paginas,
             novo.geometria, ${now}, recebido.enviado_por
        from novo
        join recebido on recebido.id = novo.arquivo_id
    )
    insert into documento (
      id, organizacao_id, ambiente, titulo, descricao, status, nivel_assinatura, fatores_exigidos, pasta_id,
      envelope_id, ordenado, recusavel, parar_se_recusado, mensagem, lembrete, prazo_em, expira_em, modelo_email_id,
      responder_para, referencia_externa, metadados, criado_por, criado_em, atualizado_em, arquivo_id, arquivo_hash,
      versao, paginas, geometria, marcas, busca)
    select id, ${scope.organizacaoId}, ${scope.ambiente}, titulo, descricao, status, nivel_assinatura, fatores_exigidos,
           pasta_id, envelope_id, ordenado, recusavel, parar_se_recusado, mensagem, lembrete, prazo_em, expira_em,
           modelo_email_id, responder_para, referencia_externa, metadados, criado_por, criado_em, atualizado_em,
           arquivo_id, arquivo_hash, versao, paginas, geometria, marcas, rubrica_busca(busca)
      from novo`.execute();
}

function insertSigners(
  { sql, scope, json }: Tx,
  signatarios: readonly SignatarioRow[],
): Promise<readonly { id: string }[]> {
  return sql<Columns<'signatario', 'id'>[]>`
    insert into signatario (
      id, organizacao_id, ambiente, documento_id, posicao, funcao, nome, email, telefone, cpf, data_nascimento,
      metodo_entrega, fatores_exigidos, ordem, travar_dados, presencial, delegavel, cliente_id, chave, url_retorno,
      referencia_externa, metadados, status)
    select id, ${scope.organizacaoId}, ${scope.ambiente}, documento_id, posicao, funcao, nome, email, telefone, cpf,
           data_nascimento, metodo_entrega, fatores_exigidos, ordem, travar_dados, presencial, delegavel, cliente_id, chave,
           url_retorno, referencia_externa, metadados, status
      from jsonb_populate_recordset(null::signatario, ${json(signatarios)})
     order by id
        on conflict do nothing
    returning id`.execute();
}

function insertFields({ sql, scope, json }: Tx, campos: readonly CampoRow[]): Promise<readonly { id: string }[]> {
  return sql<Columns<'campo', 'id'>[]>`
    insert into campo (
      id, organizacao_id, ambiente, documento_id, signatario_id, posicao, tipo, pagina, x, y, largura, altura, z,
      rotulo, obrigatorio, valor_padrao)
    select id, ${scope.organizacaoId}, ${scope.ambiente}, documento_id, signatario_id, posicao, tipo, pagina, x, y,
           largura, altura, z, rotulo, obrigatorio, valor_padrao
      from jsonb_populate_recordset(null::campo, ${json(campos)})
     order by id
        on conflict do nothing
    returning id`.execute();
}
