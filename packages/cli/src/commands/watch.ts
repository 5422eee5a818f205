import { setTimeout as sleep } from 'node:timers/promises';
import { clean } from '@rubrica/verify/cli';
import { type Policy, parsePolicy, Unreadable, type VerifierKey } from '@rubrica/verify/log';
import { type Command, type Given, misuse } from '../command.ts';
import { EXIT, type ExitCode, Stop } from '../exit.ts';
import { namedFile, openFolder } from '../log/folder.ts';
import { logKeys } from '../log/keys.ts';
import { takeFolder } from '../log/lock.ts';
import { jsonOf, reasonOf } from '../say.ts';
import { Unreached } from '../watch/fetch.ts';
import { keepEvidence, Misbehaved } from '../watch/finding.ts';
import { Monitor, type Round } from '../watch/monitor.ts';
import { Source } from '../watch/source.ts';
import type { World } from '../world.ts';

const HELP = `Uso: rubrica vigia https://assina.exemplo/registro --registro chave.vkey --estado PASTA

Vigia um registro aberto: lê todas as entradas, confere que dão a raiz que ele assinou, que a árvore só cresceu desde a última
visita, que cada entrada é uma folha e a primeira a GENESE, que nenhum rótulo diz duas coisas, que os ladrilhos são os das
entradas, e que os selos que a instalação publica foram anunciados.

  --registro X    a chave do registro, ou um arquivo com ela
  --politica F    as testemunhas que têm de ter assinado (C2SP tlog-policy)
  --estado PASTA  onde fica o que foi visto; é de um só processo por vez
  --selos URL     onde estão os selos; sem isso, /.well-known/rubrica/selos.json do mesmo endereço
  --sem-selos     não os confere
  --uma-vez       olha e termina; é assim sem --intervalo
  --intervalo S   olha de novo a cada S segundos, até Ctrl+C ou o primeiro achado
  --espera S      quanto espera por uma resposta; sem isso, 10 segundos

Com --json, uma linha de JSON por visita.

Termina com
  0  tudo confere
  1  o registro fez o que não podia: as provas ficam em PASTA/provas. Repete-se até que se comece com outra pasta
  2  uso errado, ou o que foi guardado não se lê
  3  o registro, ou os selos, não foram alcançados
`;

const DEFAULT_WAIT_S = 10;
const LONGEST_WAIT_S = 300;
const LONGEST_INTERVAL_S = 86_400;

function addressOf(text: string, what: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '')
    throw misuse(`${what} é um endereço http ou https, como https://assina.exemplo/registro: “${clean(text)}” não é.`);
  return url;
}

async function keyOf(given: Given): Promise<VerifierKey> {
  const [key, ...more] = await logKeys(given.list('registro'));
  if (key === undefined || more.length > 0) throw misuse('--registro toma a chave de um só registro.');
  return key;
}

async function policyOf(given: Given, key: VerifierKey): Promise<Policy | null> {
  const path = given.text('politica');
  if (path === undefined) return null;
  try {
    const policy = parsePolicy((await namedFile(path)).toString('utf8'));
    if (policy.logs.length === 0 || policy.logs.some(({ text }) => text === key.text)) return policy;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw misuse(`${clean(path)}: ${clean(error.message)}.`);
  }
  throw misuse(`A política em ${clean(path)} é de outros registros.`);
}

/** What to watch, as it was asked for. */
interface Watched {
  readonly address: URL;
  readonly key: VerifierKey;
  readonly policy: Policy | null;
  readonly folder: string;
  readonly seals: string | null;
  readonly withinMs: number;
  /** Null to look once. */
  readonly everyMs: number | null;
}

