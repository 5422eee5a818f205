import { sha256Hex } from '../../core/chain.ts';

const TEXTO = `Declaro que li o documento apresentado, na íntegra, e que concordo com o seu conteúdo.

Reconheço como válida a assinatura eletrônica que farei a seguir, com os fatores de autenticação que cumpri, nos termos do art. 10, § 2º, da Medida Provisória nº 2.200-2/2001 e da Lei nº 14.063/2020, e concordo que sejam registrados como prova do meu ato: data e hora, endereço IP e porta, dispositivo e navegador, localização aproximada e as etapas que percorri.`;

/**
 * The text a signer agrees to before signing. A new wording is a new entry with its own id and version: what somebody
 * once agreed to must stay readable, so no entry is ever edited.
 */
export const TEXTO_ACEITE = {
  textoAceiteId: '6f1f7c52-3c0e-4c34-9a54-8d1f0f5f6a01',
  versao: '1',
  texto: TEXTO,
  textoHash: sha256Hex(TEXTO),
} as const;
