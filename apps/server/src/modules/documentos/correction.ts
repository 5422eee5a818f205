import { isDeepStrictEqual } from 'node:util';
import type { SignatarioAlteracao } from '@rubrica/contract';
import { CORRECTIONS_PER_HOUR, rule } from '@rubrica/contract';
import { digitsOf } from '@rubrica/contract/brazil';
import type { Origin } from '../../core/actor.ts';
import type { MemberPart } from '../../core/call.ts';
import { conflict, Problem, refuseInvalid } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { recordEvents } from '../auditoria/index.ts';
import { inviteWhoseTurn, sendLink } from './convites.ts';
import type { DocumentosDeps } from './deps.ts';
import { draftDocument, draftSigner, type NewSigner } from './entrada.ts';
import { isInProgress, isOpen, transition } from './estado.ts';
import { refuseTooManySms } from './extra-sms.ts';
import { ensureHandedOutLinks, revokeLinks, rowsOfPerson } from './links.ts';
import { ownReferenceChanges } from './own-reference.ts';
import { isPending, personKey, sameCase } from './people.ts';
import type { DocumentoRow, SignatarioRow } from './rows.ts';
import { checkDrawable, checkReachable, checkSigner } from './rules.ts';
import { listSignatarios, updateDocumento, updateSignatario } from './store.ts';

/** What says who the person is and how they are reached, by the names of the contract: the same in all of their documents. */
const PERSONAL = {
  nome: 'nome',
  cpf: 'cpf',
  data_nascimento: 'dataNascimento',
  email: 'email',
  telefone: 'telefone',
  metodo_entrega: 'metodoEntrega',
} as const;
const CONTACT = ['email', 'telefone', 'metodo_entrega'] as const satisfies readonly (keyof typeof PERSONAL)[];

/** What is asked of the signer in one document. */
const OF_DOCUMENT = {
  funcao: 'funcao',
  fatores_exigidos: 'fatoresExigidos',
  ordem: 'ordem',
  travar_dados: 'travarDados',
  cliente_id: 'clienteId',
} as const;
/** What of it the trail tells; the sender's own reference is neither the person nor what is asked of them. */
const TOLD = { ...PERSONAL, ...OF_DOCUMENT };
const OWN_REFERENCE = { referencia_externa: 'referenciaExterna', metadados: 'metadados' } as const;
const MEMBERS = { ...TOLD, ...OWN_REFERENCE };

type Column = keyof typeof MEMBERS;
type Changes = Partial<Pick<NewSigner, Column>>;

/** One document of the person, as it is and as it will be. */
interface Place {
  readonly documento: DocumentoRow;
  readonly before: SignatarioRow;
  readonly next: SignatarioRow;
}

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
    cliente_id: body.clienteId,
    ...ownReferenceChanges(body),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Changes;
}

const only = (changes: Changes, columns: object): Changes =>
  Object.fromEntries(Object.entries(changes).filter(([column]) => column in columns)) as Changes;

const changed = ({ before, next }: Place): Column[] =>
  (Object.keys(MEMBERS) as Column[]).filter((column) => !isDeepStrictEqual(before[column], next[column]));

/** What changes that the trail tells. */
const corrected = (place: Place) => changed(place).filter((column): column is keyof typeof TOLD => column in TOLD);

/** Whether it is another person or another way to reach them: an e-mail in other letters is neither. */
function differs(column: keyof typeof PERSONAL, { before, next }: Place): boolean {
  const [old, given] = [before[column], next[column]];
  if (column === 'email' && old !== null && given !== null) return sameCase(old) !== sameCase(given);
  return old !== given;
}

/** What is told of a place: each member that changes, with what it was and what it becomes. */
const alterations = (place: Place) =>
  Object.fromEntries(
    corrected(place).map((column) => [MEMBERS[column], { de: place.before[column], para: place.next[column] }]),
  );

/**
 * The person's places that a correction changes: the signer's own and, once sent, those in the other documents of the
 * envelope, which the same link opens, as far as the person has not ended them.
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

/** Whether the person did anything here that would be somebody else's act once they are corrected. */
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

/** Corrections of the last hour, this one included. @throws 429 over 3 of them */
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

/** As text: the driver takes a list of dates for one. */
async function noteCorrection({ sql, here }: Tx, { before }: Place, at: readonly Date[]): Promise<void> {
  await sql`
    update signatario
       set correcoes = ${at.map((date) => date.toISOString())}::timestamptz[]
     where id = ${before.id} and ${here()}`;
}

/** What else a correction does: nothing, a new link to a changed contact, or also voiding what was done. */
interface Effect {
  readonly renewed: boolean;
  /** Where something had been done that is void now. */
  readonly voided: readonly Place[];
}

