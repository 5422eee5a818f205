import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Certificate } from './crypto/certificate.ts';
import { clean } from './foreign.ts';
import { RESULTS } from './report.ts';
import { renderText } from './text.ts';
import { parseFingerprint, parsePem, parseSeals, type TrustedSeal } from './trust.ts';
import { Unreadable } from './unreadable.ts';
import { verify } from './verify.ts';

export { clean };

const USAGE = `Uso: rubrica verify [opções] assinado.pdf certificado.pdf   (ou: rubrica verificar …)

Confere, sem rede e sem o serviço, um arquivo assinado e o seu certificado de conclusão.

  --selo X       um selo em que você confia: a impressão digital (SHA-256) ou um arquivo selos.json
  --raiz F       certificados (PEM) em um dos quais a cadeia do selo tem de acabar
  --ac-tempo F   raízes (PEM) das autoridades de carimbo do tempo em que você confia
  --json         escreve o relatório em JSON
  --help         mostra esta ajuda

--selo, --raiz e --ac-tempo podem repetir-se. Cada uma é uma lista fechada: vale só o que estiver nela.

Termina com
  0  CONFERE                 tudo confere, sob um selo informado
  1  NAO_CONFERE             algo não confere
  2  ILEGIVEL                não há o que conferir (arquivo ilegível, uso errado)
  3  SELO_NAO_IDENTIFICADO   tudo confere, mas não se sabe de quem é o selo: nenhum foi informado, ou não é desses
  4  TESTE                   tudo confere, de um documento de teste, sem validade jurídica
`;

export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** The command was called incorrectly; the message is for its user. */
class Misuse extends Error {}

/**
 * The `rubrica` command.
 * @param args without interpreter and script
 * @returns the exit code
 */
export async function main(args: readonly string[], { out, err }: Output): Promise<number> {
  try {
    const given = parse(args);
    if (given.help) {
      out(USAGE);
      return 0;
    }
    const [signed, certificate] = await Promise.all(given.paths.map(read));
    const report = await verify(signed as Uint8Array, certificate as Uint8Array, await trustOf(given));
    out(given.json ? `${escaped(JSON.stringify(report, null, 2))}\n` : renderText(report));
    return RESULTS[report.resultado];
  } catch (error) {
    if (!(error instanceof Misuse)) throw error;
    err(error.message);
    return RESULTS.ILEGIVEL;
  }
}

/** Escapes, as JSON would, whatever a terminal could take for a command. */
const escaped = (json: string): string =>
  json.replace(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );

async function read(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new Misuse(`Não foi possível ler ${clean(path)}: ${clean((error as Error).message)}\n`);
  }
}

interface Given {
  readonly help: boolean;
  readonly json: boolean;
  readonly seals: readonly string[];
  readonly roots: readonly string[];
  readonly timestampRoots: readonly string[];
  readonly paths: readonly string[];
}

const misused = (message: string) => new Misuse(`${message}\n\n${USAGE}`);

function parse(args: readonly string[]): Given {
  const { values, positionals } = readArgs(args);
  const [command, ...paths] = positionals;
  const given = {
    help: values.help ?? false,
    json: values.json ?? false,
    seals: values.selo ?? [],
    roots: values.raiz ?? [],
    timestampRoots: values['ac-tempo'] ?? [],
    paths,
  };
  if (given.help) return given;
  if (command !== 'verify' && command !== 'verificar') throw misused('O comando é verify.');
  if (paths.length !== 2) throw misused('Informe dois arquivos: o assinado e o certificado.');
  return given;
}

function readArgs(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        selo: { type: 'string', multiple: true },
        raiz: { type: 'string', multiple: true },
        'ac-tempo': { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch {
    throw misused('Há uma opção desconhecida ou sem valor.');
  }
}

async function trustOf({ seals, roots, timestampRoots }: Given) {
  return {
    seals: (await Promise.all(seals.map(sealsOf))).flat(),
    roots: (await Promise.all(roots.map((path) => certificatesOf('--raiz', path)))).flat(),
    timestampRoots: (await Promise.all(timestampRoots.map((path) => certificatesOf('--ac-tempo', path)))).flat(),
  };
}

/** A list that was given but is empty must not count as no list. */
async function sealsOf(given: string): Promise<TrustedSeal[]> {
  try {
    if (/^[0-9a-f: ]+$/i.test(given)) return [parseFingerprint(given)];
    const found = parseSeals(new TextDecoder().decode(await read(given)));
    if (found.length === 0) throw new Unreadable('a lista de selos está vazia');
    return found;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const wants = '--selo toma os 64 algarismos hexadecimais de um SHA-256, ou um arquivo selos.json';
    throw misused(`${wants}. Em “${clean(given)}”: ${clean(error.message)}.`);
  }
}

async function certificatesOf(option: string, path: string): Promise<Certificate[]> {
  try {
    return parsePem(new TextDecoder().decode(await read(path)));
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw misused(`${option} toma um arquivo PEM de certificados. Em “${clean(path)}”: ${clean(error.message)}.`);
  }
}
