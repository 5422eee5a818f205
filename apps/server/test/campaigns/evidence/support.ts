import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { about, call, draft, field, person, type Sender, type Signer, sent } from '../../modules/support.ts';

/** What the attacks of this campaign have in common. */

export const HOUR = 3600_000;
export const CPF = '52998224725';
export const OTHER_CPF = '11144477735';
export const BORN = '1987-04-12';
export const OTHER_BORN = '1990-01-31';

/** Options of a document that asks one person, by a link handed out, for CPF and date of birth. */
export const personal = (more: object = {}, who: object = {}) => ({
  fatoresExigidos: ['DADOS_PESSOAIS'],
  signatarios: [person({ cpf: CPF, dataNascimento: BORN, ...who })],
  campos: [field()],
  ...more,
});

/** People with ids of their own and a signature field each, so that a document may have several. */
export function several(...people: object[]) {
  const signatarios = people.map((one) => ({ id: randomUUID(), ...one }));
  const campos = signatarios.map(({ id }, index) => field({ signatarioId: id, y: 0.1 + index * 0.15 }));
  return { signatarios, campos };
}

export interface SentDocument {
  readonly id: string;
  readonly signatarios: readonly { readonly id: string; readonly link?: string; readonly email: string }[];
}

/** An envelope of these documents, sent; as each of them answers afterwards. */
export async function sentEnvelope(sender: Sender, documentos: readonly object[]): Promise<SentDocument[]> {
  const envelope = await call(`${sender.base}/envelopes`, 'POST', { titulo: 'Conjunto' }, sender.as);
  const ids: string[] = [];
  for (const dados of documentos)
    ids.push((await draft(sender, { campos: [field()], ...dados, envelopeId: envelope.body.id })).id);
  const answer = await call(`${sender.base}/envelopes/${envelope.body.id}/enviar`, 'POST', undefined, sender.as);
  expect([answer.status, answer.body?.erros]).toEqual([200, undefined]);
  return Promise.all(ids.map(async (id) => (await about(sender, id)).body));
}

/** PATCH of a document's first signer, or of another. */
export const correct = (sender: Sender, documento: SentDocument, changes: object, which = 0) =>
  about(sender, documento.id, `/signatarios/${documento.signatarios[which]?.id}`, 'PATCH', changes);

/** Reads every document of a link to its end and accepts. */
export async function readAndAccept(one: Signer): Promise<void> {
  const { body } = await one.open();
  for (const { id } of body.documentos) {
    const read = await call(`${one.path}/leitura`, 'POST', { documentoId: id, paginasLidas: 9, segundos: 3 });
    expect(read.status).toBe(200);
  }
  expect((await one.accept()).status).toBe(200);
}

/** The events of one kind in a document's trail, by their details. */
export const detailsOf = (trail: readonly { acao: string; detalhe: Record<string, unknown> }[], acao: string) =>
  trail.filter((event) => event.acao === acao).map(({ detalhe }) => detalhe);

export { sent };
