import { randomUUID } from 'node:crypto';
import type { CodigoSolicitado } from '@rubrica/contract';
import { rule, TEST_CODES } from '@rubrica/contract';
import type { Origin } from '../../../core/actor.ts';
import type { Secrets } from '../../../core/ports.ts';
import { conflict } from '../../../core/problem.ts';
import type { Columns } from '../../../core/row.ts';
import type { Tx } from '../../../core/sql.ts';
import { isOfTest } from '../../../core/test-people.ts';
import { acceptedStep, codeAt, newTotpSecret, stepAt, totpEnrolment } from '../../../core/totp.ts';
import { recordEvent } from '../../auditoria/index.ts';
import { readSender, type SignatarioRow, sameCase } from '../../documentos/index.ts';
import { isFulfilled, missingFactors, type SigningSession } from '../sessao.ts';
import type { Goal, Proven } from './factor.ts';

/** An authenticator: the organization's for an e-mail address, or one that belongs to one signer of one document. */
type AuthenticatorRow = Columns<
  'autenticador',
  'id' | 'email' | 'signatario_id' | 'segredo' | 'confirmado_em' | 'ultimo_passo'
>;

/** The context to which an enrolment's encrypted secret is bound. */
export const authenticatorContext = (id: string): string => `autenticador:${id}`;

/** Whether the person proved the signer's e-mail in this very session, and not just through another link. */
function provedEmailHere(session: SigningSession, signatario: SignatarioRow): boolean {
  const { link } = session;
  if (signatario.email === null || !isFulfilled(session, signatario, 'EMAIL')) return false;
  const arrived = link.canal === 'EMAIL' && sameCase(link.destino ?? '') === sameCase(signatario.email);
  const row = session.fatores.find((one) => one.signatario_id === signatario.id && one.fator === 'EMAIL');
  return arrived || row?.link_id === link.id;
}

/** The e-mail for which an authenticator enrolled now would be kept; null if it would belong to this signer alone. */
const keptFor = (session: SigningSession, signatario: SignatarioRow): string | null =>
  signatario.email !== null && provedEmailHere(session, signatario) ? sameCase(signatario.email) : null;

/**
 * The authenticator a signer answers with: an enrolled one, preferring the organization's to the signer's own;
 * otherwise the one that was offered in this session.
 */
async function authenticatorOf(
  { sql, here }: Tx,
  session: SigningSession,
  signatario: SignatarioRow,
): Promise<AuthenticatorRow | undefined> {
  const email = signatario.email === null ? null : sameCase(signatario.email);
  const rows = await sql<AuthenticatorRow[]>`
    select id, email, signatario_id, segredo, confirmado_em, ultimo_passo
      from autenticador
     where ${here()}
       and (email = ${email} or signatario_id = ${signatario.id})
     order by signatario_id nulls first`;
  const owner = keptFor(session, signatario);
  return rows.find(({ confirmado_em }) => confirmado_em !== null) ?? rows.find((row) => row.email === owner);
}

/** The authenticator against which a wrong code counts; null if there is none yet. */
export async function authenticatorId(tx: Tx, session: SigningSession, goal: Goal<'TOTP'>): Promise<string | null> {
  return (await authenticatorOf(tx, session, goal.entries[0].signatario))?.id ?? null;
}

/** Whether a signer already has a working authenticator. */
export async function isEnrolled(tx: Tx, session: SigningSession, signatario: SignatarioRow): Promise<boolean> {
  const row = await authenticatorOf(tx, session, signatario);
  return row !== undefined && row.confirmado_em !== null;
}

/** Enrolment is the last step: someone who merely found the link must not be able to enrol their own device. */
function refuseBeforeOthers(session: SigningSession): void {
  if (missingFactors(session).some((fator) => fator !== 'TOTP')) throw conflict(rule('otherFactorsFirst'));
}

/**
 * Offers enrolment with a new secret, or says that there already is an authenticator. A secret that was offered earlier
 * but not confirmed becomes invalid, because somebody else may have seen it.
 * @throws 409 while another factor is missing
 */
