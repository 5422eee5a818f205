import { newSalt, saltedHash } from '../../core/chain.ts';
import { signedItems } from '../certificados/index.ts';
import type { Entry } from './sessao.ts';
import type { FilledField, GivenMark, GivenSignature } from './valores.ts';

const markOf = (given: GivenMark | null) => given && { png: given.png, texto: given.form.texto ?? null };

/**
 * What a signature's event contains besides the act (ADR 0033): the hashes of the text agreed to and of the signed
 * values, and the salt to store with the signer. Documents sent under the first schema have neither.
 */
export function bindSignature(
  { documento, signatario }: Entry,
  filled: readonly FilledField[],
  given: GivenSignature,
): { valores_sal: string | null; detalhe: Record<string, string | null> } {
  if (documento.esquema === 'rubrica.certificado.v1') return { valores_sal: null, detalhe: {} };
  const sal = newSalt();
  const fields = filled.map(({ campo, texto, png }) => ({ campoId: campo.id, tipo: campo.tipo, texto, png }));
  const { itens } = signedItems(fields, { assinatura: markOf(given.assinatura), rubrica: markOf(given.rubrica) });
  const detalhe = {
    hashTextoAceite: signatario.aceite?.textoHash ?? null,
    hashValores: saltedHash(sal, itens),
  };
  return { valores_sal: sal, detalhe };
}
