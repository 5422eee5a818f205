import { rule } from '@rubrica/contract';
import type { MemberPart } from '../../core/call.ts';
import { conflict, type FieldProblem, found } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { consumeEnvelope } from '../consumo/index.ts';
import {
  checkDraft,
  type DocumentoRow,
  inEnvelopeOrder,
  inviteWhoseTurn,
  lockDocumentos,
  type Marcas,
  markSent,
  personKey,
  refuseUnready,
  type SendingDeps,
  type SignatarioRow,
} from '../documentos/index.ts';
import { documentsOf, type EnvelopeRow, lockEnvelope, markEnvelopeSent } from './store.ts';

type Draft = Awaited<ReturnType<typeof checkDraft>>['aggregate'];

/** What must be the same in every document for a person to sign the whole set with one link. */
const SHARED = {
  metodo_entrega: ['metodoEntrega', 'sameDelivery'],
  telefone: ['telefone', 'samePhone'],
  cpf: ['cpf', 'sameCpf'],
  data_nascimento: ['dataNascimento', 'sameBirth'],
} as const;

/**
 * Sends every draft of an envelope at once: one envelope of the allowance, and one link per person for the set.
 * @param tags of the documents' files, by document, as read before; see `checkDraft`
 * @throws 404, 409 CONFLITO once sent, 402 FRANQUIA_ESGOTADA, 422 if empty or with everything the documents lack
 */
export async function enviarEnvelope(
  tx: Tx,
  { tokens, ink }: SendingDeps,
  call: Pick<MemberPart, 'authorize' | 'origin'>,
  envelopeId: string,
  tags: ReadonlyMap<string, Marcas>,
): Promise<EnvelopeRow> {
  const envelope = found(await lockEnvelope(tx, envelopeId));
  call.authorize(envelope.criado_por);
  const drafts: Draft[] = [];
  const erros: FieldProblem[] = [];
  if (envelope.enviado_em !== null) throw conflict(rule('envelopeSent'));

  for (const documento of await lockDocuments(tx, envelope.id)) {
    call.authorize(documento.criado_por);
    const checked = await checkDraft(tx, call.origin, documento, tags.get(documento.id) ?? null);
    const path = `documentos[${drafts.length}]`;
    erros.push(...checked.erros.map((problem) => ({ ...problem, campo: `${path}.${problem.campo}` })));
    drafts.push(checked.aggregate);
  }
  if (drafts.length === 0) erros.push({ campo: 'documentos', ...rule('envelopeEmpty') });
  refuseUnready(rule('envelopeUnready'), [...erros, ...differencesOf(drafts)]);

  await markEnvelopeSent(tx, envelope.id);
  const sent = [];
  for (const draft of drafts) sent.push(await markSent(tx, ink, call.origin, draft));
  await inviteWhoseTurn(tx, tokens, ...sent);
  consumeEnvelope(tx, `envelope:${envelope.id}`, null, envelope.titulo);
  return { ...envelope, enviado_em: tx.now };
}

/** The documents of an envelope, in its order. */
async function lockDocuments(tx: Tx, envelopeId: string): Promise<DocumentoRow[]> {
  const ids = (await documentsOf(tx, [envelopeId])).map(({ id }) => id);
  const locked = await lockDocumentos(tx, ids);
  return locked.filter(({ envelope_id }) => envelope_id === envelopeId).sort(inEnvelopeOrder);
}

/** One link per person requires that the person be reached and identified in the same way in every document. */
function differencesOf(drafts: readonly Draft[]): FieldProblem[] {
  const known = new Map<string, Partial<Record<keyof typeof SHARED, string>>>();
  return drafts.flatMap(({ signatarios }, index) =>
    signatarios.flatMap((signatario, place) => {
      const person = personKey(signatario);
      if (person === null) return [];
      const before = known.get(person) ?? {};
      known.set(person, { ...valuesOf(signatario), ...before });
      return (Object.keys(SHARED) as (keyof typeof SHARED)[]).flatMap((column) => {
        const [given, said] = [signatario[column], before[column]];
        if (given === null || said === undefined || given === said) return [];
        const [member, differs] = SHARED[column];
        const campo = `documentos[${index}].signatarios[${place}].${member}`;
        return [{ campo, ...rule(differs) }];
      });
    }),
  );
}

function valuesOf(signatario: SignatarioRow): Partial<Record<keyof typeof SHARED, string>> {
  const entries = (Object.keys(SHARED) as (keyof typeof SHARED)[]).flatMap((column) => {
    const value = signatario[column];
    return value === null ? [] : [[column, value] as const];
  });
  return Object.fromEntries(entries);
}
