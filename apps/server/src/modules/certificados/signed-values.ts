import { FIELD_KINDS, type TipoCampo } from '@rubrica/contract';
import { sha256Hex } from '../../core/chain.ts';

/** A filled field: text, or the stored PNG; both null if the signature itself goes there. */
export interface SignedField {
  readonly campoId: string;
  readonly tipo: TipoCampo;
  readonly texto: string | null;
  readonly png: Uint8Array | null;
}

/** A signature or initials: its picture, or the text of a typed one. */
export interface SignedMark {
  readonly png: Uint8Array | null;
  readonly texto: string | null;
}

export interface SignedItem {
  readonly campoId: string;
  readonly valor: string | boolean;
}

/**
 * The input of `hashValores` (ADR 0033): the fields a person filled, ordered by id. A picture is the hexadecimal
 * SHA-256 of its PNG, a check mark a boolean, everything else the text as drawn.
 * @param marks the person's signature and initials, if given
 * @returns the items, and the pictures they reference by hash
 */
export function signedItems(
  fields: readonly SignedField[],
  marks: Readonly<Record<'assinatura' | 'rubrica', SignedMark | null>>,
): { itens: SignedItem[]; pictures: Map<string, Uint8Array> } {
  const pictures = new Map<string, Uint8Array>();
  const itens = fields.flatMap(({ campoId, tipo, texto, png }): SignedItem[] => {
    const kind = FIELD_KINDS[tipo];
    const mark = kind.holds === 'MARK' ? marks[kind.mark] : null;
    const picture = png ?? mark?.png;
    if (picture) {
      const sha256 = sha256Hex(picture);
      pictures.set(sha256, picture);
      return [{ campoId, valor: sha256 }];
    }
    const text = texto ?? mark?.texto ?? null;
    if (text === null) return [];
    return [{ campoId, valor: kind.holds === 'CHECK' ? text === 'true' : text }];
  });
  return { itens: itens.sort((a, b) => (a.campoId < b.campoId ? -1 : 1)), pictures };
}