async function watchedOf(given: Given): Promise<Watched> {
  const address = addressOf(given.only('o endereço do registro'), 'O do registro');
  const every = given.number('intervalo', { min: 1, max: LONGEST_INTERVAL_S });
  if (every !== undefined && given.has('uma-vez')) throw misuse('--uma-vez e --intervalo não vão juntos.');
  const selos = given.text('selos');
  if (selos !== undefined && given.has('sem-selos')) throw misuse('--selos e --sem-selos não vão juntos.');
  const folder = given.text('estado');
  if (!folder) throw misuse('Diga onde guardar o que foi visto, com --estado PASTA.');
  const key = await keyOf(given);
  const seals = selos === undefined ? new URL('/.well-known/rubrica/selos.json', address) : addressOf(selos, '--selos');
  return {
    address,
    key,
    policy: await policyOf(given, key),
    folder,
    seals: given.has('sem-selos') ? null : seals.href,
    withinMs: 1000 * (given.number('espera', { min: 1, max: LONGEST_WAIT_S }) ?? DEFAULT_WAIT_S),
    everyMs: every === undefined ? null : 1000 * every,
  };
}

function tellRound(world: World, json: boolean, { name }: VerifierKey, round: Round): void {
  const { size, added, witnesses, notes } = round;
  const em = new Date().toISOString();
  if (json) {
    const root = Buffer.from(round.root).toString('base64');
    const facts = { origem: name, tamanho: size, novas: added, raiz: root, testemunhas: witnesses, avisos: notes };
    world.out(`${jsonOf({ resultado: 'CONFERE', em, ...facts, achado: null })}\n`);
    return;
  }
  const by = witnesses.length > 0 ? ` Testemunhas: ${witnesses.map(clean).join(', ')}.` : '';
  world.out(`${em}  ${clean(name)}: ${size} folhas, ${added} novas. Tudo confere.${by}\n`);
  for (const note of notes) world.err(`  ! ${clean(note)}\n`);
}

async function tellFinding(world: World, json: boolean, { key, folder }: Watched, found: Misbehaved): Promise<void> {
  const path = await keepEvidence(folder, found);
  const em = new Date().toISOString();
  if (json) {
    const achado = { tipo: found.kind, fato: found.message, provas: path };
    world.out(`${jsonOf({ resultado: 'NAO_CONFERE', em, origem: key.name, achado })}\n`);
    return;
  }
  world.err(`ALARME, ${found.kind}: ${clean(found.message)}\nAs provas estão em ${clean(path)}. Guarde-as.\n`);
}

async function watch(watched: Watched, given: Given, world: World): Promise<ExitCode> {
  const { address, key, policy, folder, seals, withinMs, everyMs } = watched;
  const { end } = world;
  const json = given.has('json');
  const source = new Source({ url: address.href.replace(/\/+$/, ''), folder, withinMs, end });
  const monitor = await Monitor.open({ folder, key, policy, source, seals, withinMs, end });
  while (!end.aborted) {
    try {
      tellRound(world, json, key, await monitor.round());
    } catch (error) {
      if (end.aborted) break;
      if (error instanceof Misbehaved) {
        await tellFinding(world, json, watched, error);
        return EXIT.REFUSED;
      }
      if (!(error instanceof Unreached) || everyMs === null) throw error;
      world.err(`${json ? jsonOf({ erro: error.message }) : error.message}\n`);
    }
    if (everyMs === null) break;
    await sleep(everyMs, undefined, { signal: end }).catch(() => undefined);
  }
  return EXIT.DONE;
}

/** A disk that is full, or a folder that may not be written, is for the person to mend. */
function diskTrouble(error: unknown): unknown {
  if (error instanceof Stop || !(error instanceof Error && 'syscall' in error)) return error;
  return misuse(`Não foi possível guardar o que foi visto: ${clean(reasonOf(error))}.`);
}

export const vigia: Command = {
  summary: 'vigia um registro aberto: que só cresce, e não diz duas coisas',
  help: HELP,
  options: {
    registro: { type: 'string', multiple: true },
    politica: { type: 'string' },
    estado: { type: 'string' },
    selos: { type: 'string' },
    'sem-selos': { type: 'boolean' },
    'uma-vez': { type: 'boolean' },
    intervalo: { type: 'string' },
    espera: { type: 'string' },
  },
  async run(given, world) {
    const watched = await watchedOf(given);
    await openFolder(watched.folder);
    const release = await takeFolder(watched.folder);
    try {
      return await watch(watched, given, world);
    } catch (error) {
      throw diskTrouble(error);
    } finally {
      await release();
    }
  },
};