async function effectOf(tx: Tx, locked: readonly DocumentoRow[], places: readonly Place[]): Promise<Effect> {
  const columns = Object.keys(PERSONAL) as (keyof typeof PERSONAL)[];
  if (!places.some((place) => columns.some((column) => differs(column, place)))) return { renewed: false, voided: [] };
  const voided: Place[] = [];
  for (const place of places) if (await wasTouched(tx, place.before)) voided.push(place);
  const renewed =
    voided.length > 0 ||
    places.some((place) => CONTACT.some((column) => differs(column, place))) ||
    (await actedElsewhere(tx, locked, places));
  return { renewed, voided };
}

/** Whether who has the link used it in documents of the set that are over for them: it is not the corrected person's. */
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
 * Corrects a signer who has not acted. After sending, name, CPF, date of birth and contact are the person's in every
 * document of the same link that they have not ended. A changed contact kills the old link and gets a new one at once;
 * once the person has opened anything, so does each of these members, and all that was proven, read and accepted becomes
 * void: it was done by whom the old data named.
 * @param locked the documents it may touch, as `lockTogether` gives them
 * @throws 400, 403 where another document is not the caller's to change, 409 CONFLITO for who signed, refused or was
 *   cancelled, 429 over 3 corrections an hour
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
  refuseInvalid(problemsOf(deps, places, changes, tx.now));
  if (places.every((place) => changed(place).length === 0)) return;

  const effect = await effectOf(tx, locked, places);
  // Another reference alone corrects nobody.
  const corrects = places.some((place) => corrected(place).length > 0);
  const correcoes = sent && corrects ? countCorrection(places, tx.now) : [];
  const invited = places.find((place) => place.before.convidado_em !== null);
  if (effect.renewed && invited?.next.metodo_entrega === 'SMS') await refuseTooManySms(tx, documento, 1);
  for (const place of places) {
    const values = Object.fromEntries(changed(place).map((column) => [column, place.next[column]]));
    if (changed(place).length > 0) await updateSignatario(tx, place.before.id, values);
    if (sent && corrects) await noteCorrection(tx, place, correcoes);
    if (effect.renewed) await forgetActs(tx, place, effect.voided.length > 0);
    if (corrects) await tell(tx, call.origin, place, effect);
    await updateDocumento(tx, place.documento.id, {});
  }
  if (effect.renewed && invited && invited.next.metodo_entrega !== 'LINK')
    await sendLink(tx, deps.tokens, invited.documento, invited.next, 'CORRECAO');
  if (sent) await inviteWhoseTurn(tx, deps.tokens, documento);
  for (const place of places)
    await ensureHandedOutLinks(tx, deps.tokens, place.documento, await listSignatarios(tx, place.documento.id));
}

function problemsOf(deps: DocumentosDeps, places: readonly Place[], changes: Changes, now: Date) {
  const found = places.flatMap(({ documento, next }) => [
    ...checkSigner(draftSigner(next), draftDocument(documento), '', now),
    ...(isInProgress(documento.status) ? checkReachable(draftSigner(next), '') : []),
  ]);
  // The same problem in several documents of the person is one of the request.
  const once = new Map(found.map((problem) => [JSON.stringify(problem), problem]));
  return [...once.values(), ...checkDrawable([['nome', changes.nome]], deps.undrawable)];
}

/** Proofs, codes, reading and acceptance of who stood here before. They are in the trail, and nobody's act any more. */
async function forgetActs(tx: Tx, { before, next }: Place, voided: boolean): Promise<void> {
  const { sql, now } = tx;
  const own = sql`signatario_id = ${before.id} and ${tx.here()}`;
  await sql`delete from fator_signatario where ${own}`;
  await sql`delete from autenticador where ${own}`;
  await sql`update codigo_otp set encerrado_em = ${now} where ${own} and encerrado_em is null`;
  if (before.convidado_em === null) return;
  const handedOut = next.metodo_entrega === 'LINK';
  await updateSignatario(tx, before.id, {
    status: handedOut || voided ? 'ENVIADO' : 'PENDENTE',
    enviado_em: handedOut ? now : null,
    visualizado_em: null,
    autenticado_em: null,
    paginas_lidas: 0,
    leitura_segundos: 0,
    leitura_concluida_em: null,
    aceito_em: null,
    aceite: null,
  });
}

/** Takes the person off the old link where there is a new one, and tells in the place's own trail what happened. */
async function tell(tx: Tx, origin: Origin, place: Place, { renewed, voided }: Effect): Promise<void> {
  const { documento, before, next } = place;
  const alteracoes = alterations(place);
  const revoked = renewed ? await revokeLinks(tx, [before.id], 'SUBSTITUIDO') : 0;
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
