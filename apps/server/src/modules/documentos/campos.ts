import type { CamposEntrada } from '@rubrica/contract';
import { rule } from '@rubrica/contract';
import type { Origin } from '../../core/actor.ts';
import { conflict, refuseInvalid } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { recordEvent } from '../auditoria/index.ts';
import { anchorTexts, ofEntries, placeFields } from './anchors.ts';
import type { DocumentosDeps } from './deps.ts';
import { draftField, refuseTooMany, toField } from './entrada.ts';
import { transition } from './estado.ts';
import type { DraftText } from './page-text.ts';
import type { CampoRow, DocumentoRow } from './rows.ts';
import { checkDrawable, checkFields } from './rules.ts';
import { deleteCampos, insertInto, listCampos, listSignatarios, updateDocumento } from './store.ts';
import { knownTags, tagsLeft } from './tags.ts';

/**
 * Replaces the whole field map. An entry with the id of an existing field keeps that id.
 * @param read what anchored fields are placed by, read in the draft's file before
 * @throws 400 with every problem, 409 DOCUMENTO_IMUTAVEL after sending, 409 if the file changed since it was read, 422
 * over 500 fields
 */
export async function definirCampos(
  tx: Tx,
  deps: DocumentosDeps,
  origin: Origin,
  documento: DocumentoRow,
  body: CamposEntrada,
  read: DraftText | null,
): Promise<CampoRow[]> {
  transition(documento, 'CHANGE', tx.now);
  if (anchorTexts(body.campos).length > 0 && read?.arquivo !== documento.arquivo_hash)
    throw conflict(rule('movedMeanwhile'));
  const placed = placeFields(body.campos, read?.text ?? null, documento.geometria);
  refuseTooMany(0, placed.campos.length);
  const [signatarios, current] = await Promise.all([listSignatarios(tx, documento.id), listCampos(tx, documento.id)]);
  const onlySigner = signatarios.length === 1 ? (signatarios[0]?.id ?? null) : null;
  const campos = placed.campos.map((campo) => toField(campo, onlySigner));

  const known = new Set(current.map(({ id }) => id));
  const given = body.campos.flatMap(({ id }, index) => (id ? [{ id, index }] : []));
  refuseInvalid([
    ...given.flatMap(({ id, index }) =>
      known.has(id) ? [] : [{ campo: `campos[${index}].id`, ...rule('notAField') }],
    ),
    ...given.flatMap(({ id, index }, position) =>
      given.findIndex((other) => other.id === id) === position
        ? []
        : [{ campo: `campos[${index}].id`, ...rule('idTwice') }],
    ),
    ...placed.problems,
    ...ofEntries(
      [
        ...checkFields(campos.map(draftField), signatarios, documento.paginas),
        ...checkDrawable(
          campos.map(({ valor_padrao }, index) => [`campos[${index}].valorPadrao`, valor_padrao] as const),
          deps.undrawable,
        ),
      ],
      placed.origins,
    ),
  ]);

  await deleteCampos(tx, [...known]);
  await insertInto(
    tx,
    'campo',
    campos.map((campo, posicao) => ({ ...campo, documento_id: documento.id, posicao })),
  );
  const tags = knownTags(documento);
  // Without fields of its own a draft has those of its tags again, which sending reads anew.
  await updateDocumento(tx, documento.id, { marcas: tags && campos.length > 0 ? tagsLeft(tags) : null });
  await recordEvent(tx, documento.id, origin, { acao: 'CAMPOS_DEFINIDOS', detalhe: { quantidade: campos.length } });
  return listCampos(tx, documento.id);
}
