import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Rubrica, RubricaError } from '@rubrica/sdk';
import { type Given, misuse } from './command.ts';
import { EXIT, Stop } from './exit.ts';
import type { World } from './world.ts';

/** The key to call with, where to, and who said so. */
export interface Settings {
  readonly chave: string;
  readonly url: string;
  readonly from: string;
}

const DEFAULT_URL = 'http://localhost:3000';

/** Where `entrar` keeps the key: readable by its owner alone. */
export const settingsFile = ({ XDG_CONFIG_HOME, APPDATA }: World['env']): string =>
  join(XDG_CONFIG_HOME || APPDATA || join(homedir(), '.config'), 'rubrica', 'config.json');

async function readSaved(env: World['env']): Promise<Partial<Settings>> {
  const text = await readFile(settingsFile(env), 'utf8').catch(() => '{}');
  try {
    return JSON.parse(text) as Partial<Settings>;
  } catch {
    throw misuse(`O arquivo ${settingsFile(env)} não é JSON. Apague-o e entre de novo.`);
  }
}

/** Keeps a key for the calls to come. @returns the path of the file */
export async function save(env: World['env'], { chave, url }: Pick<Settings, 'chave' | 'url'>): Promise<string> {
  const file = settingsFile(env);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${JSON.stringify({ chave, url }, null, 2)}\n`, { mode: 0o600 });
  return file;
}

/** The options first, then the environment, then what `entrar` kept. A key goes with an address of the same source or above. */
export async function readSettings(given: Given, { env }: World): Promise<Partial<Settings>> {
  const saved = await readSaved(env);
  const url = given.text('url') ?? (env.RUBRICA_URL || undefined);
  const option = given.text('chave');
  if (option) return { chave: option, url: url ?? DEFAULT_URL, from: '--chave' };
  if (env.RUBRICA_CHAVE) return { chave: env.RUBRICA_CHAVE, url: url ?? DEFAULT_URL, from: 'RUBRICA_CHAVE' };
  if (saved.chave) return { chave: saved.chave, url: url ?? saved.url ?? DEFAULT_URL, from: settingsFile(env) };
  return { url: url ?? saved.url ?? DEFAULT_URL };
}

/** A client of the SDK for a key. @throws {Stop} if it is no key, or no address */
export function clientOf(chave: string, url: string): Rubrica {
  try {
    return new Rubrica(chave, { url, userAgent: 'rubrica-cli' });
  } catch (error) {
    if (error instanceof RubricaError) throw new Stop(EXIT.KEY, 'Uma chave começa com svc_test_ ou svc_live_.');
    throw misuse(`“${url}” não é um endereço; use algo como https://assinaturas.suaempresa.com.br.`);
  }
}

/** The client that a command calls with. */
export async function connect(given: Given, world: World): Promise<Rubrica> {
  const { chave, url = DEFAULT_URL } = await readSettings(given, world);
  if (chave === undefined) {
    throw new Stop(EXIT.KEY, 'Falta a chave de API: rode “rubrica entrar”, ou ponha-a em RUBRICA_CHAVE.');
  }
  return clientOf(chave, url);
}

/** The same, for what only the sandbox has. */
export async function connectToSandbox(given: Given, world: World): Promise<Rubrica> {
  const rubrica = await connect(given, world);
  if (rubrica.ambiente === 'TESTE') return rubrica;
  throw new Stop(EXIT.KEY, 'Isto só existe no sandbox: use uma chave que começa com svc_test_.');
}
