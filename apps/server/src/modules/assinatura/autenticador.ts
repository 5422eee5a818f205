import { randomUUID } from 'node:crypto';
import type { CodigoSolicitado } from '@rubrica/contract';
import type { Origin } from '../../core/actor.ts';
import type { Secrets } from '../../core/ports.ts';
import { conflict, outsidePanel } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { acceptedStep, newTotpSecret, totpEnrolment } from '../../core/totp.ts';
import { recordEvent } from '../auditoria/index.ts';
import { readSender } from '../documentos/index.ts';
import { missingFactors, personOf, type SigningSession } from './sessao.ts';

interface AuthenticatorRow {
  id: string;
  segredo: Buffer;
  confirmado_em: Date | null;
  ultimo_passo: number | null;
}

/** An authenticator belongs to an e-mail within the organization; a signer without one has its own. */
function ownerOf(session: SigningSession): string {
  const person = personOf(session);
  return person.email?.toLowerCase() ?? `signatario:${person.id}`;
}

const contextOf = (id: string) => `autenticador:${id}`;

async function findAuthenticator(tx: Tx, owner: string): Promise<AuthenticatorRow | undefined> {
  const [row] = await tx.sql<AuthenticatorRow[]>`
    select id, segredo, confirmado_em, ultimo_passo
      from autenticador
     where organizacao_id = ${tx.scope.organizacaoId} and ambiente = ${tx.scope.ambiente} and lower(email) = ${owner}
       for update`;
  return row;
}

/** Whether the person already has a working authenticator. */
export async function isEnrolled(tx: Tx, session: SigningSession): Promise<boolean> {
  const [row] = await tx.sql`
    select 1
      from autenticador
     where organizacao_id = ${tx.scope.organizacaoId} and ambiente = ${tx.scope.ambiente}
       and lower(email) = ${ownerOf(session)} and confirmado_em is not null`;
  return row !== undefined;
}

/**
 * Offers enrolment, or says that there is an authenticator already. Enrolment opens once every other factor is
 * fulfilled: whoever found the link alone must not be able to enrol a device of their own.
 * @throws 409 while another factor is missing
 */
export async function offerAuthenticator(tx: Tx, session: SigningSession, secrets: Secrets): Promise<CodigoSolicitado> {
  const owner = ownerOf(session);
  const existing = await findAuthenticator(tx, owner);
  if (existing?.confirmado_em) return { fator: 'TOTP', cadastrado: true };
  if (missingFactors(session).some((fator) => fator !== 'TOTP')) {
    throw conflict(outsidePanel('Cumpra primeiro os outros fatores; depois cadastre o aplicativo autenticador.'));
  }
  const id = existing?.id ?? randomUUID();
  const secret = existing ? secrets.decrypt(existing.segredo, contextOf(id)) : newTotpSecret();
  if (!existing) {
    await tx.sql`
      insert into autenticador (id, organizacao_id, ambiente, email, segredo, criado_em)
      values (${id}, ${tx.scope.organizacaoId}, ${tx.scope.ambiente}, ${owner},
              ${secrets.encrypt(secret, contextOf(id))}, ${tx.now})`;
  }
  const person = personOf(session);
  const { shown } = await readSender(tx);
  const label = person.email ?? person.nome ?? 'Assinatura';
  return { fator: 'TOTP', ...(await totpEnrolment(secret, `Rubrica (${shown.organizacao})`, label)) };
}

/**
 * Checks a code of the person's authenticator; the first right one completes the enrolment. A step counts once.
 * @throws 409 when nothing was enrolled or offered
 */
export async function checkAuthenticator(
  tx: Tx,
  session: SigningSession,
  secrets: Secrets,
  origin: Origin,
  given: string,
): Promise<boolean> {
  const row = await findAuthenticator(tx, ownerOf(session));
  if (!row) throw conflict(outsidePanel('Cadastre antes o aplicativo autenticador.'));
  const step = acceptedStep(secrets.decrypt(row.segredo, contextOf(row.id)), given, tx.now, row.ultimo_passo);
  if (step === null) return false;
  await tx.sql`
    update autenticador
       set ultimo_passo = ${step}, confirmado_em = coalesce(confirmado_em, ${tx.now})
     where id = ${row.id} and organizacao_id = ${tx.scope.organizacaoId} and ambiente = ${tx.scope.ambiente}`;
  if (!row.confirmado_em) {
    await recordEvent(tx, session.entries[0].documento.id, origin, {
      acao: 'TOTP_CADASTRADO',
      detalhe: { signatarioId: personOf(session).id },
    });
  }
  return true;
}
