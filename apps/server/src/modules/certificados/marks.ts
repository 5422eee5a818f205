import type { Handwriting } from '@rubrica/contract';
import { FIELD_KINDS, hasSeveralLines } from '@rubrica/contract';
import type { Hand, Mark } from '@rubrica/pdf';
import type { Columns, Row } from '../../core/row.ts';
import type { CampoRow, SignatarioRow, SignatureForm } from '../documentos/index.ts';
import { moment } from './words.ts';

export type ValueRow = Columns<'valor_campo', 'campo_id' | 'texto' | 'imagem'>;

export type PictureRow = Row<
  'imagem_assinatura',
  {
    signatario_id: string;
    uso: 'ASSINATURA' | 'RUBRICA';
    png: Buffer;
  }
>;

/** Everything drawn on the pages: what signers filled in and what the sender wrote into read-only fields. */
export function marksOf(
  campos: readonly CampoRow[],
  signatarios: readonly SignatarioRow[],
  valores: readonly ValueRow[],
  imagens: readonly PictureRow[],
): Mark[] {
  return campos.flatMap((campo) => {
    const signer = signatarios.find(({ id }) => id === campo.signatario_id);
    const content = signer ? signedContent(campo, signer, valores, imagens) : senderContent(campo);
    if (!content) return [];
    const at = { x: campo.x, y: campo.y, width: campo.largura, height: campo.altura };
    return [{ page: campo.pagina, at, z: campo.z, ...content }];
  });
}

type Content =
  | Pick<Extract<Mark, { kind: 'text' }>, 'kind' | 'text' | 'multiline'>
  | Pick<Extract<Mark, { kind: 'signature' }>, 'kind' | 'image' | 'text' | 'hand' | 'caption'>
  | Pick<Extract<Mark, { kind: 'image' }>, 'kind' | 'image'>
  | Pick<Extract<Mark, { kind: 'check' }>, 'kind' | 'checked'>;

const HANDS: Readonly<Record<Handwriting, Hand>> = { SOLTA: 'loose', REDONDA: 'round', FINA: 'fine' };
const isHandwriting = (fonte: string): fonte is Handwriting => Object.hasOwn(HANDS, fonte);

/** Any text may stand there; what names no handwriting is drawn in the first one. */
const handOf = ({ fonte = 'SOLTA' }: SignatureForm): Hand => HANDS[isHandwriting(fonte) ? fonte : 'SOLTA'];

const png = (bytes: Uint8Array) => ({ bytes, format: 'png' as const });

function senderContent(campo: CampoRow): Content | null {
  if (!campo.valor_padrao) return null;
  if (FIELD_KINDS[campo.tipo].holds === 'CHECK') return { kind: 'check', checked: campo.valor_padrao === 'true' };
  return { kind: 'text', text: campo.valor_padrao, multiline: hasSeveralLines(campo.tipo) };
}

function signedContent(
  campo: CampoRow,
  signer: SignatarioRow,
  valores: readonly ValueRow[],
  imagens: readonly PictureRow[],
): Content | null {
  const value = valores.find(({ campo_id }) => campo_id === campo.id);
  if (!value) return null;
  const kind = FIELD_KINDS[campo.tipo];
  switch (kind.holds) {
    case 'MARK':
      return signatureContent(campo, kind.mark, value, signer, imagens);
    case 'PICTURE':
      return value.imagem ? { kind: 'image', image: png(value.imagem) } : null;
    case 'CHECK':
      return { kind: 'check', checked: value.texto === 'true' };
    case 'SIGNING_DAY':
    case 'TEXT':
      return value.texto ? { kind: 'text', text: value.texto, multiline: hasSeveralLines(campo.tipo) } : null;
  }
}

function signatureContent(
  campo: CampoRow,
  mark: 'assinatura' | 'rubrica',
  value: ValueRow,
  signer: SignatarioRow,
  imagens: readonly PictureRow[],
): Content | null {
  const form: SignatureForm | null = signer[mark];
  const picture = value.imagem ?? imagens.find((row) => row.signatario_id === signer.id && row.uso === campo.tipo)?.png;
  const caption =
    mark === 'assinatura' && signer.assinado_em
      ? [signer.nome ?? signer.email ?? '', `Assinado em ${moment(signer.assinado_em)}`].filter((line) => line !== '')
      : [];
  if (picture) return { kind: 'signature', image: png(picture), caption };
  return form?.texto ? { kind: 'signature', text: form.texto, hand: handOf(form), caption } : null;
}
