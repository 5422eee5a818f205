import type { ConteudoCertificadoV2, EvidenciaSignatario, EvidenciaSignatarioV2 } from '@rubrica/contract';
import type { CampoRow, FatorRow, SignatarioRow } from '../documentos/index.ts';
import { acceptedText } from './acceptance-texts.ts';
import { deviceInWords } from './device.ts';
import type { PictureRow, ValueRow } from './marks.ts';
import { type SignedMark, signedItems } from './signed-values.ts';

/** What signers left behind, for a whole document. */
export interface SignerRows {
  readonly fatores: readonly FatorRow[];
  readonly campos: readonly CampoRow[];
  readonly valores: readonly ValueRow[];
  readonly imagens: readonly PictureRow[];
}

/**
 * A signer's evidence in the second schema: that of the first, and the preimage of each of their hashes in the chain.
 * @returns it, and the pictures its values reference by hash
 */
export function evidenceV2(
  first: EvidenciaSignatario,
  row: SignatarioRow,
  rows: SignerRows,
): { evidence: EvidenciaSignatarioV2; pictures: Map<string, Uint8Array> } {
  if (!row.envio_sal || !row.envio_dados) throw new Error('a signer whose data were not kept at sending');
  const { itens, pictures } = itemsOf(row, rows);
  const evidence = {
    ...first,
    dataNascimento: row.data_nascimento,
    fatoresCumpridos: proofsOf(first, rows.fatores),
    noEnvio: { sal: row.envio_sal, dados: row.envio_dados },
    valores: row.valores_sal === null ? null : { sal: row.valores_sal, itens },
    dispositivo: deviceInWords(first.agenteUsuario),
  };
  return { evidence, pictures: row.valores_sal === null ? new Map() : pictures };
}

/**
 * How each fulfilled factor was fulfilled, and the value it was proven for. Which are fulfilled is determined by the
 * caller.
 */
function proofsOf(
  { signatarioId, fatoresCumpridos }: EvidenciaSignatario,
  fatores: readonly FatorRow[],
): EvidenciaSignatarioV2['fatoresCumpridos'] {
  return fatoresCumpridos.map((done) => {
    const row = fatores.find(({ signatario_id, fator }) => signatario_id === signatarioId && fator === done.fator);
    return { ...done, meio: row?.meio ?? null, provadoPara: row?.provado_para ?? null };
  });
}

function itemsOf(row: SignatarioRow, { campos, valores, imagens }: SignerRows) {
  const mark = (uso: 'ASSINATURA' | 'RUBRICA'): SignedMark => ({
    png: imagens.find((one) => one.signatario_id === row.id && one.uso === uso)?.png ?? null,
    texto: (uso === 'ASSINATURA' ? row.assinatura : row.rubrica)?.texto ?? null,
  });
  const fields = campos
    .filter(({ signatario_id }) => signatario_id === row.id)
    .flatMap(({ id, tipo }) => {
      const value = valores.find(({ campo_id }) => campo_id === id);
      return value ? [{ campoId: id, tipo, texto: value.texto, png: value.imagem }] : [];
    });
  return signedItems(fields, { assinatura: mark('ASSINATURA'), rubrica: mark('RUBRICA') });
}

/** Every text that somebody agreed to, in full, each once. */
export function textsOf(signatarios: readonly SignatarioRow[]): ConteudoCertificadoV2['textosAceite'] {
  const agreed = signatarios.flatMap(({ aceite }) => (aceite ? [acceptedText(aceite)] : []));
  return [...new Set(agreed)].map(({ textoAceiteId, versao, textoHash, texto }) => ({
    textoAceiteId,
    versao,
    textoHash,
    texto,
  }));
}
