import { canonicalJson } from '../canonical.ts';
import { sha256Hex } from '../crypto/sha256.ts';
import { type Signatario, V2 } from '../package/shapes.ts';
import { counted, ensure, Unsure } from '../report.ts';
import { isAct, OLDER } from './document.ts';
import {
  actsOf,
  called,
  changesIn,
  type Happened,
  type History,
  isWhen,
  livingActs,
  ofAction,
  only,
  replayData,
  same,
} from './history.ts';

/** What the summary states about people, checked against their events. */

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object';

/** Everyone to whom the document was sent and who was not removed appears once, and has signed or refused. */
export function checkEverybody(history: History): string {
  const { conteudo, sent, bySigner } = history;
  const { signatarios, esquema } = conteudo;
  const ids = signatarios.map(({ signatarioId }) => signatarioId);
  ensure(new Set(ids).size === ids.length, 'o pacote nomeia alguém duas vezes');
  const removals = ofAction(history, 'SIGNATARIO_REMOVIDO').filter(({ index }) => index > sent.index);
  const removed = removals.map(({ event }) => String(event.detalhe.signatarioId));
  for (const id of removed) ensure(!ids.includes(id), 'o pacote nomeia quem foi removido');
  if (esquema === V2) {
    const list = sent.event.detalhe.dados;
    const told = Array.isArray(list) ? list.map((line) => (isObject(line) ? line.signatarioId : null)) : [];
    const left = told.filter((id) => !removed.includes(String(id)));
    ensure(same([...left].sort(), [...ids].sort()), 'o pacote não nomeia as mesmas pessoas que o envio');
    ensure(
      removed.every((id) => told.includes(id)),
      'foi removido quem não estava no envio',
    );
  } else {
    const count = sent.event.detalhe.signatarios;
    ensure(count === ids.length + removed.length, 'o pacote não nomeia tantas pessoas quantas o envio');
  }
  for (const signer of signatarios) {
    ensure(['ASSINADO', 'RECUSADO'].includes(signer.status), `${called(signer)} nem assinou nem recusou`);
    const end = actsOf(history, signer.signatarioId).filter(({ event }) => ENDS.has(event.acao));
    ensure(end.length === 1, `a trilha não traz uma assinatura ou recusa de ${called(signer)}, e só uma`);
    const wanted = signer.status === 'ASSINADO' ? 'ASSINATURA_REGISTRADA' : 'ASSINATURA_RECUSADA';
    ensure(end[0]?.event.acao === wanted, `a trilha diz o contrário do que o pacote diz de ${called(signer)}`);
  }
  for (const [id, acts] of bySigner) {
    if (ids.includes(id)) continue;
    const signed = acts.some(({ event }) => ENDS.has(event.acao));
    ensure(!signed, 'a trilha traz assinatura ou recusa de quem o pacote não nomeia');
  }
  ensure(
    signatarios.some(({ status }) => status === 'ASSINADO'),
    'ninguém assinou',
  );
  return `${counted(ids.length, 'pessoa', 'pessoas')}${removed.length > 0 ? `; ${counted(removed.length, 'removida', 'removidas')} antes de agir` : ''}`;
}

const ENDS = new Set(['ASSINATURA_REGISTRADA', 'ASSINATURA_RECUSADA']);

/** The signature or refusal of a person who is known to have one. */
export const endOf = (history: History, { signatarioId }: Signatario): Happened =>
  actsOf(history, signatarioId).find(({ event }) => ENDS.has(event.acao)) as Happened;

/** Each person's identity: the data as sent, whose hash is opened with its salt, with each correction since. */
export function checkData(history: History): string | Unsure {
  const { conteudo, sent } = history;
  if (conteudo.esquema !== V2) return checkOlderData(history);
  const list = Array.isArray(sent.event.detalhe.dados) ? sent.event.detalhe.dados.filter(isObject) : [];
  let corrections = 0;
  for (const signer of conteudo.signatarios) {
    const { signatarioId, noEnvio, contato } = signer;
    const who = called(signer);
    const hash = noEnvio && sha256Hex(`${noEnvio.sal}\n${canonicalJson(noEnvio.dados)}`);
    const line = list.find((candidate) => candidate.signatarioId === signatarioId);
    ensure(hash && line?.hash === hash, `os dados do envio de ${who} não são os que o envio registrou`);
    ensure(noEnvio.dados.signatarioId === signatarioId, `os dados do envio de ${who} são de outra pessoa`);
    const { dados, fatoresExigidos } = replayData(history, signer);
    const summed = {
      ...{ funcao: signer.funcao, nome: signer.nome, cpf: signer.cpf, dataNascimento: signer.dataNascimento ?? null },
      ...{ email: contato.email, telefone: contato.telefone, metodoEntrega: contato.metodoEntrega },
    };
    for (const [name, value] of Object.entries(summed)) {
      const told = dados[name as keyof typeof summed];
      ensure(same(value, told), `o pacote e a trilha não dizem o mesmo de ${who}: ${name}`);
    }
    const demanded = fatoresExigidos === null || same([...fatoresExigidos].sort(), [...signer.fatoresExigidos].sort());
    ensure(demanded, `o pacote e a trilha não exigem os mesmos fatores de ${who}`);
    const acts = actsOf(history, signatarioId);
    corrections += acts.filter(({ event }) => ['SIGNATARIO_CORRIGIDO', 'DADOS_CORRIGIDOS'].includes(event.acao)).length;
  }
  checkDestinations(history);
  return corrections === 0
    ? 'como enviados'
    : `como enviados, com ${counted(corrections, 'correção', 'correções')} desde então`;
}

