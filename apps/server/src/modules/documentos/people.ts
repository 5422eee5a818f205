import type { FatorAutenticacao } from '@rubrica/contract';
import type { DocumentoRow, SignatarioRow } from './rows.ts';

/** A signer who can still act. */
export function isPending(signatario: Pick<SignatarioRow, 'status'>): boolean {
  return !['ASSINADO', 'RECUSADO', 'CANCELADO'].includes(signatario.status);
}

/** The factors a signer has to fulfil: its own set, or the document's. */
export function requiredFactors(
  documento: Pick<DocumentoRow, 'fatores_exigidos'>,
  signatario: Pick<SignatarioRow, 'fatores_exigidos'>,
): FatorAutenticacao[] {
  return signatario.fatores_exigidos ?? documento.fatores_exigidos;
}

/** An e-mail as it is compared. */
export const sameCase = (email: string): string => email.toLowerCase();

/** What makes two signers of an envelope the same person: the e-mail, else the phone; null where neither is known. */
export function personKey({ email, telefone }: Pick<SignatarioRow, 'email' | 'telefone'>): string | null {
  return email === null ? telefone : sameCase(email);
}
