import type { Finding as AnyFinding } from '@rubrica/contract';
import { AuthenticationError, type Rubrica, RubricaError } from '@rubrica/sdk';
import { clean } from '@rubrica/verify/cli';
import type { Command, Given } from '../command.ts';
import { EXIT } from '../exit.ts';
import { reasonOf, sentenceOf, tell } from '../say.ts';
import { scopesOf } from '../scopes.ts';
import { clientOf, readSettings, type Settings } from '../settings.ts';
import type { World } from '../world.ts';
import { organizationOf } from './entrar.ts';

const HELP = `Uso: rubrica doutor

Examina, deste lado, por que as chamadas não funcionam: a chave, o endereço, o relógio, o que a chave pode. De cada ponto diz o
fato, o que ele significa e o que fazer. Nada é criado nem mudado.

Termina com 0 se está tudo bem, 1 se algo está errado.
`;

/** One thing looked at, in the shape of the service's own examination; from here each can be looked at. */
type Finding = AnyFinding & { readonly situacao: keyof typeof SIGNS };

const fine = (ponto: string, fato: string): Finding => ({ ponto, situacao: 'OK', fato, oQueFazer: null });
const wrong = (ponto: string, fato: string, oQueFazer: string): Finding => ({
  ponto,
  situacao: 'FALHA',
  fato,
  oQueFazer,
});

/** Webhooks are refused beyond five minutes; half a minute is more than any line takes. */
const SKEW_WARNED_S = 30;
const SKEW_REFUSED_S = 300;
const ANSWER_WITHIN_MS = 10_000;

function keyFinding({ chave, from = '' }: Partial<Settings>): Finding {
  if (chave === undefined) {
    return wrong('Chave', 'Não há chave de API.', 'Rode “rubrica entrar”, ou ponha a chave em RUBRICA_CHAVE.');
  }
  const [, kind] = /^svc_(test|live)_[\w-]+\.[\w-]+$/.exec(chave) ?? [];
  if (kind === undefined) {
    const fact = `O que está em ${from} não tem a forma de uma chave: svc_test_… ou svc_live_…, com um ponto no meio.`;
    return wrong('Chave', fact, 'Copie-a de novo, inteira, sem aspas nem espaços. Perdida, crie outra no painel.');
  }
  return fine('Chave', `${chave.split('.')[0]}…, ${kind === 'test' ? 'do sandbox' : 'de produção'}, de ${from}.`);
}

/** How far this machine's clock is ahead of the service's, in seconds. */
interface Reached {
  readonly ahead: number | null;
  readonly ms: number;
}

async function reach(url: string): Promise<Reached> {
  const start = Date.now();
  const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS), redirect: 'manual' });
  await response.body?.cancel();
  const now = Date.now();
  const told = Date.parse(response.headers.get('date') ?? '');
  // `Date` has whole seconds, and was written on the way.
  const ahead = Number.isNaN(told) ? null : Math.round(((start + now) / 2 - told - 500) / 1000);
  if (!response.ok) throw new Error(`a resposta foi ${response.status}`);
  return { ahead, ms: now - start };
}

function clockFinding(ahead: number | null): Finding {
  const name = 'Relógio';
  if (ahead === null) return { ...fine(name, 'O serviço não disse que horas são.'), situacao: 'AVISO' };
  const by = Math.abs(ahead);
  const fact =
    by < 2 ? 'O mesmo do serviço.' : `${by} s ${ahead > 0 ? 'adiantado' : 'atrasado'} em relação ao do serviço.`;
  if (by <= SKEW_WARNED_S) return fine(name, fact);
  const todo = 'Acerte o relógio desta máquina (NTP): além de 5 minutos, os webhooks que ela receber serão recusados.';
  return { ponto: name, situacao: by > SKEW_REFUSED_S ? 'FALHA' : 'AVISO', fato: fact, oQueFazer: todo };
}

async function serviceFindings(url: string, env: World['env']): Promise<Finding[]> {
  const name = 'Serviço';
  const address = `${clientOf('svc_live_x.x', url).root}/openapi.json`;
  try {
    const { ahead, ms } = await reach(address);
    return [fine(name, `${address} respondeu em ${ms} ms.`), clockFinding(ahead)];
  } catch (error) {
    const fact = `${address} não respondeu como a API: ${clean(reasonOf(error as Error))}.`;
    const proxy = env.HTTPS_PROXY ?? env.HTTP_PROXY;
    const through = proxy ? ' Há um proxy no ambiente, que o Node só usa com NODE_USE_ENV_PROXY=1.' : '';
    const todo = `Confira o endereço (--url ou RUBRICA_URL), e que esta máquina chega a ele: curl -i ${address}.${through}`;
    return [wrong(name, fact, todo)];
  }
}

async function acceptedFindings(rubrica: Rubrica): Promise<Finding[]> {
  const name = 'Acesso';
  try {
    const organizacao = await organizationOf(rubrica);
    const whose = organizacao === null ? '' : `, de ${clean(organizacao)}`;
    const escopos = await scopesOf(rubrica);
    const scopes =
      escopos.length > 0
        ? fine('Escopos', `${escopos.join(', ')}.`)
        : wrong('Escopos', 'A chave não tem nenhum.', 'Crie no painel uma chave com os escopos do que ela vai chamar.');
    return [fine(name, `A chave é aceita em ${rubrica.root}${whose}.`), scopes];
  } catch (error) {
    if (!(error instanceof RubricaError)) throw error;
    const todo =
      error instanceof AuthenticationError
        ? 'Confira no painel, em Integração, se a chave existe, é desta instalação e não foi revogada.'
        : 'Espere um pouco e rode de novo; se persistir, informe o requestId a quem opera o serviço.';
    return [wrong(name, sentenceOf(error).replaceAll('\n', ' '), todo)];
  }
}

async function examine(given: Given, world: World): Promise<Finding[]> {
  const settings = await readSettings(given, world);
  const { chave = '', url = '' } = settings;
  const key = keyFinding(settings);
  const service = await serviceFindings(url, world.env);
  // A clock that is far off keeps no call from being answered.
  const canCall = key.situacao === 'OK' && service[0]?.situacao === 'OK';
  return [key, ...service, ...(canCall ? await acceptedFindings(clientOf(chave, url)) : [])];
}

const SIGNS = { OK: '✓', AVISO: '!', FALHA: '✗' } as const;

export const doutor: Command = {
  summary: 'examina por que as chamadas não funcionam',
  help: HELP,
  options: {},
  async run(given, world) {
    given.none();
    const findings = await examine(given, world);
    const words = findings.map(({ ponto, situacao, fato, oQueFazer }) =>
      [`${SIGNS[situacao]} ${ponto}: ${fato}`, ...(oQueFazer ? [`  → ${oQueFazer}`] : [])].join('\n'),
    );
    tell(world, given.has('json'), findings, words.join('\n'));
    return findings.some(({ situacao }) => situacao === 'FALHA') ? EXIT.REFUSED : EXIT.DONE;
  },
};
