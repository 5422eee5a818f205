import { ACCEPTED_FACTORS, type FatorAutenticacao } from '@rubrica/contract';
import { isPending, sameCase } from './people.ts';
import type { FatorRow, LiveFactor, Proof, Proofs, SignatarioRow } from './rows.ts';

/** The signer's data for which a factor can be proven. */
export type OwnData = Pick<SignatarioRow, 'email' | 'telefone' | 'cpf' | 'data_nascimento'>;

/**
 * The part of a factor that depends on its rows; how it is requested and checked belongs to signing
 * (assinatura/factors).
 */
export interface Provable<F extends LiveFactor = LiveFactor> {
  /** Data without which it cannot be required of a signer. */
  readonly needs: readonly ('email' | 'telefone' | 'cpf' | 'dataNascimento')[];
  /** The value it can be proven for, from the signer's own data; null if they are missing. */
  readonly provenFor: (signer: OwnData) => Partial<Proofs[F]> | null;
  /** Whether a proof matches exactly these data. */
  readonly holds: (proof: Proofs[F], signer: OwnData) => boolean;
}

export const PROVABLE = {
  EMAIL: {
    needs: ['email'],
    provenFor: ({ email }) => (email === null ? null : { email: sameCase(email) }),
    holds: ({ email }, signer) => signer.email !== null && email === sameCase(signer.email),
  },
  SMS_OTP: {
    needs: ['telefone'],
    provenFor: ({ telefone }) => (telefone === null ? null : { telefone }),
    holds: ({ telefone }, signer) => telefone === signer.telefone,
  },
  TOTP: {
    needs: [],
    provenFor: ({ email }) => ({ email: email === null ? null : sameCase(email) }),
    holds: ({ email }, signer) => email === null || (signer.email !== null && email === sameCase(signer.email)),
  },
  DADOS_PESSOAIS: {
    needs: ['cpf', 'dataNascimento'],
    provenFor: ({ cpf, data_nascimento }) =>
      cpf === null || data_nascimento === null ? null : { cpf, dataNascimento: data_nascimento },
    holds: ({ cpf, dataNascimento }, signer) => cpf === signer.cpf && dataNascimento === signer.data_nascimento,
  },
} as const satisfies { readonly [F in LiveFactor]: Provable<F> };

export const isLive = (fator: FatorAutenticacao): fator is LiveFactor =>
  (ACCEPTED_FACTORS as readonly FatorAutenticacao[]).includes(fator);

/** Whether a proof of this factor counts for a signer. */
export const holds = (fator: LiveFactor, proof: Proof, signer: OwnData): boolean =>
  (PROVABLE[fator] as Provable).holds(proof, signer);

/**
 * Whether a signer has proven a factor for the data that are currently the signer's own. The single answer to this
 * question, for operations, presentation, events, certificates and public validation alike.
 *
 * Anyone who has signed, refused or was cancelled acted on what was proven at that time. Their data can no longer
 * change except by erasure, and factors fulfilled before values were stored remain part of their history.
 * @param fatores at least the rows of this signer
 */
export function fulfilled(
  signatario: OwnData & Pick<SignatarioRow, 'id' | 'status'>,
  fator: FatorAutenticacao,
  fatores: readonly FatorRow[],
): boolean {
  const row = fatores.find((one) => one.signatario_id === signatario.id && one.fator === fator);
  if (!row?.cumprido_em) return false;
  if (!isPending(signatario)) return true;
  return isLive(fator) && row.provado_para !== null && holds(fator, row.provado_para, signatario);
}

/** What a signer has proven, in order. */
export function fulfilments(
  signatario: OwnData & Pick<SignatarioRow, 'id' | 'status'>,
  fatores: readonly FatorRow[],
): (FatorRow & { cumprido_em: Date })[] {
  return fatores.filter(
    (row): row is FatorRow & { cumprido_em: Date } =>
      row.signatario_id === signatario.id && fulfilled(signatario, row.fator, fatores),
  );
}
