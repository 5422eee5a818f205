import { EXTRA_SMS_MIN, EXTRA_SMS_PER_SIGNER, rule } from '@rubrica/contract';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { lockEnvelopeOf } from './notices.ts';
import type { DocumentoRow } from './rows.ts';

/** The limit applies to the envelope's whole life, so there is no point in retrying within a day. */
const ASK_AGAIN_SECONDS = 24 * 3600;

/**
 * SMS cost money and reach whoever has the number, so those caused by corrections and resends of an envelope, or of a
 * document sent alone, are limited over its whole life. Called with all affected documents locked.
 * @param more how many would be sent now
 * @throws 429 beyond 20, or beyond 3 for each person reached by SMS if that is more
 */
export async function refuseTooManySms(tx: Tx, documento: DocumentoRow, more: number): Promise<void> {
  if (more === 0) return;
  const { sql } = tx;
  if (documento.envelope_id !== null) await lockEnvelopeOf(tx, documento.envelope_id);
  const [row] = await sql<{ sent: number; people: number }[]>`
    with conjunto as (
      select id
        from documento
       where ${tx.here()}
         and (id = ${documento.id} or envelope_id = ${documento.envelope_id}))
    select (select count(distinct l.id)
              from link l
              join link_signatario ls on ls.link_id = l.id
             where ls.documento_id in (select id from conjunto)
               and l.canal = 'SMS' and l.motivo in ('REENVIO', 'CORRECAO')
               and ${tx.here('l')}) as sent,
           (select count(distinct coalesce(lower(s.email), s.telefone))
              from signatario s
             where s.documento_id in (select id from conjunto) and s.metodo_entrega = 'SMS'
               and ${tx.here('s')}) as people`;
  const { sent = 0, people = 0 } = row ?? {};
  const limit = Math.max(EXTRA_SMS_MIN, EXTRA_SMS_PER_SIGNER * people);
  if (sent + more <= limit) return;
  throw new Problem('429 LIMITE_EXCEDIDO', rule('extraSmsLimit', { n: limit }), {
    headers: { 'retry-after': String(ASK_AGAIN_SECONDS) },
  });
}
