import { randomUUID } from 'node:crypto';
import type { Tx } from '../../core/sql.ts';
import type { NewFile } from '../arquivos/index.ts';
import type { CampoRow, DocumentoRow, SignatarioRow } from './rows.ts';

/** Everything a listing's `busca` looks into, a line each; the database makes the same text when any of it changes. */
function searchText(titulo: string, signatarios: readonly SignatarioRow[]): string {
  const people = signatarios.map(({ nome, email }) => [nome, email].filter((text) => text !== null).join('\n'));
  return [titulo, ...people].join('\n');
}

/**
 * Writes a new draft: file, document and first version in one statement, whose values are listed because a record taken
 * from JSON costs a quarter more; signers and fields in one each, where there are any. All are sent before this returns,
 * so that what follows may be sent behind them.
 */
export async function insertDraft(
  tx: Tx,
  documento: DocumentoRow,
  signatarios: readonly SignatarioRow[],
  campos: readonly CampoRow[],
  arquivo: NewFile,
  enviadoPor: string,
): Promise<void> {
  await Promise.all([
    insertDocument(tx, documento, searchText(documento.titulo, signatarios), arquivo, enviadoPor),
    signatarios.length > 0 && insertSigners(tx, signatarios),
    campos.length > 0 && insertFields(tx, campos),
  ]);
}

function insertDocument(
  { sql, scope, now }: Tx,
  documento: DocumentoRow,
  busca: string,
  arquivo: NewFile,
  enviadoPor: string,
): Promise<unknown> {
  const { organizacaoId, ambiente } = scope;
  const { id, arquivo_id, paginas } = documento;
  const geometria = sql.json(documento.geometria as never);
  return sql`
    with arquivo_novo as (
      insert into arquivo (id, organizacao_id, ambiente, chave, sha256, tamanho_bytes, varredura, criado_em)
      values (${arquivo_id}, ${organizacaoId}, ${ambiente}, ${arquivo.chave}, ${arquivo.sha256},
              ${arquivo.tamanhoBytes}, ${sql.json(arquivo.varredura as never)}, ${now})
    ), versao_nova as (
      insert into versao (id, organizacao_id, ambiente, documento_id, numero, arquivo_id, paginas, geometria,
                          enviado_em, enviado_por)
      values (${randomUUID()}, ${organizacaoId}, ${ambiente}, ${id}, 1, ${arquivo_id}, ${paginas}, ${geometria},
              ${now}, ${enviadoPor})
    )
    insert into documento (
      id, organizacao_id, ambiente, titulo, descricao, status, nivel_assinatura, fatores_exigidos, pasta_id,
      envelope_id, ordenado, recusavel, parar_se_recusado, mensagem, lembrete, prazo_em, expira_em, modelo_email_id,
      responder_para, criado_por, criado_em, atualizado_em, arquivo_id, arquivo_hash, versao, paginas, geometria, busca)
    values (
      ${id}, ${organizacaoId}, ${ambiente}, ${documento.titulo}, ${documento.descricao}, ${documento.status},
      ${documento.nivel_assinatura}, ${documento.fatores_exigidos as string[]}, ${documento.pasta_id},
      ${documento.envelope_id}, ${documento.ordenado}, ${documento.recusavel}, ${documento.parar_se_recusado},
      ${documento.mensagem}, ${documento.lembrete}, ${documento.prazo_em}, ${documento.expira_em},
      ${documento.modelo_email_id}, ${documento.responder_para}, ${documento.criado_por}, ${documento.criado_em},
      ${documento.atualizado_em}, ${arquivo_id}, ${documento.arquivo_hash}, ${documento.versao}, ${paginas},
      ${geometria}, rubrica_busca(${busca}))`.execute();
}

function insertSigners({ sql, scope }: Tx, signatarios: readonly SignatarioRow[]): Promise<unknown> {
  return sql`
    insert into signatario (
      id, organizacao_id, ambiente, documento_id, posicao, funcao, nome, email, telefone, cpf, data_nascimento,
      metodo_entrega, fatores_exigidos, ordem, travar_dados, cliente_id, status)
    select id, ${scope.organizacaoId}, ${scope.ambiente}, documento_id, posicao, funcao, nome, email, telefone, cpf,
           data_nascimento, metodo_entrega, fatores_exigidos, ordem, travar_dados, cliente_id, status
      from jsonb_populate_recordset(null::signatario, ${sql.json(signatarios as never)})`.execute();
}

function insertFields({ sql, scope }: Tx, campos: readonly CampoRow[]): Promise<unknown> {
  return sql`
    insert into campo (
      id, organizacao_id, ambiente, documento_id, signatario_id, posicao, tipo, pagina, x, y, largura, altura, z,
      rotulo, obrigatorio, valor_padrao)
    select id, ${scope.organizacaoId}, ${scope.ambiente}, documento_id, signatario_id, posicao, tipo, pagina, x, y,
           largura, altura, z, rotulo, obrigatorio, valor_padrao
      from jsonb_populate_recordset(null::campo, ${sql.json(campos as never)})`.execute();
}