export async function offerAuthenticator(
  tx: Tx,
  secrets: Secrets,
  session: SigningSession,
  goal: Goal<'TOTP'>,
): Promise<CodigoSolicitado> {
  const { documento, signatario } = goal.entries[0];
  const existing = await authenticatorOf(tx, session, signatario);
  if (existing?.confirmado_em) return { fator: 'TOTP', cadastrado: true };
  refuseBeforeOthers(session);
  const email = keptFor(session, signatario);
  const [id, secret] = [randomUUID(), newTotpSecret()];
  if (existing) {
    await tx.sql`
      delete from autenticador
       where id = ${existing.id} and ${tx.here()}
         and confirmado_em is null`;
  }
  const made = await tx.sql`
    insert into autenticador ${tx.rows({
      id,
      email,
      signatario_id: email === null ? signatario.id : null,
      segredo: secrets.encrypt(secret, authenticatorContext(id)),
      criado_em: tx.now,
    })}
    on conflict do nothing
    returning id`;
  if (made.length === 0) throw conflict(rule('authenticatorElsewhere'));
  const { shown } = await readSender(tx, documento);
  const label = signatario.email ?? signatario.nome ?? 'Assinatura';
  return { fator: 'TOTP', ...(await totpEnrolment(secret, `Rubrica (${shown.organizacao})`, label)) };
}

/**
 * Checks a code from the signer's authenticator; the first correct one completes enrolment. Each step counts only once.
 * @throws 409 if nothing was enrolled or offered
 */
export async function checkAuthenticator(
  tx: Tx,
  secrets: Secrets,
  session: SigningSession,
  goal: Goal<'TOTP'>,
  given: string,
  origin: Origin,
): Promise<Proven<'TOTP'> | null> {
  const [entry] = goal.entries;
  const known = await authenticatorOf(tx, session, entry.signatario);
  const row = known && (await lockAuthenticator(tx, known.id));
  if (!row) throw conflict(rule('authenticatorFirst'));
  if (!row.confirmado_em) refuseBeforeOthers(session);
  // The clock is that of the person's device, which nobody moves.
  const knownBeforehand = isOfTest(tx.scope, entry.signatario) && given === TEST_CODES.right;
  const step = knownBeforehand
    ? Math.max(stepAt(tx.realNow), row.ultimo_passo ?? 0)
    : acceptedStep(secretOf(secrets, row), given, tx.realNow, row.ultimo_passo);
  if (step === null) return null;
  await tx.sql`
    update autenticador
       set ultimo_passo = ${step}, confirmado_em = coalesce(confirmado_em, ${tx.now})
     where id = ${row.id} and ${tx.here()}`;
  const proof = { autenticadorId: row.id, email: row.email };
  if (!row.confirmado_em) {
    await recordEvent(tx, entry.documento.id, origin, {
      acao: 'TOTP_CADASTRADO',
      detalhe: { signatarioId: entry.signatario.id, ...proof },
    });
  }
  return { proof, entries: row.email === null ? [entry] : goal.entries };
}

const secretOf = (secrets: Secrets, { id, segredo }: AuthenticatorRow) =>
  secrets.decrypt(segredo, authenticatorContext(id));

/** What a signer's authenticator shows now, for one who is simulated; null if there is none. */
export async function shownCode(
  tx: Tx,
  secrets: Secrets,
  session: SigningSession,
  { entries }: Goal<'TOTP'>,
): Promise<string | null> {
  const row = await authenticatorOf(tx, session, entries[0].signatario);
  return row ? codeAt(secretOf(secrets, row), tx.realNow) : null;
}

/** Locked, so that two documents cannot use the same step at the same time. */
async function lockAuthenticator({ sql, here }: Tx, id: string): Promise<AuthenticatorRow | undefined> {
  const [row] = await sql<AuthenticatorRow[]>`
    select id, email, signatario_id, segredo, confirmado_em, ultimo_passo
      from autenticador
     where id = ${id} and ${here()}
       for update`;
  return row;
}
