import type { EnvelopeAlteracao } from '@rubrica/contract';
import { rule } from '@rubrica/contract';
import type { MemberPart } from '../../core/call.ts';
import { conflict, found, refuseInvalid } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { ownReferenceChanges } from '../documentos/index.ts';
import { documentsOf, type EnvelopeRow, holdEnvelope, lockEnvelope, orderDocuments, updateEnvelope } from './store.ts';

/**
 * Changes title and reference of a draft, the order of its documents, or all of it. Documents that are not named come after those that
 * are, in the order they had: one that joined meanwhile does not lose its place in the envelope.
 * @throws 404, 409 CONFLITO once sent, 400 for a document that is not in it
 */
export async function alterarEnvelope(
  tx: Tx,
  call: Pick<MemberPart, 'authorize'>,
  envelopeId: string,
  body: EnvelopeAlteracao,
): Promise<EnvelopeRow> {
  // An order alone keeps no document from joining meanwhile.
  const { documentos: order, ...own } = body;
  const hold = Object.keys(own).length === 0 ? holdEnvelope : lockEnvelope;
  const envelope = found(await hold(tx, envelopeId));
  call.authorize(envelope.criado_por);
  if (envelope.enviado_em !== null) throw conflict(rule('envelopeFixed'));

  if (order) {
    const documentos = await documentsOf(tx, [envelope.id]);
    const listed = new Set(documentos.filter(({ excluido_em }) => excluido_em === null).map(({ id }) => id));
    refuseInvalid(
      order.flatMap((id, index) =>
        listed.has(id) ? [] : [{ campo: `documentos[${index}]`, ...rule('notInEnvelope') }],
      ),
    );
    const rest = documentos.map(({ id }) => id).filter((id) => !order.includes(id));
    await orderDocuments(tx, envelope.id, [...order, ...rest]);
  }
  const given = { titulo: own.titulo?.trim(), ...ownReferenceChanges(own) };
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return Object.keys(changes).length === 0 ? envelope : updateEnvelope(tx, envelope.id, changes);
}
