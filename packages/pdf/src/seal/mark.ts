import { dict, name, type PdfDict, PdfString } from '../core/objects.ts';

/**
 * What a seal states about itself inside the signed bytes (ADR 0033). Hashes are SHA-256 in 64 lowercase hexadecimal
 * digits.
 */
export type SealMark = {
  environment: 'Producao' | 'Teste';
  /** Validation code of the document. */
  code: string;
  /** Hash and number, from 1, of the last trail event before the seal. */
  link: string;
  sequence: number;
  /** SHA-256 of the file that was sent for signature. */
  original: string;
  /**
   * For a completion certificate: its own code and version, and the SHA-256 of the signed file. Absent for a signed
   * file.
   */
  certificate?: { code: string; version: number; signed: string };
};

const HASH = /^[0-9a-f]{64}$/;
const CODE = /^[0-9A-Z-]{1,64}$/;

/**
 * The dictionary `/Rubrica` of a seal.
 * @throws RangeError for a malformed value, because strict readers read what is sealed
 */
export function markDict({ environment, code, link, sequence, original, certificate }: SealMark): PdfDict {
  const hashes = [link, original, ...(certificate ? [certificate.signed] : [])];
  const codes = [code, ...(certificate ? [certificate.code] : [])];
  const numbers = [sequence, ...(certificate ? [certificate.version] : [])];
  if (!hashes.every((hash) => HASH.test(hash))) throw new RangeError('not a hash');
  if (!codes.every((text) => CODE.test(text))) throw new RangeError('not a code');
  if (!numbers.every((number) => Number.isSafeInteger(number) && number > 0))
    throw new RangeError('not a number from 1');
  return dict({
    Versao: 1,
    Tipo: name(certificate ? 'Certificado' : 'Documento'),
    Ambiente: name(environment),
    Codigo: PdfString.text(code),
    Elo: PdfString.text(link),
    Sequencia: sequence,
    Original: PdfString.text(original),
    ...(certificate && {
      Certificado: PdfString.text(certificate.code),
      VersaoCertificado: certificate.version,
      Assinado: PdfString.text(certificate.signed),
    }),
  });
}

/** The same in words, for people who see the seal in a viewer. */
export function markInWords({ environment, code, sequence, certificate }: SealMark): string {
  const what = certificate
    ? `Certificado de conclusão ${certificate.code}, versão ${certificate.version}, do documento de código ${code}`
    : `Documento assinado de código ${code}; não é certificado de conclusão`;
  const test = environment === 'Teste' ? 'SEM VALIDADE JURÍDICA, AMBIENTE DE TESTE. ' : '';
  return `${test}${what}. Trilha selada até o evento ${sequence}.`;
}
