import type {
  AceiteEntrada,
  AceiteRegistrado,
  AutenticacaoEntrada,
  CodigoEntrada,
  CodigoSolicitado,
  IdiomaEntrada,
  IdiomaEscolhido,
  LeituraEntrada,
  LeituraRegistrada,
} from '@rubrica/contract';
import { rule } from '@rubrica/contract';
import type { Source } from '../../core/actor.ts';
import { conflict, type Problem } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { recordEvent } from '../auditoria/index.ts';
import {
  emitDocumentEvent,
  eventSigner,
  type LiveFactor,
  noteArrival,
  sameCase,
  updateSignatario,
} from '../documentos/index.ts';
import { type AnswerTo, type FactorDeps, type Goal, goalOf } from './factors/factor.ts';
import { fulfil } from './factors/fulfil.ts';
import { countWrong, forgetGuesses, holdTarget, refuseWhileResting, targetOf } from './factors/guesses.ts';
import { factorOf } from './factors/index.ts';
import {
  currentEntries,
  demandedFactors,
  type Entry,
  entryOf,
  isTheirTurn,
  loadSession,
  openEntries,
  openSession,
  placeOfAct,
  requireAuthenticated,
  type SigningSession,
  signerOrigin,
  withFactors,
} from './sessao.ts';
import { TEXTO_ACEITE } from './texto-aceite.ts';

/**
 * Opening the link: the first view of each document is recorded in the trail and published as `document.viewed`. A link
 * that the service itself delivered by e-mail proves the mailbox, so opening it fulfils EMAIL. Before the person's turn
 * it does not count as a view: nothing is recorded, changed or proven.
 */
export async function abrir(tx: Tx, linkId: string, source: Source): Promise<SigningSession> {
  const session = await openSession(tx, linkId, 'lock');
  const [first, ...rest] = session.waits ? [] : openEntries(session).filter(isTheirTurn);
  if (!first) return session;
  const { canal, destino } = session.link;
  const arrived = await noteArrival(tx, session.link, [first, ...rest]);
  const origin = signerOrigin(session, source);
  const view = async (entry: Entry): Promise<Entry> => {
    const { documento, signatario, everyone } = entry;
    if (signatario.visualizado_em !== null) return entry;
    await updateSignatario(tx, signatario.id, { status: 'VISUALIZADO', visualizado_em: tx.now });
    await recordEvent(tx, documento.id, origin, {
      acao: 'DOCUMENTO_VISUALIZADO',
      detalhe: { signatarioId: signatario.id, canal, ...placeOfAct(session, signatario) },
    });
    const seen = { ...signatario, status: 'VISUALIZADO' as const, visualizado_em: tx.now };
    await emitDocumentEvent(tx, 'document.viewed', documento, { signatario: eventSigner(seen, session.fatores) });
    return { ...entry, signatario: seen, everyone: everyone.map((one) => (one.id === seen.id ? seen : one)) };
  };
  const seen: [Entry, ...Entry[]] = [await view(first)];
  for (const entry of rest) seen.push(await view(entry));
  const mailbox = canal === 'EMAIL' && destino !== null ? { email: sameCase(destino) } : null;
  const proved =
    mailbox !== null &&
    (await fulfil(tx, session, origin, 'EMAIL', 'LINK_POR_EMAIL', { proof: mailbox, entries: seen }));
  if (arrived || proved) return loadSession(tx, linkId, 'lock');
  const asSeen = (entry: Entry) => seen.find(({ signatario }) => signatario.id === entry.signatario.id) ?? entry;
  const [head, ...others] = session.entries;
  return { ...session, entries: [asSeen(head), ...others.map(asSeen)] };
}

/** The language of what is written to the person about the documents of the link. It is no event of a trail. */
export async function escolherIdioma(tx: Tx, linkId: string, { idioma }: IdiomaEntrada): Promise<IdiomaEscolhido> {
  const { entries } = await loadSession(tx, linkId, 'lock');
  for (const { signatario } of entries) {
    if (signatario.idioma !== idioma) await updateSignatario(tx, signatario.id, { idioma });
  }
  return { idioma };
}

/** Reading progress as reported by the page. It never goes back; reaching the last page is recorded once. */
export async function registrarLeitura(
  tx: Tx,
  linkId: string,
  source: Source,
  body: LeituraEntrada,
): Promise<LeituraRegistrada> {
  const session = await loadSession(tx, linkId, 'lock');
  const { documento, signatario } = entryOf(session, body.documentoId);
  refuseOnceRefused([{ signatario }]);
  requireAuthenticated(session);
  const paginasLidas = Math.max(signatario.paginas_lidas, Math.min(body.paginasLidas, documento.paginas));
  const concludes = paginasLidas >= documento.paginas && signatario.leitura_concluida_em === null;
  const segundos = signatario.leitura_segundos + body.segundos;
  await updateSignatario(tx, signatario.id, {
    paginas_lidas: paginasLidas,
    leitura_segundos: segundos,
    ...(concludes ? { leitura_concluida_em: tx.now } : {}),
  });
  if (concludes) {
    await recordEvent(tx, documento.id, signerOrigin(session, source), {
      acao: 'LEITURA_CONCLUIDA',
      detalhe: { signatarioId: signatario.id, paginas: documento.paginas, segundos },
    });
  }
  return {
    paginasLidas,
    totalPaginas: documento.paginas,
    leituraConcluida: concludes || signatario.leitura_concluida_em !== null,
  };
}

