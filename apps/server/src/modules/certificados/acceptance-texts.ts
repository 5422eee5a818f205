import { sha256Hex } from '../../core/chain.ts';

/** A text that signers agree to before signing. */
export interface AcceptanceText {
  readonly textoAceiteId: string;
  readonly versao: string;
  readonly texto: string;
  /** SHA-256 of `texto`. */
  readonly textoHash: string;
}

const entry = (textoAceiteId: string, versao: string, texto: string): AcceptanceText => ({
  textoAceiteId,
  versao,
  texto,
  textoHash: sha256Hex(texto),
});

/**
 * Every text signers were ever asked to agree to, oldest first; the last one is current. A new wording is a new entry
 * with its own id and version: certificates print texts agreed to years ago, so none is edited or removed.
 */
export const ACCEPTANCE_TEXTS: readonly [AcceptanceText, ...AcceptanceText[]] = [
  entry(
    '6f1f7c52-3c0e-4c34-9a54-8d1f0f5f6a01',
    '1',
    `Declaro que li o documento apresentado, na íntegra, e que concordo com o seu conteúdo.

Reconheço como válida a assinatura eletrônica que farei a seguir, com os fatores de autenticação que cumpri, nos termos do art. 10, § 2º, da Medida Provisória nº 2.200-2/2001 e da Lei nº 14.063/2020, e concordo que sejam registrados como prova do meu ato: data e hora, endereço IP e porta, dispositivo e navegador, localização aproximada e as etapas que percorri.`,
  ),
];

/** The current text. */
export const CURRENT_TEXT: AcceptanceText = ACCEPTANCE_TEXTS.at(-1) ?? ACCEPTANCE_TEXTS[0];

/**
 * The text somebody agreed to, as identified in the signer's row.
 * @throws if no entry has that id and hash, which means that an entry was edited or removed
 */
export function acceptedText(agreed: { textoAceiteId: string; textoHash: string }): AcceptanceText {
  const found = ACCEPTANCE_TEXTS.find(({ textoAceiteId }) => textoAceiteId === agreed.textoAceiteId);
  if (found?.textoHash !== agreed.textoHash) throw new Error(`no acceptance text ${agreed.textoAceiteId} as agreed to`);
  return found;
}
