#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Rubrica, RubricaError } from '@rubrica/sdk';
import manifest from '../package.json' with { type: 'json' };
import { openFolders } from './folders.ts';
import { Prepared } from './prepared.ts';
import { createServer } from './server.ts';

const HELP = `Uso: rubrica-mcp [--pasta DIR]… [--producao]

Servidor MCP da Rubrica, por entrada e saída padrão: quem o inicia é o assistente, pela sua configuração.

  --pasta DIR    onde estão os PDFs que se podem ler e gravar; pode repetir-se. Sem ela, a pasta atual
  --producao     aceita uma chave de produção. Sem isto, só o sandbox

  RUBRICA_CHAVE  a chave de API (svc_test_…)
  RUBRICA_URL    o endereço do serviço; sem ele, http://localhost:3000
`;

const { version } = manifest;

/** What keeps the program from starting, in words for whoever configures it. */
class Misuse extends Error {}

function readArguments() {
  try {
    const options = {
      pasta: { type: 'string', multiple: true },
      producao: { type: 'boolean' },
      help: { type: 'boolean' },
    } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    throw new Misuse((error as Error).message);
  }
}

/** @param production whether a key of production will do @throws {Misuse} without a key that may be used */
function clientOf(production: boolean): Rubrica {
  let rubrica: Rubrica;
  try {
    rubrica = new Rubrica(undefined, { userAgent: `rubrica-mcp/${version}` });
  } catch (error) {
    if (error instanceof RubricaError)
      throw new Misuse('Ponha em RUBRICA_CHAVE uma chave de API, que começa com svc_test_ ou svc_live_.');
    throw new Misuse('RUBRICA_URL não é um endereço; use algo como https://assinaturas.suaempresa.com.br.');
  }
  if (rubrica.ambiente === 'TESTE' || production) return rubrica;
  throw new Misuse(
    'Esta chave é de produção: convites chegariam a pessoas de verdade. Se é o que quer, use --producao.',
  );
}

async function main(): Promise<void> {
  const { pasta = [process.cwd()], producao = false, help = false } = readArguments();
  if (help) {
    process.stdout.write(HELP);
    return;
  }
  const rubrica = clientOf(producao);
  const folders = await openFolders(pasta).catch((error: Error) => {
    throw new Misuse(`Uma pasta de --pasta não se abre: ${error.message}`);
  });
  const session = { rubrica, folders, prepared: new Prepared() };
  serveStdio(() => createServer(session, version), { onerror: (error) => console.error(error.message) });
}

try {
  await main();
} catch (error) {
  if (!(error instanceof Misuse)) throw error;
  process.stderr.write(`${error.message}\n\n${HELP}`);
  process.exitCode = 2;
}
