import {
  type AcaoSimulada,
  type AutenticacaoEntrada,
  type ErrorKey,
  type FatorAutenticacao,
  rule,
  TEST_CODES,
  takesPicture,
  type ValorDeCampo,
} from '@rubrica/contract';
import type { Source } from '../../core/actor.ts';
import { conflict, Problem } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { isOfTest, testFailure } from '../../core/test-people.ts';
import { isLive, type LiveFactor } from '../documentos/index.ts';
import { assinar, type SigningDeps } from './assinar.ts';
import { shownCode } from './factors/authenticator.ts';
import { type CodeFactor, validCode } from './factors/codes.ts';
import { type FactorDeps, type Goal, goalOf } from './factors/factor.ts';
import { recusar } from './recusar.ts';
import { withSamples } from './sample-values.ts';
import { currentEntries, loadSession, missingFactors, openEntries, personOf, type SigningSession } from './sessao.ts';
import { abrir, autenticar, registrarAceite, registrarLeitura, solicitarCodigo } from './steps.ts';
import { TEXTO_ACEITE } from './texto-aceite.ts';
import { readGiven } from './valores.ts';

export type SimulationDeps = SigningDeps & FactorDeps;

/** What somebody is made to do. */
export interface Simulation {
  readonly acao: AcaoSimulada;
  /** Of the fields, with ASSINAR. */
  readonly valores?: readonly ValorDeCampo[] | undefined;
  /** With RECUSAR. */
  readonly motivo?: string | undefined;
  /** What RECUSAR refuses; everything open of the link if undefined. */
  readonly documentoId?: string | undefined;
}

const REASON = 'Recusa simulada no sandbox.';
const NAME = 'Pessoa de Teste';

/**
 * Does with a link what its person would do, by the same acts, each with its refusals; all of it or, as soon as one is
 * refused, nothing. Whatever it records says SIMULACAO.
 * @param from where it came from, as far as known
 * @returns the documents that are fully signed because of it
 */
export async function simulate(
  tx: Tx,
  deps: SimulationDeps,
  linkId: string,
  from: Source,
  { acao, valores = [], motivo = REASON, documentoId }: Simulation,
): Promise<string[]> {
  if (tx.scope.ambiente !== 'TESTE') throw new Error('people are simulated in the sandbox alone');
  const source: Source = { ...from, origem: 'SIMULACAO' };
  await abrir(tx, linkId, source);
  if (acao === 'ABRIR') return [];
  if (acao === 'RECUSAR') {
    const { complete } = await recusar(tx, deps, linkId, source, { motivo, ...(documentoId ? { documentoId } : {}) });
    return complete;
  }
  if (acao === 'AUTENTICAR') refuseOnceDone(await loadSession(tx, linkId, 'lock'));
  await authenticate(tx, deps, linkId, source);
  if (acao === 'AUTENTICAR') return [];
  return sign(tx, deps, linkId, source, valores);
}

/** Signing refuses by itself who has nothing left to sign. */
function refuseOnceDone(session: SigningSession): void {
  if (openEntries(session).length === 0) throw conflict(rule('partDone'));
}

/** Fulfils factor after factor; the authenticator comes last, as it has to. */
async function authenticate(tx: Tx, deps: SimulationDeps, linkId: string, source: Source): Promise<void> {
  for (;;) {
    const session = await loadSession(tx, linkId, 'lock');
    const missing = missingFactors(session).toSorted(authenticatorLast);
    const fator = missing.find(isLive);
    const goal = fator ? goalOf(session, fator) : null;
    if (!goal) return;
    const answer = await answerTo(tx, deps, linkId, session, goal);
    const refused = await autenticar(tx, deps, linkId, source, answer);
    if (refused instanceof Problem) throw refused;
  }
}

const authenticatorLast = (a: FatorAutenticacao, b: FatorAutenticacao) => Number(a === 'TOTP') - Number(b === 'TOTP');

/** The right answer for a factor, asking for a code first where there is none. */
async function answerTo(
  tx: Tx,
  deps: SimulationDeps,
  linkId: string,
  session: SigningSession,
  goal: Goal,
): Promise<AutenticacaoEntrada> {
  const { fator, entries } = goal;
  const { signatario } = entries[0];
  if (fator === 'DADOS_PESSOAIS')
    return { fator, cpf: signatario.cpf ?? '', dataNascimento: signatario.data_nascimento ?? '' };
  const known = isOfTest(tx.scope, signatario) ? TEST_CODES.right : null;
  if (fator === 'TOTP') {
    await solicitarCodigo(tx, deps, linkId, { fator });
    return { fator, codigo: known ?? (await shownCode(tx, deps.secrets, session, goal as Goal<'TOTP'>)) ?? '' };
  }
  const code = await codeFor(tx, deps, linkId, session, goal as Goal<CodeFactor>);
  if (testFailure(tx.scope, code.destino)) throw conflict(rule('codeLost', { destino: code.destino }));
  return { fator, codigo: known ?? deps.codes.digitsOf(code.id) };
}

async function codeFor(tx: Tx, deps: SimulationDeps, linkId: string, session: SigningSession, goal: Goal<CodeFactor>) {
  const sent = await validCode(tx, session, goal);
  if (sent) return sent;
  await solicitarCodigo(tx, deps, linkId, { fator: goal.fator satisfies LiveFactor });
  const asked = await validCode(tx, session, goal);
  if (!asked) throw new Error('a code that was just issued is not there');
  return asked;
}

/** Reads to the end, agrees, fills in and signs. */
async function sign(
  tx: Tx,
  deps: SimulationDeps,
  linkId: string,
  source: Source,
  valores: readonly ValorDeCampo[],
): Promise<string[]> {
  const session = await loadSession(tx, linkId, 'lock');
  for (const { documento, signatario } of currentEntries(session)) {
    if (signatario.leitura_concluida_em !== null) continue;
    const read = { documentoId: documento.id, paginasLidas: documento.paginas, segundos: documento.paginas };
    await registrarLeitura(tx, linkId, source, read);
  }
  await registrarAceite(tx, linkId, source, { textoAceiteId: TEXTO_ACEITE.textoAceiteId });
  const open = openEntries(session);
  const campos = open.flatMap((entry) => entry.campos);
  const texto = personOf(session).nome ?? NAME;
  const rubrica = campos.some(({ tipo }) => tipo === 'RUBRICA') ? { rubrica: initialsOf(texto) } : {};
  const [first] = open;
  const body = {
    assinatura: { tipo: 'DIGITADA' as const, texto },
    ...rubrica,
    campos: first ? withSamples(campos, first.signatario, valores) : [...valores],
  };
  const pictures = new Set(campos.filter(({ tipo }) => takesPicture(tipo)).map(({ id }) => id));
  try {
    const { complete } = await assinar(tx, deps, linkId, source, await readGiven(body, pictures));
    return complete;
  } catch (error) {
    throw inRequestTerms(error);
  }
}

/** What is wrong with a value, where the request that simulates has it. */
function inRequestTerms(error: unknown): unknown {
  if (!(error instanceof Problem) || !error.erros) return error;
  const erros = error.erros.map((problem) => ({ ...problem, campo: problem.campo.replace(/^campos\b/, 'valores') }));
  return new Problem(`${error.status} ${error.codigo}` as ErrorKey, error.rule, { erros });
}

const initialsOf = (nome: string) => ({
  tipo: 'DIGITADA' as const,
  texto: nome
    .split(/\s+/)
    .map(([initial = '']) => initial)
    .join(''),
});
