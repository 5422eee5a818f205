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
 * Writes a new draft whole: file, document, first version, signers and fields. One statement, whose text never varies,
 * costs a fraction of one for each table. It is sent before this returns, so that what follows may be sent behind it.
 */
export async function insertDraft(
  tx: Tx,
  documento: DocumentoRow,
  signatarios: readonly SignatarioRow[],
  campos: readonly CampoRow[],
  arquivo: NewFile,
  enviadoPor: string,
): Promise<void> {
  const { sql } = tx;
  const { organizacaoId, ambiente } = tx.scope;
  const json = (value: unknown) => sql.json(value as never);
  await sql`
    with arquivo_novo as (
      insert into arquivo (id, organizacao_id, ambiente, chave, sha256, tamanho_bytes, varredura, criado_em)
      values (${documento.arquivo_id}, ${organizacaoId}, ${ambiente}, ${arquivo.chave}, ${arquivo.sha256},
              ${arquivo.tamanhoBytes}, ${json(arquivo.varredura)}, ${tx.now})
    ), documento_novo as (
      insert into documento (
        id, organizacao_id, ambiente, titulo, descricao, status, nivel_assinatura, fatores_exigidos, pasta_id,
        envelope_id, ordenado, recusavel, parar_se_recusado, mensagem, lembrete, prazo_em, expira_em, modelo_email_id,
        responder_para, criado_por, criado_em, atualizado_em, arquivo_id, arquivo_hash, versao, paginas, geometria, busca)
      select id, ${organizacaoId}, ${ambiente}, titulo, descricao, status, nivel_assinatura, fatores_exigidos, pasta_id,
             envelope_id, ordenado, recusavel, parar_se_recusado, mensagem, lembrete, prazo_em, expira_em,
             modelo_email_id, responder_para, criado_por, criado_em, atualizado_em, arquivo_id, arquivo_hash, versao,
             paginas, geometria, rubrica_busca(${searchText(documento.titulo, signatarios)})
        from jsonb_populate_record(null::documento, ${json(documento)})
      returning id, paginas, geometria, arquivo_id
    ), versao_nova as (
      insert into versao (id, organizacao_id, ambiente, documento_id, numero, arquivo_id, paginas, geometria,
                          enviado_em, enviado_por)
      select ${randomUUID()}::uuid, ${organizacaoId}, ${ambiente}, id, 1, arquivo_id, paginas, geometria,
             ${tx.now}, ${enviadoPor}
        from documento_novo
    ), signatario_novo as (
      insert into signatario (
        id, organizacao_id, ambiente, documento_id, posicao, funcao, nome, email, telefone, cpf, data_nascimento,
        metodo_entrega, fatores_exigidos, ordem, travar_dados, cliente_id, status)
      select id, ${organizacaoId}, ${ambiente}, documento_id, posicao, funcao, nome, email, telefone, cpf,
             data_nascimento, metodo_entrega, fatores_exigidos, ordem, travar_dados, cliente_id, status
        from jsonb_populate_recordset(null::signatario, ${json(signatarios)})
    )
    insert into campo (
      id, organizacao_id, ambiente, documento_id, signatario_id, posicao, tipo, pagina, x, y, largura, altura, z,
      rotulo, obrigatorio, valor_padrao)
    select id, ${organizacaoId}, ${ambiente}, documento_id, signatario_id, posicao, tipo, pagina, x, y, largura, altura,
           z, rotulo, obrigatorio, valor_padrao
      from jsonb_populate_recordset(null::campo, ${json(campos)})`.execute();
}
