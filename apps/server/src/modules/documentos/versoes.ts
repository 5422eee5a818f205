import { randomUUID } from 'node:crypto';
import type { VersaoArquivo } from '@rubrica/contract';
import { rule } from '@rubrica/contract';
import type { Origin } from '../../core/actor.ts';
import { conflict, refuseInvalid } from '../../core/problem.ts';
import type { Columns } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';
import { insertFile, type NewFile } from '../arquivos/index.ts';
import { recordEvent } from '../auditoria/index.ts';
import { meter } from '../consumo/index.ts';
import { refuseTooMany } from './entrada.ts';
import { transition } from './estado.ts';
import type { ReceivedPdf } from './recebimento.ts';
import type { DocumentoRow, Marcas } from './rows.ts';
import { insertInto, listCampos, listSignatarios, updateDocumento } from './store.ts';
import { byKey, fieldsOfTags, followsTags, replaceFields } from './tags.ts';

/** A version with its stored file. */
export type VersaoRow = Columns<'versao', 'numero' | 'arquivo_id' | 'paginas' | 'enviado_em' | 'enviado_por'> &
  Columns<'arquivo', 'sha256' | 'tamanho_bytes'>;

/** Every version of a document's file, newest first. */
export function listVersoes(tx: Tx, documentoId: string): Promise<VersaoRow[]> {
  return tx.sql<VersaoRow[]>`
    select v.numero, v.arquivo_id, a.sha256, a.tamanho_bytes, v.paginas, v.enviado_em, v.enviado_por
      from versao v
      join arquivo a on a.id = v.arquivo_id
     where v.documento_id = ${documentoId}
       and ${tx.here('v')}
     order by v.numero desc`;
}

export function presentVersao(row: VersaoRow): VersaoArquivo {
  return {
    numero: row.numero,
    hash: row.sha256,
    tamanhoBytes: row.tamanho_bytes,
    paginas: row.paginas,
    enviadoEm: row.enviado_em.toISOString(),
    enviadoPor: row.enviado_por,
  };
}

/**
 * Replaces a draft's file. The previous one stays stored, listed and in the trail; fields stay in place, but those that
 * tags made give way to those that the tags of the new file make.
 * @param tags of the new file, if the draft followed its tags when it was last looked at
 * @throws 409 DOCUMENTO_IMUTAVEL after sending, 409 if its fields changed since then, 400 if a field would be beyond the
 * last page
 */
export async function criarVersao(
  tx: Tx,
  origin: Origin,
  documento: DocumentoRow,
  received: ReceivedPdf,
  arquivo: NewFile,
  tags: Marcas | null,
): Promise<VersaoRow> {
  transition(documento, 'CHANGE', tx.now);
  const { pages } = received.inspection;
  const campos = await listCampos(tx, documento.id);
  const follows = campos.length > 0 && followsTags(documento, campos);
  if (follows && tags === null) throw conflict(rule('movedMeanwhile'));
  refuseInvalid(
    (follows ? [] : campos).flatMap(({ pagina }, index) =>
      pagina <= pages.length
        ? []
        : [
            {
              campo: `campos[${index}].pagina`,
              ...rule('pageBeyondNewFile', { n: pages.length, pagina }),
            },
          ],
    ),
  );

  const numero = documento.versao + 1;
  const arquivoId = await insertFile(tx, arquivo);
  const geometria = tx.json(pages);
  const versao = {
    numero,
    arquivo_id: arquivoId,
    paginas: pages.length,
    enviado_em: tx.now,
    enviado_por: origin.actor.nome,
  };
  await insertInto(tx, 'versao', [{ id: randomUUID(), documento_id: documento.id, geometria, ...versao }]);
  await tx.sql`update documento set geometria = ${geometria} where id = ${documento.id}`;
  await updateDocumento(tx, documento.id, {
    arquivo_id: arquivoId,
    arquivo_hash: arquivo.sha256,
    versao: numero,
    paginas: pages.length,
    marcas: null,
  });
  await recordEvent(tx, documento.id, origin, {
    acao: 'VERSAO_ENVIADA',
    detalhe: {
      numero,
      hashArquivo: arquivo.sha256,
      hashAnterior: documento.arquivo_hash,
      paginas: pages.length,
      varredura: arquivo.varredura,
    },
  });
  if (follows && tags) {
    const owners = byKey(await listSignatarios(tx, documento.id));
    const { fields, itens } = fieldsOfTags(tags.itens, owners, pages);
    refuseTooMany(0, fields.length);
    await replaceFields(tx, origin, documento, { fields, marcas: { ...tags, itens } });
  }
  await meter(tx, {
    tipo: 'DOCUMENTO_ENVIADO',
    referencia: arquivoId,
    documentoId: documento.id,
    descricao: `${documento.titulo} (versão ${numero})`,
  });
  return { ...versao, sha256: arquivo.sha256, tamanho_bytes: arquivo.tamanhoBytes };
}
