import { randomUUID } from 'node:crypto';
import type { CodigoSolicitado } from '@rubrica/contract';
import { Secret, TOTP } from 'otpauth';
import QRCode from 'qrcode';
import type { Origin } from '../../core/actor.ts';
import type { Secrets } from '../../core/ports.ts';
import { conflict } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { recordEvent } from '../auditoria/index.ts';
import { readSender } from '../documentos/index.ts';
import { missingFactors, personOf, type SigningSession } from './sessao.ts';

interface AuthenticatorRow {
  id: string;
  segredo: Buffer;
  confirmado_em: Date | null;
  ultimo_passo: number | null;
}

const PERIOD_SECONDS = 30;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

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

function totpOf(secret: Secret, label: string, issuer: string): TOTP {
  return new TOTP({ issuer, label, secret, period: PERIOD_SECONDS, digits: 6, algorithm: 'SHA1' });
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
    throw conflict('Cumpra primeiro os outros fatores; depois cadastre o aplicativo autenticador.');
  }
  const id = existing?.id ?? randomUUID();
  const secret = existing
    ? new Secret({ buffer: toArrayBuffer(secrets.decrypt(existing.segredo, contextOf(id))) })
    : new Secret({ size: SECRET_BYTES });
  if (!existing) {
    await tx.sql`
      insert into autenticador (id, organizacao_id, ambiente, email, segredo, criado_em)
      values (${id}, ${tx.scope.organizacaoId}, ${tx.scope.ambiente}, ${owner},
              ${secrets.encrypt(new Uint8Array(secret.bytes), contextOf(id))}, ${tx.now})`;
  }
  const person = personOf(session);
  const { shown } = await readSender(tx);
  const label = person.email ?? person.nome ?? 'Assinatura';
  const otpauthUri = totpOf(secret, label, `Rubrica (${shown.organizacao})`).toString();
  return {
    fator: 'TOTP',
    otpauthUri,
    segredo: secret.base32,
    qrCode: await QRCode.toDataURL(otpauthUri, { errorCorrectionLevel: 'M', margin: 4 }),
  };
}

/**
 * Checks a code of the person's authenticator; the first right one completes the enrolment. A step counts once, so an
 * overseen code cannot be used again (RFC 6238 section 5.2).
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
  if (!row) throw conflict('Cadastre antes o aplicativo autenticador.');
  const secret = new Secret({ buffer: toArrayBuffer(secrets.decrypt(row.segredo, contextOf(row.id))) });
  const timestamp = tx.now.getTime();
  const delta = totpOf(secret, '', '').validate({ token: given, timestamp, window: 1 });
  if (delta === null) return false;
  const step = Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
  if (row.ultimo_passo !== null && step <= row.ultimo_passo) return false;
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

function toArrayBuffer(buffer: Buffer): ArrayBuffer {
  return new Uint8Array(buffer).buffer as ArrayBuffer;
}
