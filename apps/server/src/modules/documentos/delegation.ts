import { type DelegacaoEntrada, rule } from '@rubrica/contract';
import { digitsOf } from '@rubrica/contract/brazil';
import type { Origin } from '../../core/actor.ts';
import { type FieldProblem, refuseInvalid } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { recordEvents } from '../auditoria/index.ts';
import { sendLinks } from './convites.ts';
import { queueDelegationNotices } from './delegation-notices.ts';
import type { DocumentosDeps } from './deps.ts';
import { draftDocument, draftSigner } from './entrada.ts';
import { emitDocumentEvent, eventSigner } from './eventos.ts';
import { revokeLinks } from './links.ts';
import { sameCase } from './people.ts';
import { alterations, forgetActs, type Place } from './places.ts';
import type { SignatarioRow } from './rows.ts';
import { checkDrawable, checkSigner } from './rules.ts';
import { updateDocumento, updateSignatario } from './store.ts';

/** A place that its person may pass on, and everyone who signs the document. */
export interface Held extends Omit<Place, 'next'> {
  readonly everyone: readonly SignatarioRow[];
}

/** What passing places on needs beside them. */
export interface Passing {
  /** Whoever passes them on, by the name of before. */
  readonly origin: Origin;
  /** What the trail says beside, of the person of before. */
  readonly beside: (before: SignatarioRow) => Readonly<Record<string, unknown>>;
  readonly body: DelegacaoEntrada;
}

/** The person in the place, with what stays: role, order, factors, fields, and what the sender refers to it by. */
const asPassed = (before: SignatarioRow, { nome, email, telefone, cpf, dataNascimento }: DelegacaoEntrada) => ({
  ...before,
  nome: nome.trim(),
  email: email.trim(),
  telefone: telefone ?? null,
  cpf: cpf === undefined ? null : digitsOf(cpf),
  data_nascimento: dataNascimento ?? null,
  metodo_entrega: 'EMAIL' as const,
  // The link goes by mail, and whoever it reaches may be anywhere.
  presencial: false,
  cliente_id: null,
  // Whoever is given it may not pass it on again, unless the sender says so.
  delegavel: false,
});

/**
 * Puts another person into places of a signer who may pass them on, in documents that are locked and open: what the signer
 * did there counts for nobody, their links open these documents no more, and the other gets a link by e-mail (ADR 0087).
 * @throws 400 for data that the document or its factors do not allow, for oneself, and for who signs the document already
 */
export async function passOn(
  tx: Tx,
  deps: DocumentosDeps,
  held: readonly Held[],
  { origin, beside, body }: Passing,
): Promise<void> {
  const places = held.map((one) => ({ ...one, next: asPassed(one.before, body) }));
  refuseInvalid([...problemsOf(places, tx.now), ...checkDrawable(drawn(body), deps.undrawable)]);
  for (const place of places) await replace(tx, place, { origin, beside, body });
  await sendLinks(
    tx,
    deps.tokens,
    places.map(({ documento, next }) => ({ documento, signatario: next })),
    'DELEGACAO',
  );
  await queueDelegationNotices(tx, places);
}

const drawn = ({ nome, motivo }: DelegacaoEntrada): [string, string | undefined][] => [
  ['nome', nome],
  ['motivo', motivo],
];

function problemsOf(places: readonly (Place & Held)[], now: Date): FieldProblem[] {
  const found = places.flatMap(({ documento, before, next, everyone }) => [
    ...checkSigner(draftSigner(next), draftDocument(documento), '', now),
    ...whoProblems(documento.titulo, before, next, everyone),
  ]);
  // The same problem in several documents of the set is told once.
  return [...new Map(found.map((problem) => [JSON.stringify(problem), problem])).values()];
}

function whoProblems(
  titulo: string,
  before: SignatarioRow,
  next: SignatarioRow,
  everyone: readonly SignatarioRow[],
): FieldProblem[] {
  const isNext = ({ email }: SignatarioRow) => email !== null && sameCase(email) === sameCase(next.email ?? '');
  if (isNext(before)) return [{ campo: 'email', ...rule('delegatedToSelf') }];
  return everyone.some(isNext) ? [{ campo: 'email', ...rule('delegatedToSigner', { titulo }) }] : [];
}

async function replace(tx: Tx, place: Place, { origin, beside, body }: Passing): Promise<void> {
  const { documento, before, next } = place;
  const { id, nome, email } = before;
  const changed = Object.fromEntries(
    (Object.keys(next) as (keyof SignatarioRow)[])
      .filter((column) => next[column] !== before[column])
      .map((column) => [column, next[column]]),
  );
  const delegadoDe = { nome, email, em: tx.now.toISOString() };
  await updateSignatario(tx, id, { ...changed, delegado_de: tx.json(delegadoDe) });
  await forgetActs(tx, place, true);
  const revoked = await revokeLinks(tx, [id], 'DELEGADO');
  const alteracoes = alterations(place);
  const { motivo } = body;
  await recordEvents(tx, documento.id, origin, [
    {
      acao: 'SIGNATARIO_DELEGADO',
      detalhe: {
        signatarioId: id,
        para: { nome: next.nome, email: next.email },
        ...(motivo === undefined ? {} : { motivo }),
        ...beside(before),
      },
    },
    // Together with what it changes, in the words of any correction: a verifier of before understands these.
    {
      acao: 'SIGNATARIO_CORRIGIDO',
      detalhe: { signatarioId: id, campos: Object.keys(alteracoes).sort(), alteracoes, anulado: true },
    },
    ...(revoked > 0
      ? [{ acao: 'LINK_SUBSTITUIDO' as const, detalhe: { signatarioId: id, canal: next.metodo_entrega } }]
      : []),
  ]);
  const row = await updateDocumento(tx, documento.id, {});
  const signatario = eventSigner({ ...next, status: 'ENVIADO', assinado_em: null }, []);
  await emitDocumentEvent(tx, 'signer.delegated', row, { signatario, delegadoDe: { nome, email } });
}
