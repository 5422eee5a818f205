import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { renderText } from './text.ts';
import { verify } from './verify.ts';

const USAGE = `Uso: rubrica verify [opções] assinado.pdf certificado.pdf

Confere, sem rede e sem o serviço, um arquivo assinado e o seu certificado de conclusão.

  --json            escreve o relatório em JSON
  --selo SHA256     aceita também o selo com esta impressão digital em certificado reemitido; pode repetir-se
  --help            mostra esta ajuda

Termina com 0 se tudo confere, 1 se algo não confere, 2 se não há o que conferir (uso errado, arquivo ilegível).
`;

const EXIT = { CONFERE: 0, NAO_CONFERE: 1, ILEGIVEL: 2 } as const;

export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/**
 * The `rubrica` command.
 * @param args without interpreter and script
 * @returns the exit code
 */
export async function main(args: readonly string[], { out, err }: Output): Promise<number> {
  const given = parse(args);
  if (typeof given === 'string') {
    err(`${given}\n\n${USAGE}`);
    return 2;
  }
  if (given.help) {
    out(USAGE);
    return 0;
  }
  const files: Uint8Array[] = [];
  for (const path of given.paths) {
    try {
      files.push(await readFile(path));
    } catch (error) {
      err(`Não foi possível ler ${path}: ${(error as Error).message}\n`);
      return 2;
    }
  }
  const [signed, certificate] = files as [Uint8Array, Uint8Array];
  const report = await verify(signed, certificate, { acceptedSeals: given.seals });
  out(given.json ? `${JSON.stringify(report, null, 2)}\n` : renderText(report));
  return EXIT[report.resultado];
}

interface Given {
  readonly help: boolean;
  readonly json: boolean;
  readonly seals: readonly string[];
  readonly paths: readonly string[];
}

/** The command line, or what is wrong with it. */
function parse(args: readonly string[]): Given | string {
  let parsed: ReturnType<typeof read>;
  try {
    parsed = read(args);
  } catch {
    return 'Há uma opção desconhecida ou sem valor.';
  }
  const { values, positionals } = parsed;
  const [command, ...paths] = positionals;
  const seals = values.selo ?? [];
  const help = values.help ?? false;
  if (help) return { help, json: false, seals, paths };
  if (command !== 'verify' && command !== 'verificar') return 'O comando é verify.';
  if (paths.length !== 2) return 'Informe dois arquivos: o assinado e o certificado.';
  const wrong = seals.find((seal) => !/^[0-9a-f]{64}$/i.test(seal.replaceAll(':', '')));
  if (wrong !== undefined) return `--selo toma os 64 algarismos hexadecimais de um SHA-256, não “${wrong}”.`;
  return { help, json: values.json ?? false, seals, paths };
}

function read(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      selo: { type: 'string', multiple: true },
      help: { type: 'boolean', short: 'h' },
    },
  });
}
