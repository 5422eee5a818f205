import { FATORES_ACEITOS, type FatorAutenticacao } from '@rubrica/contract';
import { isPending, sameCase } from './people.ts';
import type { FatorRow, LiveFactor, Proof, Proofs, SignatarioRow } from './rows.ts';

/** What of a signer a factor can be proven for. */
export type OwnData = Pick<SignatarioRow, 'email' | 'telefone' | 'cpf' | 'data_nascimento'>;

/** The half of a factor that its rows decide; how it is asked and checked is the signing's (assinatura/factors). */
export interface Provable<F extends LiveFactor = LiveFactor> {
  /** Members without which it cannot be demanded of a signer. */
  readonly needs: readonly ('email' | 'telefone' | 'cpf' | 'dataNascimento')[];
  /** What the signer's own data let it be proven for; null where they lack it. */
  readonly provenFor: (signer: OwnData) => Partial<Proofs[F]> | null;
  /** Whether a proof is one of these very data. */
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
  (FATORES_ACEITOS as readonly FatorAutenticacao[]).includes(fator);

/** Whether a proof of this factor counts for a signer. */
export const holds = (fator: LiveFactor, proof: Proof, signer: OwnData): boolean =>
  (PROVABLE[fator] as Provable).holds(proof, signer);

/**
 * Whether a signer has proven a factor: for the very data that are the signer's own now. The one answer to the question,
 * for acts, presentation, events, certificates and public validation alike.
 *
 * Who has signed, refused or was cancelled did what they did on what was proven then. Nobody changes their data any more
 * but by erasing them, and what was fulfilled before values were kept stays their history.
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

/** What a signer has proven, in the order in which it was. */
export function fulfilments(
  signatario: OwnData & Pick<SignatarioRow, 'id' | 'status'>,
  fatores: readonly FatorRow[],
): (FatorRow & { cumprido_em: Date })[] {
  return fatores.filter(
    (row): row is FatorRow & { cumprido_em: Date } =>
      row.signatario_id === signatario.id && fulfilled(signatario, row.fator, fatores),
  );
}
