import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Certificate } from './crypto/certificate.ts';
import { clean } from './foreign.ts';
import type { LogOptions } from './log/check.ts';
import { textOf } from './log/given.ts';
import { parseVerifierKey, type VerifierKey } from './log/note.ts';
import { type Policy, parsePolicy } from './log/policy.ts';
import { BELOW, isBelow, LEVELS, type Level, RESULTS } from './report.ts';
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
  --prova F      prova do registro aberto (tlog-proof) de que uma folha destes arquivos está nele
  --registro X   a chave do registro em que você confia: nome+identificador+chave, ou um arquivo com ela
  --politica F   os registros em que você confia e as testemunhas que exige (tlog-policy)
  --recibo F     recibo que alguém guardou ao assinar ou recusar: tem de ser de um ato destes arquivos;
                 de um conjunto serve o arquivo inteiro, que tem de trazer o deste documento
  --tempo F      carimbo do tempo (.tst) do ponto de controle de uma prova
  --exige N      o menor nível que serve: integro, ancorado ou hora (ancorado com hora externa)
  --json         escreve o relatório em JSON
  --help         mostra esta ajuda

--selo, --raiz, --ac-tempo e --registro podem repetir-se. Cada uma é uma lista fechada: vale só o que estiver nela.
--prova, --recibo e --tempo também se repetem: cada um dos informados tem de conferir.

Termina com
  0  CONFERE                 tudo confere, sob um selo informado
  1  NAO_CONFERE             algo não confere
  2  ILEGIVEL                não há o que conferir (arquivo ilegível, uso errado)
  3  SELO_NAO_IDENTIFICADO   tudo confere, mas não se sabe de quem é o selo: nenhum foi informado, ou não é desses
  4  TESTE                   tudo confere, de um documento de teste, sem validade jurídica
  5                          tudo confere, mas em um nível menor do que o de --exige
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
    const { demanded } = given;
    const options = { ...(await trustOf(given)), log: await logOf(given) };
    const report = await verify(signed as Uint8Array, certificate as Uint8Array, options);
    const told = demanded ? { ...report, exigido: demanded } : report;
    out(given.json ? `${escaped(JSON.stringify(told, null, 2))}\n` : renderText(report, demanded));
    return isBelow(report, demanded) ? BELOW : RESULTS[report.resultado];
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
  readonly proofs: readonly string[];
  readonly logs: readonly string[];
  readonly policy: string | undefined;
  readonly receipts: readonly string[];
  readonly stamps: readonly string[];
  readonly demanded: Level | null;
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
    proofs: values.prova ?? [],
    logs: values.registro ?? [],
    policy: onlyOne('--politica', values.politica),
    receipts: values.recibo ?? [],
    stamps: values.tempo ?? [],
    demanded: levelOf(onlyOne('--exige', values.exige)),
    paths,
  };
  if (given.help) return given;
  if (command !== 'verify' && command !== 'verificar') throw misused('O comando é verify.');
  if (paths.length !== 2) throw misused('Informe dois arquivos: o assinado e o certificado.');
  return given;
}

function onlyOne(option: string, values: readonly string[] = []): string | undefined {
  if (values.length > 1) throw misused(`${option} não pode repetir-se.`);
  return values[0];
}

const SHORT: Readonly<Record<string, Level>> = { HORA: 'ANCORADO_COM_HORA_EXTERNA' };

function levelOf(name: string | undefined): Level | null {
  if (name === undefined) return null;
  const wanted = name.toUpperCase().replaceAll('-', '_');
  const level = SHORT[wanted] ?? LEVELS.find((one) => one === wanted);
  if (!level) throw misused('--exige toma integro, ancorado ou hora.');
  return level;
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
        prova: { type: 'string', multiple: true },
        registro: { type: 'string', multiple: true },
        politica: { type: 'string', multiple: true },
        recibo: { type: 'string', multiple: true },
        tempo: { type: 'string', multiple: true },
        exige: { type: 'string', multiple: true },
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

/** What was given of the open log; undefined if nothing of it was asked for. */
async function logOf({ proofs, logs, policy, receipts, stamps, demanded }: Given): Promise<LogOptions | undefined> {
  const paths = [...proofs, ...logs, ...receipts, ...stamps];
  const asked = paths.length > 0 || policy !== undefined || (demanded !== null && demanded !== LEVELS[0]);
  if (!asked) return undefined;
  const texts = (of: readonly string[]) => Promise.all(of.map(async (path) => textOf(await read(path))));
  return {
    proofs: await texts(proofs),
    receipts: await texts(receipts),
    keys: await Promise.all(logs.map(keyOf)),
    policy: policy === undefined ? null : await policyOf(policy),
    stamps: await Promise.all(stamps.map(read)),
  };
}

async function keyOf(given: string): Promise<VerifierKey> {
  try {
    const key = parseVerifierKey(/^[^\s+]+\+[0-9a-f]{8}\+/.test(given) ? given : textOf(await read(given)).trim());
    if (key.type !== 1) throw new Unreadable('é a chave de uma testemunha');
    return key;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw misused(`--registro toma a chave de um registro. Em “${clean(given)}”: ${clean(error.message)}.`);
  }
}

async function policyOf(path: string): Promise<Policy> {
  try {
    return parsePolicy(textOf(await read(path)));
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw misused(`--politica toma um arquivo tlog-policy. Em “${clean(path)}”: ${clean(error.message)}.`);
  }
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