/**
 * Records that the person read and agreed to the current text, as a separate act before signing. Repeating it returns
 * the first time.
 * @throws 409 before reading is finished, or if the named text is not the current one
 */
export async function registrarAceite(
  tx: Tx,
  linkId: string,
  source: Source,
  body: AceiteEntrada,
): Promise<AceiteRegistrado> {
  const session = await loadSession(tx, linkId, 'lock');
  refuseOnceRefused(currentEntries(session));
  requireAuthenticated(session);
  const { textoAceiteId, versao, textoHash } = TEXTO_ACEITE;
  const current =
    (body.textoAceiteId === undefined || body.textoAceiteId === textoAceiteId) &&
    (body.textoHash === undefined || body.textoHash.toLowerCase() === textoHash);
  if (!current) throw conflict(rule('termsChanged'));
  // What the person refused or what has ended is not accepted afterwards: a trail would tell of an act after its end.
  const open = openEntries(session);
  if (open.some(({ signatario }) => signatario.leitura_concluida_em === null)) {
    throw conflict(rule('readBeforeAccepting'));
  }
  const aceite = { textoAceiteId, versao, textoHash };
  for (const { documento, signatario } of open) {
    if (signatario.aceito_em) continue;
    await updateSignatario(tx, signatario.id, { aceito_em: tx.now, aceite: tx.json(aceite) });
    await recordEvent(tx, documento.id, signerOrigin(session, source), {
      acao: 'ACEITE_REGISTRADO',
      detalhe: { signatarioId: signatario.id, ...aceite },
    });
  }
  const before = currentEntries(session).flatMap(({ signatario }) => signatario.aceito_em ?? []);
  const aceitoEm = before.length < open.length ? tx.now : before[0];
  if (!aceitoEm) throw conflict(rule('youDeclined'));
  return { ...aceite, aceitoEm: aceitoEm.toISOString() };
}

/** @throws 409 if the person refused everything: nothing further is read, accepted or proven */
function refuseOnceRefused(entries: readonly Pick<Entry, 'signatario'>[]): void {
  if (entries.every(({ signatario }) => signatario.status === 'RECUSADO')) throw conflict(rule('youDeclined'));
}

/** @throws 409 for a factor that nothing open requires of the person, or no longer requires */
function wantedGoal(session: SigningSession, fator: LiveFactor): Goal {
  refuseOnceRefused(currentEntries(session));
  if (!demandedFactors(session).includes(fator)) throw conflict(rule('factorNotAsked', { fator }));
  const goal = goalOf(session, fator);
  if (!goal) throw conflict(rule('factorDone', { fator }));
  return goal;
}

/** Sends a code, or returns what the authenticator needs. */
export async function solicitarCodigo(
  tx: Tx,
  deps: FactorDeps,
  linkId: string,
  body: CodigoEntrada,
): Promise<CodigoSolicitado> {
  const session = await loadSession(tx, linkId, 'lock');
  const goal = wantedGoal(session, body.fator);
  const { ask, guessesAgainst } = factorOf(body.fator);
  const guessed = await guessesAgainst(tx, session, goal);
  if (guessed !== null) await refuseWhileResting(tx, targetOf(deps.secrets, body.fator, guessed));
  if (!ask) throw conflict(rule('factorWithoutCode', { fator: body.fator }));
  return ask(tx, deps, session, goal);
}

/**
 * Checks the answer for one factor.
 * @returns the session with what is proven now, or the refusal: its count must be committed, so it is not thrown here
 */
export async function autenticar(
  tx: Tx,
  deps: FactorDeps,
  linkId: string,
  source: Source,
  body: AutenticacaoEntrada,
): Promise<SigningSession | Problem> {
  const { fator } = body;
  const session = await loadSession(tx, linkId, 'lock');
  const goal = wantedGoal(session, fator);
  const factor = factorOf(fator);
  const guessed = await factor.guessesAgainst(tx, session, goal);
  if (guessed === null) throw conflict(rule('authenticatorFirst'));
  const target = targetOf(deps.secrets, fator, guessed);
  await holdTarget(tx, target);
  const origin = signerOrigin(session, source);
  const proven = await factor.check(tx, deps, session, goal, body as AnswerTo<LiveFactor>, origin);
  if (!proven) return countWrong(tx, session, origin, fator, target, goal.entries);
  await forgetGuesses(tx, target);
  await fulfil(tx, session, origin, fator, factor.way, proven);
  return withFactors(tx, session);
}
