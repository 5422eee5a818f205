import { randomUUID } from 'node:crypto';
import { type Disparo, type DisparoEntrada, type EventoWebhook, exampleData, rule } from '@rubrica/contract';
import { conflict, found } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import {
  eventData,
  eventDocument,
  eventSigner,
  findDocumento,
  listFatores,
  listSignatarios,
} from '../documentos/index.ts';
import { QUEUES } from './queues.ts';
import { findWebhook, insertTriggered, listenersOf } from './store.ts';

/**
 * Tells webhooks of the sandbox an event that did not happen, delivered like any other. Told of a document, it is among its
 * events too.
 * @throws 404 for a document or webhook outside the scope, 409 for a webhook that is inactive
 */
export async function dispararEvento(tx: Tx, { evento, documentoId, webhookId }: DisparoEntrada): Promise<Disparo> {
  const dados = documentoId === undefined ? exampleOf(tx, evento) : await dataOf(tx, evento, documentoId);
  if (webhookId !== undefined && !found(await findWebhook(tx, webhookId)).ativo) throw conflict(rule('webhookOff'));
  const listeners = await listenersOf(tx, evento, webhookId ?? null);
  const id = randomUUID();
  const event = { id, evento, ocorrido_em: tx.now, dados: { ...dados, teste: true } };
  await insertTriggered(tx, event, documentoId ?? null, listeners);
  const { organizacaoId, ambiente } = tx.scope;
  if (listeners.length > 0) await tx.enqueue(QUEUES.PUBLISH_EVENT, { organizacaoId, ambiente, id });
  return { eventoId: id, entregas: listeners.length };
}

const exampleOf = ({ scope }: Tx, evento: EventoWebhook): object => ({
  ...exampleData(evento),
  ambiente: scope.ambiente,
});

interface Example {
  ambiente: string;
  documento: object;
  signatario?: object;
  signatarios?: object[];
}

/** The example with what the document can say of itself in it: the rest has not come about. */
async function dataOf(tx: Tx, evento: EventoWebhook, documentoId: string): Promise<object> {
  const documento = found(await findDocumento(tx, documentoId));
  const signers = await listSignatarios(tx, documento.id);
  const fatores = await listFatores(
    tx,
    signers.map(({ id }) => id),
  );
  const shown = signers.map((one) => eventSigner(one, fatores));
  const { ambiente: _theExamples, ...example } = exampleData(evento) as Example;
  return eventData(documento, {
    ...example,
    documento: { ...keptOf(example.documento), ...eventDocument(documento) },
    ...('signatario' in example ? { signatario: shown[0] ?? example.signatario } : {}),
    ...('signatarios' in example ? { signatarios: shown } : {}),
  });
}

/** What only a document that came so far has. */
const keptOf = (example: object): object =>
  'finalizadoEm' in example ? { finalizadoEm: (example as { finalizadoEm: string }).finalizadoEm } : {};