/** Before the trail contained data, it showed only where messages went and who acted. */
function checkOlderData(history: History): Unsure {
  checkDestinations(history);
  const others = history.conteudo.signatarios.flatMap((signer) => {
    const { ator, detalhe } = endOf(history, signer).event;
    const known = [
      signer.nome,
      signer.contato.email,
      signer.contato.telefone,
      'Signatário',
      ...formerNames(history, signer),
    ];
    ensure(detalhe.funcao === undefined || detalhe.funcao === signer.funcao, `${called(signer)} agiu noutra função`);
    return known.includes(ator) ? [] : [`a trilha chama ${called(signer)} de ${ator}`];
  });
  return new Unsure([`${OLDER}: nome, CPF e contatos`, ...others].join('; '));
}

const formerNames = (history: History, { signatarioId }: Signatario): unknown[] =>
  actsOf(history, signatarioId).flatMap(({ event }) => {
    const { nome } = event.acao === 'DADOS_CORRIGIDOS' ? event.detalhe : {};
    return isObject(nome) ? [nome.de] : [];
  });

/**
 * Invitations went to an address that is or was the person's: one that was being delivered during a correction is
 * recorded after it. If corrections did not record what they changed, this cannot be checked.
 */
function checkDestinations(history: History): void {
  for (const signer of history.conteudo.signatarios) {
    const acts = actsOf(history, signer.signatarioId);
    const changes = acts.filter(({ event }) => event.acao === 'SIGNATARIO_CORRIGIDO').map(changesIn);
    if (changes.includes(undefined)) continue;
    const { email, telefone } = signer.noEnvio?.dados ?? {};
    const former = changes.flatMap((change) =>
      [change?.email, change?.telefone].flatMap((one) => [one?.de, one?.para]),
    );
    const known = [signer.contato.email, signer.contato.telefone, email, telefone, ...former].map(lower);
    for (const { event } of acts) {
      const { destino } = event.detalhe;
      if (!DELIVERIES.has(event.acao) || typeof destino !== 'string') continue;
      ensure(known.includes(lower(destino)), `um convite de ${called(signer)} foi para outro endereço`);
    }
  }
}

const lower = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value);

const DELIVERIES = new Set(['CONVITE_ENVIADO', 'LEMBRETE_ENVIADO']);

/** Signatures and refusals: when, by which action, from where, and why. */
export function checkEnds(history: History): string {
  const { signatarios } = history.conteudo;
  const acts = new Set<unknown>();
  for (const signer of signatarios) {
    const who = called(signer);
    const end = endOf(history, signer);
    const { detalhe, ...event } = end.event;
    const signed = signer.status === 'ASSINADO';
    ensure(
      isWhen(history, signed ? signer.assinadoEm : signer.recusadoEm, end),
      `${who} agiu noutra hora, segundo a trilha`,
    );
    ensure((signed ? signer.recusadoEm : signer.assinadoEm) === null, `o pacote diz que ${who} assinou e recusou`);
    ensure(signer.transacaoId === (signed ? detalhe.transacaoId : null), `a assinatura de ${who} é outra na trilha`);
    ensure(!signed || typeof signer.transacaoId === 'string', `a assinatura de ${who} não tem identificador`);
    ensure(!signed || detalhe.funcao === undefined || detalhe.funcao === signer.funcao, `${who} assinou noutra função`);
    ensure(signer.motivoRecusa === (signed ? null : detalhe.motivo), `o motivo da recusa de ${who} é outro na trilha`);
    const { ip, porta, origemEndereco, agenteUsuario, geolocalizacao } = signer;
    for (const [name, value] of Object.entries({ ip, porta, origemEndereco, agenteUsuario, geolocalizacao })) {
      ensure(same(value, event[name as 'ip']), `${who} agiu de outro lugar, segundo a trilha: ${name}`);
    }
    ensure(event.tipoAtor === 'SIGNATARIO', `quem agiu por ${who} não foi quem assina`);
    ensure(!signed || !acts.has(signer.transacaoId), 'duas pessoas têm a mesma assinatura');
    acts.add(signer.transacaoId);
  }
  const signed = signatarios.filter(({ status }) => status === 'ASSINADO').length;
  const refused = signatarios.length - signed;
  const refusals = refused === 0 ? '' : `, ${counted(refused, 'recusa', 'recusas')}`;
  return `${counted(signed, 'assinatura', 'assinaturas')}${refusals}`;
}

