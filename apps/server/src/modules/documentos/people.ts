import type { FatorAutenticacao } from '@rubrica/contract';
import type { DocumentoRow, SignatarioRow } from './rows.ts';

/** A signer who can still act. */
export function isPending(signatario: Pick<SignatarioRow, 'status'>): boolean {
  return !['ASSINADO', 'RECUSADO', 'CANCELADO'].includes(signatario.status);
}

/** The factors a signer must fulfil: their own set, or the document's. */
export function requiredFactors(
  documento: Pick<DocumentoRow, 'fatores_exigidos'>,
  signatario: Pick<SignatarioRow, 'fatores_exigidos'>,
): FatorAutenticacao[] {
  return signatario.fatores_exigidos ?? documento.fatores_exigidos;
}

/** Normalizes an e-mail address for comparison. */
export const sameCase = (email: string): string => email.toLowerCase();

/**
 * What identifies two signers of an envelope as the same person: the e-mail, otherwise the phone; null if neither is
 * known.
 */
export function personKey({ email, telefone }: Pick<SignatarioRow, 'email' | 'telefone'>): string | null {
  return email === null ? telefone : sameCase(email);
}
