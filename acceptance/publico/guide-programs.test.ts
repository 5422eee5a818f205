import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacking } from '../../packages/pdf/test/judges/programs.ts';
import { sharedService } from '../browser/stage.ts';
import { newSender, ROOT, SAMPLE, type Service, until } from '../browser/world.ts';
import { CLIENTS, php, python, typescript } from '../clients/interpreter.ts';
import { freePort } from '../free-port.ts';
import { TEMPLATE_PDF } from '../painel/modelos.ts';
import { blocksOf, openShell, programOf, type Shell, toldBy } from './guide-programs.ts';

/** The guides that are programs, run as they stand there: the commands in one shell with one key, and each other language. */

/** In the order of the shell. */
const GUIDES: readonly string[] = [
  'inicio-rapido',
  'testes-sem-navegador',
  'erros-e-repeticoes',
  'ir-para-producao',
  'envelopes',
  'modelos',
  'migrar',
  'gerar-um-cliente',
];

let service: Service;
/** Inside the checkout, where the packages are found. */
let folder: string;
let shell: Shell;
let port: number;

beforeAll(async () => {
  service = await sharedService();
  await mkdir(join(ROOT, '.data'), { recursive: true });
  folder = await mkdtemp(join(ROOT, '.data', 'guias-'));
  await copyFile(SAMPLE, join(folder, 'contrato.pdf'));
  await copyFile(TEMPLATE_PDF, join(folder, 'modelo.pdf'));
  // Where Composer would have put the client.
  await mkdir(join(folder, 'vendor'));
  await writeFile(join(folder, 'vendor/autoload.php'), `<?php require '${join(CLIENTS, 'php/tests/autoload.php')}';`);
  port = await freePort();
  shell = openShell(folder, { PORTA: String(port) });
  // Where npm would have put the generator; what it makes, the program in TypeScript takes.
  await symlink(join(ROOT, 'acceptance/node_modules'), join(folder, 'node_modules'));
  await shell.run(blocksOf(await guide('gerar-um-cliente'), 'bash').join('\n'));
});
afterAll(async () => {
  shell?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const guide = async (slug: string) => (await fetch(`${service.origin}/docs/${slug}.md`)).text();

/** What a reader of the guides in one language has in the environment. */
async function newEnvironment(): Promise<Record<string, string>> {
  const { api } = await newSender(service);
  const { chave } = await api.criarChaveApi({
    body: {
      nome: 'guias',
      ambiente: 'TESTE',
      escopos: [
        'documentos:ler',
        'documentos:escrever',
        'arquivos:ler',
        'signatarios:ler',
        'signatarios:escrever',
        'modelos:ler',
        'modelos:escrever',
        'webhooks:gerenciar',
      ],
    },
  });
  return { RUBRICA_CHAVE: chave, RUBRICA_URL: `${service.origin}/v1` };
}

describe('in one shell, with one key', () => {
  it('a newcomer has a sealed file after at most six commands', async () => {
    const markdown = await guide('inicio-rapido');
    const [start = ''] = markdown.split('\n## Receber o webhook');
    const steps = blocksOf(start, 'sh');
    expect(steps.join('')).not.toMatch(/[{}](base|public|docs)_url/);
    expect(steps.flatMap((step) => step.match(/\bcurl /g) ?? []).length).toBeLessThanOrEqual(6);
    expect(steps.length).toBeLessThanOrEqual(6);
    expect(markdown).toContain('em seis comandos');
    await shell.run(steps.join('\n'));
    const sealed = (await readFile(join(folder, 'assinado.pdf'))).toString('latin1');
    expect(sealed).toMatch(/^%PDF-/);
    expect(sealed).toContain('/ETSI.CAdES.detached');
  });

  it('its webhook comes, signed, and the file is authentic', async () => {
    const [receiver = ''] = blocksOf(await guide('webhooks'), 'ts');
    await writeFile(join(folder, 'receptor.ts'), receiver);
    const [, rest = ''] = (await guide('inicio-rapido')).split('\n## Receber o webhook');
    const printed = await shell.run(blocksOf(rest, 'sh').join('\n'));
    expect(printed).toContain('"resultado":"AUTENTICO"');
    expect(printed).toContain('"situacao":"CONCLUIDO"');
    const received = () => readFile(join(folder, 'recebidos.txt'), 'utf8');
    await until(async () => /^[0-9a-f-]{36} document\.completed$/m.test(await received()));
  });

  it.each(GUIDES.slice(1))('%s prints what it says', { timeout: 120_000, ...lacking('jq') }, async (slug) => {
    const markdown = await guide(slug);
    expect(await shell.run(programOf(markdown, 'sh'))).toBe(toldBy(markdown));
  });
});

describe('in the same shell, after the start', () => {
  it.each(['dados', 'incorporar', 'presencial'])('no command of %s is refused', async (slug) => {
    const printed = await shell.run(programOf(await guide(slug), 'sh'));
    expect(printed).toContain('"id":');
    expect(printed).not.toContain('"requestId":');
  });
});

it('what a program prints is not called an example', async () => {
  const page = await (await fetch(`${service.origin}/docs/inicio-rapido`)).text();
  expect(page).toContain('aria-label="O que se mostra" data-language="text"');
});

it('the programs in TypeScript compile, strictly', async () => {
  const programs = await Promise.all(
    GUIDES.map(async (slug) => {
      await writeFile(join(folder, `${slug}.ts`), `${programOf(await guide(slug), 'ts')}\nexport {};\n`);
      return `${slug}.ts`;
    }),
  );
  const compiler = join(folder, 'node_modules/typescript/bin/tsc');
  const how =
    '--strict --noEmit --skipLibCheck --target es2024 --module nodenext --allowImportingTsExtensions --types node';
  expect(await typescript.start([compiler, ...how.split(' '), ...programs], { cwd: folder }).ended).toBe('');
});

describe.each([
  { language: 'ts', interpreter: typescript },
  { language: 'python', interpreter: python },
  { language: 'php', interpreter: php },
])('in $language', ({ language, interpreter }) => {
  it.each(GUIDES)('%s prints what it says', { timeout: 120_000, ...interpreter.lacks }, async (slug) => {
    const markdown = await guide(slug);
    const file = join(folder, `${slug}.${language}`);
    await writeFile(file, programOf(markdown, language));
    const printed = await interpreter.start([file], { cwd: folder, env: await newEnvironment() }).ended;
    expect(printed).toBe(toldBy(markdown));
  });
});