/**
 * The preceding steps: read, accepted and signed in this order; each of them, and the view, at the time in the trail.
 */
export function checkSteps(history: History): string {
  for (const signer of history.conteudo.signatarios) {
    const who = called(signer);
    const living = livingActs(history, signer.signatarioId);
    const end = endOf(history, signer);
    for (const { index, event } of living)
      ensure(index <= end.index || !isAct(event.acao), `${who} agiu depois de acabar`);
    checkViewed(history, signer, living);
    const read = only(living, 'LEITURA_CONCLUIDA', `${who} leu duas vezes`);
    const agreed = only(living, 'ACEITE_REGISTRADO', `${who} aceitou duas vezes`);
    const times: [string | null, Happened | undefined, string][] = [
      [signer.leituraConcluidaEm, read, 'leu'],
      [signer.aceiteEm, agreed, 'aceitou'],
    ];
    for (const [moment, act, verb] of times) {
      ensure(act ? isWhen(history, moment, act) : moment === null, `${who} ${verb} noutra hora, segundo a trilha`);
    }
    if (signer.status !== 'ASSINADO') continue;
    ensure(read && agreed, `${who} assinou sem ler ou sem aceitar`);
    ensure(read.index < agreed.index && agreed.index < end.index, `${who} não leu, aceitou e assinou nesta ordem`);
    const pages = read.event.detalhe.paginas;
    ensure(pages === undefined || pages === history.conteudo.documento.paginas, `${who} leu outro número de páginas`);
    // Someone who signs through the API may open the document after having read its file, or not at all.
    const order = [signer.leituraConcluidaEm, signer.aceiteEm, signer.assinadoEm];
    const known = order.filter((moment) => moment !== null);
    ensure(same(known, [...known].sort()), `as horas de ${who} não se seguem`);
  }
  checkSent(history);
  return 'envio, visualização, leitura e aceite nas horas e na ordem da trilha';
}

/** The first view that counts; older documents recorded the very first one. */
function checkViewed(history: History, signer: Signatario, living: readonly Happened[]): void {
  const isView = ({ event }: Happened) => event.acao === 'DOCUMENTO_VISUALIZADO';
  const first = living.find(isView);
  const ever = actsOf(history, signer.signatarioId).find(isView);
  const { visualizadoEm } = signer;
  const older = history.conteudo.esquema !== V2 && ever !== undefined && isWhen(history, visualizadoEm, ever);
  const held = first ? isWhen(history, visualizadoEm, first) : visualizadoEm === null;
  ensure(held || older, `${called(signer)} visualizou noutra hora, segundo a trilha`);
}

/**
 * The valid time of an invitation: that of its delivery or, for a link that was handed over, that of the action that
 * opened it.
 */
function checkSent(history: History): void {
  const { conteudo, events, sent, concluded } = history;
  const between = events.filter(({ index }) => index >= sent.index && index < concluded.index);
  for (const signer of conteudo.signatarios) {
    const { enviadoEm, signatarioId, contato } = signer;
    if (enviadoEm === null) continue;
    const own = actsOf(history, signatarioId);
    const possible = contato.metodoEntrega === 'LINK' ? between : own.filter(({ event }) => OPENERS.has(event.acao));
    ensure(
      possible.some((act) => isWhen(history, enviadoEm, act)),
      `o convite de ${called(signer)} tem outra hora na trilha`,
    );
  }
}

const OPENERS = new Set([
  ...DELIVERIES,
  'CONVITE_REENVIADO',
  'SIGNATARIO_CORRIGIDO',
  'LINK_SUBSTITUIDO',
  'LINK_EXIBIDO',
]);

/** Whether sending recorded that people sign in turns. */
export const hasTurns = ({ sent }: History): boolean => sent.event.detalhe.ordenado === true;

/** Nobody of a later turn acted while someone of an earlier turn had not. */
export function checkTurns(history: History): string {
  const { conteudo } = history;
  const turns = conteudo.signatarios.map((signer) => {
    const { ordem } = replayData(history, signer).dados;
    return { who: called(signer), turn: ordem ?? Number.POSITIVE_INFINITY, end: endOf(history, signer).index };
  });
  for (const { who, turn, end } of turns) {
    const waits = turns.some((other) => other.turn < turn && other.end > end);
    ensure(!waits, `${who} agiu antes da sua vez`);
  }
  return 'cada um na sua vez';
}
