import type { Lembrete } from '@rubrica/contract';
import { REMINDER_INTERVAL_MS } from '@rubrica/contract';
import type { Tx } from '../../core/sql.ts';
import { sendLink } from './convites.ts';
import { isOpen } from './estado.ts';
import type { LinkTokens } from './links.ts';
import { isPending } from './people.ts';
import type { SignatarioRow } from './rows.ts';
import { listSignatarios, lockDocumento } from './store.ts';

/** In an envelope each document has its own reminder; the person gets one message for the set. */
const SAME_REMINDER_MS = 3600_000;

/**
 * Reminds people who were invited and have not acted, when a document's reminder is due. Reminders missed during an
 * outage become one message, not one per day.
 */
export async function remindPending(tx: Tx, tokens: LinkTokens, documentoId: string): Promise<void> {
  const documento = await lockDocumento(tx, documentoId);
  if (!documento?.lembrete || !documento.lembrete_em || documento.lembrete_em > tx.now) return;
  if (!isOpen(documento, tx.now)) return;
  const interval = REMINDER_INTERVAL_MS[documento.lembrete];
  for (const signatario of await listSignatarios(tx, documento.id)) {
    if (!isRemindable(signatario, new Date(tx.now.getTime() - interval))) continue;
    if (await justReminded(tx, signatario.id)) continue;
    await sendLink(tx, tokens, documento, signatario, 'LEMBRETE');
  }
  await tx.sql`
    update documento
       set lembrete_em = ${nextReminder(documento.lembrete, documento.lembrete_em, tx.now)}
     where id = ${documento.id}
       and ${tx.here()}`;
}

/** The first scheduled time after `now`, with the schedule starting one interval after `start`. */
export function nextReminder(lembrete: Lembrete, start: Date, now: Date): Date {
  const interval = REMINDER_INTERVAL_MS[lembrete];
  const steps = Math.max(1, Math.floor((now.getTime() - start.getTime()) / interval) + 1);
  return new Date(start.getTime() + steps * interval);
}

/** Invited long enough ago, reachable by the service, and has not acted. */
function isRemindable(signatario: SignatarioRow, invitedBefore: Date): boolean {
  return (
    isPending(signatario) &&
    signatario.metodo_entrega !== 'LINK' &&
    signatario.status !== 'FALHA_ENTREGA' &&
    signatario.convidado_em !== null &&
    signatario.convidado_em <= invitedBefore
  );
}

async function justReminded(tx: Tx, signatarioId: string): Promise<boolean> {
  const rows = await tx.sql`
    select
      from link_signatario ls
      join link l on l.id = ls.link_id
     where ls.signatario_id = ${signatarioId} and ls.desligado_em is null
       and ${tx.here('ls')}
       and l.motivo = 'LEMBRETE' and l.criado_em > ${new Date(tx.now.getTime() - SAME_REMINDER_MS)}
     limit 1`;
  return rows.length > 0;
}
