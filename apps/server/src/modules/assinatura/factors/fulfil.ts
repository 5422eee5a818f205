import type { Origin } from '../../../core/actor.ts';
import type { Tx } from '../../../core/sql.ts';
import { recordEvent, recordEvents } from '../../auditoria/index.ts';
import {
  emitDocumentEvent,
  eventSigner,
  fulfilled,
  holds,
  type LiveFactor,
  listFatores,
  requiredFactors,
  updateSignatario,
} from '../../documentos/index.ts';
import { isLacking, type SigningSession } from '../sessao.ts';
import type { Proven, Way } from './factor.ts';

/**
 * Marks a factor as fulfilled in every document that requires it of a signer whose own data match the proven data.
 * Fulfilling the last factor authenticates the signer, once per document.
 */
export async function fulfil<F extends LiveFactor>(
  tx: Tx,
  session: SigningSession,
  origin: Origin,
  fator: F,
  way: Way,
  { proof, entries }: Proven<F>,
): Promise<boolean> {
  let any = false;
  for (const entry of entries) {
    const { documento, signatario } = entry;
    if (!isLacking(session, entry, fator) || !holds(fator, proof, signatario)) continue;
    await tx.sql`
      insert into fator_signatario ${tx.rows({
        signatario_id: signatario.id,
        fator,
        cumprido_em: tx.now,
        meio: way,
        provado_para: tx.json(proof),
        link_id: session.link.id,
      })}
      on conflict (organizacao_id, ambiente, signatario_id, fator) do update
         set cumprido_em = excluded.cumprido_em, meio = excluded.meio, provado_para = excluded.provado_para,
             link_id = excluded.link_id`;
    any = true;
    const detalhe = { signatarioId: signatario.id, fator, meio: way, provadoPara: proof };
    const required = requiredFactors(documento, signatario);
    const fatores = await listFatores(tx, [signatario.id]);
    const done = required.every((wanted) => fulfilled(signatario, wanted, fatores));
    if (!done || signatario.autenticado_em) {
      await recordEvent(tx, documento.id, origin, { acao: 'FATOR_CUMPRIDO', detalhe });
      continue;
    }
    await updateSignatario(tx, signatario.id, { autenticado_em: tx.now });
    await recordEvents(tx, documento.id, origin, [
      { acao: 'FATOR_CUMPRIDO', detalhe },
      { acao: 'SIGNATARIO_AUTENTICADO', detalhe: { signatarioId: signatario.id, fatores: required } },
    ]);
    await emitDocumentEvent(tx, 'signer.authenticated', documento, {
      signatario: eventSigner(signatario, fatores),
    });
  }
  return any;
}
