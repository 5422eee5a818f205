import { rule } from '@rubrica/contract';
import type { MemberPart } from '../../core/call.ts';
import { conflict, found } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { deleteEnvelope, documentsOf, lockEnvelope } from './store.ts';

/**
 * Deletes an envelope that was not sent and is empty. The lock prevents documents from joining meanwhile.
 * @throws 404, 409 CONFLITO once sent or while it contains documents
 */
export async function excluirEnvelope(tx: Tx, call: Pick<MemberPart, 'authorize'>, envelopeId: string): Promise<void> {
  const envelope = found(await lockEnvelope(tx, envelopeId));
  call.authorize(envelope.criado_por);
  if (envelope.enviado_em !== null) throw conflict(rule('envelopeFixed'));
  const documentos = await documentsOf(tx, [envelope.id]);
  const inside = documentos.filter(({ excluido_em }) => excluido_em === null).length;
  if (inside > 0) throw conflict(rule(inside === 1 ? 'envelopeHasDocument' : 'envelopeHasDocuments', { n: inside }));
  await deleteEnvelope(tx, envelope.id);
}
