import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { CodigoSolicitado } from '@rubrica/contract';
import { OTP_DIGITS, OTP_PER_HOUR, OTP_RESEND_MS, OTP_TTL_MS } from '@rubrica/contract';
import { BY_SYSTEM } from '../../core/actor.ts';
import type { ScopedPayload } from '../../core/outbox.ts';
import { DeliveryRefused, type Secrets } from '../../core/ports.ts';
import { conflict, outsidePanel, Problem } from '../../core/problem.ts';
import { scopeOf } from '../../core/scope.ts';
import type { Database, JobDefinition, Tx } from '../../core/sql.ts';
import { recordEvent } from '../auditoria/index.ts';
import { meter } from '../consumo/index.ts';
import { lockDocumento, readSender } from '../documentos/index.ts';
import { type Messenger, renderCode, renderCodeSms } from '../mensagens/index.ts';
import { maskEmail, maskPhone } from './mascara.ts';
import { personOf, type SigningSession } from './sessao.ts';

export type CodeFactor = 'EMAIL' | 'SMS_OTP';

/** Sends one code; `id` is the code's. A code is worthless after ten minutes, so the attempts end well before. */
export const SEND_CODE: JobDefinition<ScopedPayload> = {
  name: 'enviar-codigo',
  retry: { limit: 6, delay: 2, maxDelay: 60 },
};

/** One-time codes: the digits are an HMAC of the code's id, so they stand in no table, queue or log. */
export interface Codes {
  digitsOf(codeId: string): string;
  matches(codeId: string, given: string): boolean;
}

export function createCodes(secrets: Secrets): Codes {
  const key = secrets.derive('codigo-otp');
  const digitsOf = (codeId: string) => {
    const value = createHmac('sha256', key).update(codeId).digest().readBigUInt64BE() % 10n ** BigInt(OTP_DIGITS);
    return value.toString().padStart(OTP_DIGITS, '0');
  };
  return {
    digitsOf,
    matches: (codeId, given) => {
      const expected = Buffer.from(digitsOf(codeId));
      const answer = Buffer.from(given);
      return answer.length === expected.length && timingSafeEqual(answer, expected);
    },
  };
}

interface CodeRow {
  id: string;
  fator: CodeFactor;
  destino: string;
  signatario_id: string;
  criado_em: Date;
  expira_em: Date;
  encerrado_em: Date | null;
}

const tooSoon = (detail: string, until: number, now: Date) =>
  new Problem('429 LIMITE_EXCEDIDO', outsidePanel(detail), {
    headers: { 'retry-after': String(Math.max(1, Math.ceil((until - now.getTime()) / 1000))) },
  });

/**
 * Issues a code and queues its dispatch; the one before it stops working.
 * @throws 409 without a destination, 429 within 60 s of the last one or beyond 5 in an hour
 */
export async function issueCode(tx: Tx, session: SigningSession, fator: CodeFactor): Promise<CodigoSolicitado> {
  const person = personOf(session);
  const destino = fator === 'EMAIL' ? person.email : person.telefone;
  if (!destino)
    throw conflict(outsidePanel('Não há para onde enviar o código; peça a quem enviou que complete o seu contato.'));
  const { organizacaoId, ambiente } = tx.scope;
  // Counted by destination too: whoever was named by a corrected contact has been sent nothing yet.
  const recent = await tx.sql<{ criado_em: Date }[]>`
    select criado_em
      from codigo_otp
     where organizacao_id = ${organizacaoId} and ambiente = ${ambiente}
       and signatario_id = ${person.id} and fator = ${fator} and destino = ${destino}
       and criado_em > ${new Date(tx.now.getTime() - 3600_000)}
     order by criado_em desc`;
  const [last] = recent;
  if (last && last.criado_em.getTime() + OTP_RESEND_MS > tx.now.getTime()) {
    throw tooSoon('Um código acabou de ser enviado.', last.criado_em.getTime() + OTP_RESEND_MS, tx.now);
  }
  const oldest = recent[OTP_PER_HOUR - 1];
  if (oldest) {
    throw tooSoon(`O limite é de ${OTP_PER_HOUR} códigos por hora.`, oldest.criado_em.getTime() + 3600_000, tx.now);
  }

  const id = randomUUID();
  const expiraEm = new Date(tx.now.getTime() + OTP_TTL_MS);
  await tx.sql`
    update codigo_otp
       set encerrado_em = ${tx.now}
     where organizacao_id = ${organizacaoId} and ambiente = ${ambiente}
       and signatario_id = ${person.id} and fator = ${fator} and encerrado_em is null`;
  await tx.sql`
    insert into codigo_otp (id, organizacao_id, ambiente, link_id, signatario_id, fator, destino, criado_em, expira_em)
    values (${id}, ${organizacaoId}, ${ambiente}, ${session.link.id}, ${person.id}, ${fator}, ${destino}, ${tx.now},
            ${expiraEm})`;
  await tx.enqueue(SEND_CODE, { organizacaoId, ambiente, id });
  return {
    fator,
    destinoMascarado: fator === 'EMAIL' ? maskEmail(destino) : maskPhone(destino),
    expiraEm: expiraEm.toISOString(),
    reenvioEm: new Date(tx.now.getTime() + OTP_RESEND_MS).toISOString(),
  };
}

