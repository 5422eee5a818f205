import type { SignatarioAlteracao } from '@rubrica/contract';
import { CORRECTIONS_PER_HOUR, rule } from '@rubrica/contract';
import { digitsOf } from '@rubrica/contract/brazil';
import type { Origin } from '../../core/actor.ts';
import type { MemberPart } from '../../core/call.ts';
import { conflict, Problem, refuseInvalid } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { recordEvents } from '../auditoria/index.ts';
import { holdClientes } from '../clientes/index.ts';
import { inviteWhoseTurn, sendLinks } from './convites.ts';
import type { DocumentosDeps } from './deps.ts';
import { draftDocument, draftSigner, type NewSigner } from './entrada.ts';
import { isInProgress, isOpen, transition } from './estado.ts';
import { refuseTooManySms } from './extra-sms.ts';
import { ensureHandedOutLinks, revokeLinks, rowsOfPerson } from './links.ts';
import { refuseUnlisted } from './origins.ts';
import { ownReferenceChanges } from './own-reference.ts';
import { isPending, personKey, sameCase } from './people.ts';
import { alterations, CONTACT, type Column, changed, corrected, forgetActs, PERSONAL, type Place } from './places.ts';
import type { DocumentoRow, SignatarioRow } from './rows.ts';
import { checkDrawable, checkKeys, checkReachable, checkSigner } from './rules.ts';
import { listSignatarios, updateDocumento, updateSignatario } from './store.ts';

type Changes = Partial<Pick<NewSigner, Column>>;