/** Checks an answer against the living code and spends the code when it is right. */
export async function spendCode(
  tx: Tx,
  codes: Codes,
  session: SigningSession,
  fator: CodeFactor,
  given: string,
): Promise<boolean> {
  const { organizacaoId, ambiente } = tx.scope;
  const person = personOf(session);
  // A code that went to a contact corrected since proves nothing of the new one.
  const destino = (fator === 'EMAIL' ? person.email : person.telefone) ?? '';
  const [code] = await tx.sql<{ id: string }[]>`
    select id
      from codigo_otp
     where organizacao_id = ${organizacaoId} and ambiente = ${ambiente}
       and signatario_id = ${person.id} and fator = ${fator} and destino = ${destino}
       and encerrado_em is null and expira_em > ${tx.now}
     order by criado_em desc
     limit 1`;
  if (!code || !codes.matches(code.id, given)) return false;
  await tx.sql`
    update codigo_otp
       set encerrado_em = ${tx.now}
     where id = ${code.id} and organizacao_id = ${organizacaoId} and ambiente = ${ambiente}`;
  return true;
}

/** Sends a queued code and records what became of it. A code that is spent, voided or too old is not sent any more. */
export function createCodeSender(deps: { db: Database; messenger: Messenger; codes: Codes }) {
  return async (payload: ScopedPayload): Promise<void> => {
    const scope = scopeOf(payload.organizacaoId, payload.ambiente);
    const prepared = await deps.db.read(scope, async (tx) => {
      const [code] = await tx.sql<CodeRow[]>`
        select id, fator, destino, signatario_id, criado_em, expira_em, encerrado_em
          from codigo_otp
         where id = ${payload.id} and organizacao_id = ${scope.organizacaoId} and ambiente = ${scope.ambiente}`;
      if (!code || code.encerrado_em || code.expira_em <= tx.now) return null;
      return { code, sender: await readSender(tx) };
    });
    if (!prepared) return;
    const { code, sender } = prepared;
    const digits = deps.codes.digitsOf(code.id);
    const minutes = OTP_TTL_MS / 60_000;
    let accepted = true;
    try {
      if (code.fator === 'SMS_OTP') {
        await deps.messenger.sms(scope, {
          to: code.destino,
          text: renderCodeSms(sender.shown, digits, minutes),
          messageId: code.id,
        });
      } else {
        await deps.messenger.mail(scope, {
          to: code.destino,
          ...renderCode(sender.shown, digits, minutes),
          messageId: code.id,
          fromName: sender.nomeRemetente,
          ...(sender.emailResposta ? { replyTo: sender.emailResposta } : {}),
        });
      }
    } catch (error) {
      if (!(error instanceof DeliveryRefused)) throw error;
      accepted = false;
    }
    await deps.db.write(scope, (tx) => recordDispatch(tx, code, accepted));
  };
}

async function recordDispatch(tx: Tx, code: CodeRow, accepted: boolean): Promise<void> {
  const { organizacaoId, ambiente } = tx.scope;
  const [signer] = await tx.sql<{ documento_id: string }[]>`
    select documento_id
      from signatario
     where id = ${code.signatario_id} and organizacao_id = ${organizacaoId} and ambiente = ${ambiente}`;
  // A signer removed meanwhile has no trail of its own any more; the message did leave and still counts.
  if (signer && (await lockDocumento(tx, signer.documento_id))) {
    await recordEvent(tx, signer.documento_id, BY_SYSTEM, {
      acao: accepted ? 'CODIGO_ENVIADO' : 'CODIGO_FALHOU',
      detalhe: { signatarioId: code.signatario_id, fator: code.fator, destino: code.destino },
    });
  }
  if (!accepted) return;
  await meter(tx, {
    tipo: code.fator === 'SMS_OTP' ? 'SMS_ENVIADO' : 'EMAIL_ENVIADO',
    referencia: `codigo:${code.id}`,
    ...(signer ? { documentoId: signer.documento_id } : {}),
    descricao: 'Código de autenticação',
  });
}