function changesOf(body: SignatarioAlteracao): Changes {
  const given: { [K in Column]: Changes[K] | undefined } = {
    funcao: body.funcao,
    nome: typeof body.nome === 'string' ? body.nome.trim() : body.nome,
    email: typeof body.email === 'string' ? body.email.trim() : body.email,
    telefone: body.telefone,
    cpf: typeof body.cpf === 'string' ? digitsOf(body.cpf) : body.cpf,
    data_nascimento: body.dataNascimento,
    metodo_entrega: body.metodoEntrega,
    fatores_exigidos: body.fatoresExigidos,
    ordem: body.ordem,
    travar_dados: body.travarDados,
    presencial: body.presencial,
    cliente_id: body.clienteId,
    chave: body.chave,
    url_retorno: body.urlRetorno,
    delegavel: body.delegavel,
    ...ownReferenceChanges(body),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Changes;
}

const only = (changes: Changes, columns: object): Changes =>
  Object.fromEntries(Object.entries(changes).filter(([column]) => column in columns)) as Changes;

/** Whether it is a different person or contact: an e-mail address with different case is not. */
function differs(column: keyof typeof PERSONAL, { before, next }: Place): boolean {
  const [old, given] = [before[column], next[column]];
  if (column === 'email' && old !== null && given !== null) return sameCase(old) !== sameCase(given);
  return old !== given;
}

/** Whether neither name nor address are left of the person of before: one of them alone may have been mistyped. */
const namesAnother = (place: Place): boolean => differs('nome', place) && differs('email', place);

/**
 * The person's places affected by a correction: the signer's own and, after sending, those in the envelope's other
 * documents that the same link opens, as far as the person has not finished them.
 */
async function placesOf(
  tx: Tx,
  locked: readonly DocumentoRow[],
  documento: DocumentoRow,
  before: SignatarioRow,
  changes: Changes,
): Promise<[Place, ...Place[]]> {
  const own: Place = { documento, before, next: { ...before, ...changes } };
  const personal = only(changes, PERSONAL);
  if (!isInProgress(documento.status) || Object.keys(personal).length === 0) return [own];
  const elsewhere = await rowsOfPerson(tx, documento, before);
  const others = elsewhere.flatMap((row) => {
    const other = locked.find(({ id }) => id === row.documento_id);
    if (row.id === before.id || !other || !isOpen(other, tx.now)) return [];
    return [{ documento: other, before: row, next: { ...row, ...personal } }];
  });
  return [own, ...others];
}

/** Whether the person did anything here that would be attributed to someone else after the correction. */
async function wasTouched({ sql, here }: Tx, before: SignatarioRow): Promise<boolean> {
  if (before.visualizado_em || before.paginas_lidas > 0 || before.aceito_em) return true;
  const proven = await sql`
    select
      from fator_signatario
     where signatario_id = ${before.id} and cumprido_em is not null
       and ${here()}
     limit 1`;
  return proven.length > 0;
}

const HOUR_MS = 3600_000;

/** Corrections within the last hour, including this one. @throws 429 over 3 of them */
function countCorrection(places: readonly Place[], now: Date): Date[] {
  const recent = places
    .map(({ before }) => before.correcoes.filter((at) => at.getTime() > now.getTime() - HOUR_MS))
    .reduce((most, one) => (one.length > most.length ? one : most), []);
  const [oldest] = recent;
  if (oldest && recent.length >= CORRECTIONS_PER_HOUR) {
    const wait = Math.max(1, Math.ceil((oldest.getTime() + HOUR_MS - now.getTime()) / 1000));
    throw new Problem('429 LIMITE_EXCEDIDO', rule('correctionLimit', { n: CORRECTIONS_PER_HOUR }), {
      headers: { 'retry-after': String(wait) },
    });
  }
  return [...recent, now];
}

/** As text, because the driver mistakes a list of dates for a single date. */
async function noteCorrection({ sql, here }: Tx, { before }: Place, at: readonly Date[]): Promise<void> {
  await sql`
    update signatario
       set correcoes = ${at.map((date) => date.toISOString())}::timestamptz[]
     where id = ${before.id} and ${here()}`;
}

/** Further effects of a correction: none, a new link to a changed contact, or also voiding what was done. */
interface Effect {
  /** Places that the old link opens no longer. */
  readonly renewed: readonly Place[];
  /** Places where something had been done that is now void. */
  readonly voided: readonly Place[];
}

async function effectOf(
  tx: Tx,
  locked: readonly DocumentoRow[],
  places: readonly [Place, ...Place[]],
): Promise<Effect> {
  const [own] = places;
  const columns = Object.keys(PERSONAL) as (keyof typeof PERSONAL)[];
  const another = places.some((place) => columns.some((column) => differs(column, place)));
  // Whoever accepted in one role did not agree to act in another. Each document has its own.
  if (!another && own.before.funcao === own.next.funcao) return { renewed: [], voided: [] };
  const affected = another ? places : [own];
  const voided: Place[] = [];
  for (const place of affected) if (await wasTouched(tx, place.before)) voided.push(place);
  const renews =
    voided.length > 0 ||
    (another &&
      (places.some((place) => CONTACT.some((column) => differs(column, place))) ||
        (await actedElsewhere(tx, locked, places))));
  return { renewed: renews ? affected : [], voided };
}

/**
 * Whether the holder of the link used it in documents of the set that they have finished: then it is not the corrected
 * person's.
 */
async function actedElsewhere(tx: Tx, locked: readonly DocumentoRow[], places: readonly Place[]): Promise<boolean> {
  const person = places[0] && personKey(places[0].before);
  if (!person) return false;
  for (const { id } of locked) {
    const rows = (await listSignatarios(tx, id)).filter((row) => personKey(row) === person && !isPending(row));
    for (const row of rows) if (await wasTouched(tx, row)) return true;
  }
  return false;
}

/**
 * Corrects a signer who has not acted. After sending, name, CPF, date of birth and contact apply to the person in every
 * unfinished document of the same link. A changed contact revokes the old link and gets a new one at once. Once the
 * person has opened anything, changing any of these properties does the same, and everything proven, read and accepted
 * becomes void, because it was done by the person the old data named. So does another role, in its document alone:
 * a page that shows the old one opens nothing any more.
 * @param locked the documents it may change, as returned by `lockTogether`
 * @throws 400, 404 for a person who is not in the registry, 403 if another document is not the caller's to change, 409 CONFLITO for someone who signed, refused or
 * was cancelled, 429 over 3 corrections an hour
 */
export async function alterarSignatario(
  tx: Tx,
  deps: DocumentosDeps,
  call: Pick<MemberPart, 'origin' | 'authorize'>,
  locked: readonly DocumentoRow[],
  documento: DocumentoRow,
  before: SignatarioRow,
  body: SignatarioAlteracao,
): Promise<void> {
  transition(documento, 'CORRECT_SIGNER', tx.now);
  if (!isPending(before)) throw conflict(rule('signerActed'));
  const sent = isInProgress(documento.status);
  const changes = changesOf(body);
  const places = await placesOf(tx, locked, documento, before, changes);
  for (const place of places) call.authorize(place.documento.criado_por);
  const keys = changes.chave ? await keysBeside(tx, before, changes.chave) : [];
  refuseInvalid([...problemsOf(deps, places, changes, tx.now), ...keys]);
  if (places.every((place) => changed(place).length === 0)) return;
  if (changes.cliente_id && changes.cliente_id !== before.cliente_id) await holdClientes(tx, [changes.cliente_id]);
  if (changes.url_retorno) await refuseUnlisted(tx, [{ campo: 'urlRetorno', url: changes.url_retorno }]);

  const effect = await effectOf(tx, locked, places);
  // Another reference alone corrects nobody.
  const corrects = places.some((place) => corrected(place).length > 0);
  const correcoes = sent && corrects ? countCorrection(places, tx.now) : [];
  const invited = effect.renewed.filter((place) => place.before.convidado_em !== null);
  if (invited[0]?.next.metodo_entrega === 'SMS') await refuseTooManySms(tx, documento, 1);
  for (const place of places) {
    const values = Object.fromEntries(changed(place).map((column) => [column, place.next[column]]));
    // Whoever passed the place on did not pass it to somebody whom the sender names since.
    const named = namesAnother(place) ? { delegado_de: null } : {};
    if (changed(place).length > 0) await updateSignatario(tx, place.before.id, { ...values, ...named });
    if (sent && corrects) await noteCorrection(tx, place, correcoes);
    const renewed = effect.renewed.includes(place);
    if (renewed) await forgetActs(tx, place, effect.voided.length > 0);
    if (renewed || corrected(place).length > 0) await tell(tx, call.origin, place, effect);
    await updateDocumento(tx, place.documento.id, {});
  }
  // Where something is void, a link of the set that was handed out is not the new one.
  const linked = invited.filter(({ next }) => next.metodo_entrega !== 'LINK' || effect.voided.length > 0);
  await sendLinks(
    tx,
    deps.tokens,
    linked.map(({ documento, next }) => ({ documento, signatario: next })),
    'CORRECAO',
  );
  if (sent) await inviteWhoseTurn(tx, deps.tokens, documento);
  for (const place of places)
    await ensureHandedOutLinks(tx, deps.tokens, place.documento, await listSignatarios(tx, place.documento.id));
}

async function keysBeside(tx: Tx, { id, documento_id }: SignatarioRow, chave: string) {
  const others = (await listSignatarios(tx, documento_id)).filter((other) => other.id !== id);
  return checkKeys([...others, { chave }], () => 'chave');
}

function problemsOf(deps: DocumentosDeps, places: readonly Place[], changes: Changes, now: Date) {
  const found = places.flatMap(({ documento, next }) => [
    ...checkSigner(draftSigner(next), draftDocument(documento), '', now),
    ...(isInProgress(documento.status) ? checkReachable(draftSigner(next), '') : []),
  ]);
  // The same problem in several documents of the person is reported once.
  const once = new Map(found.map((problem) => [JSON.stringify(problem), problem]));
  return [...once.values(), ...checkDrawable([['nome', changes.nome]], deps.undrawable)];
}

/** Removes the person from the old link if there is a new one, and records what happened in the place's own trail. */
async function tell(tx: Tx, origin: Origin, place: Place, { renewed, voided }: Effect): Promise<void> {
  const { documento, before, next } = place;
  const alteracoes = alterations(place);
  const revoked = renewed.includes(place) ? await revokeLinks(tx, [before.id], 'SUBSTITUIDO') : 0;
  await recordEvents(tx, documento.id, origin, [
    {
      acao: 'SIGNATARIO_CORRIGIDO',
      detalhe: {
        signatarioId: before.id,
        campos: Object.keys(alteracoes).sort(),
        alteracoes,
        ...(voided.includes(place) ? { anulado: true } : {}),
      },
    },
    ...(revoked > 0
      ? [{ acao: 'LINK_SUBSTITUIDO' as const, detalhe: { signatarioId: before.id, canal: next.metodo_entrega } }]
      : []),
  ]);
}
