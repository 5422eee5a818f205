import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedService } from '../browser/stage.ts';
import { newSender, SAMPLE, type Sender, type Service, until } from '../browser/world.ts';
import { freePort } from '../free-port.ts';
import { blocksOf } from '../publico/guide-programs.ts';
import { CLIENTS, type Interpreter, php, python } from './interpreter.ts';

/** What the guide of the clients says to run is run as it stands there. */

let service: Service;
let folder: string;

beforeAll(async () => {
  service = await sharedService();
  folder = await mkdtemp(join(tmpdir(), 'rubrica-clients-'));
  await copyFile(SAMPLE, join(folder, 'contrato.pdf'));
  // Where Composer would have put the client.
  await mkdir(join(folder, 'vendor'));
  await writeFile(join(folder, 'vendor/autoload.php'), `<?php require '${join(CLIENTS, 'php/tests/autoload.php')}';`);
});
afterAll(() => folder && rm(folder, { recursive: true, force: true }));

/** The programs of the guide in one language: creating, errors, receiving. */
async function programs(language: string): Promise<string[]> {
  const markdown = await (await fetch(`${service.origin}/docs/clientes.md`)).text();
  return Promise.all(
    blocksOf(markdown, language).map(async (text, i) => {
      const path = join(folder, `${i}.${language}`);
      await writeFile(path, text);
      return path;
    }),
  );
}

async function newKey(): Promise<{ sender: Sender; env: Record<string, string> }> {
  const sender = await newSender(service);
  const { chave } = await sender.api.criarChaveApi({
    body: { nome: 'guia', ambiente: 'TESTE', escopos: ['documentos:ler', 'documentos:escrever'] },
  });
  return { sender, env: { RUBRICA_CHAVE: chave, RUBRICA_URL: service.origin } };
}

const LANGUAGES: readonly {
  readonly language: string;
  readonly interpreter: Interpreter;
  readonly serve: (file: string, port: number) => readonly string[];
}[] = [
  { language: 'python', interpreter: python, serve: (file) => [file] },
  { language: 'php', interpreter: php, serve: (file, port) => ['-S', `127.0.0.1:${port}`, file] },
];

describe.each(LANGUAGES)('in $language', ({ language, interpreter, serve }) => {
  describe('the guide', interpreter.lacks, () => {
    it('creates, sends and lists', async () => {
      const [create = ''] = await programs(language);
      const { env } = await newKey();
      const printed = await interpreter.start([create], { cwd: folder, env }).ended;
      expect(printed).toBe('Contrato de locação AGUARDANDO_ASSINATURAS\n');
    });

    it('tells what is wrong', async () => {
      const [, errors = ''] = await programs(language);
      const { env } = await newKey();
      expect(await interpreter.start([errors], { cwd: folder, env }).ended).toMatch(/^titulo: .+\n(titulo: .+\n)*$/);
      const unknown = { ...env, RUBRICA_CHAVE: 'svc_test_00000000.desconhecida' };
      const refused = await interpreter.start([errors], { cwd: folder, env: unknown }).ended;
      expect(refused).toMatch(/^401 CREDENCIAL_INVALIDA: informe [0-9a-f-]{36} ao suporte\n$/);
    });

    it('receives what the service signs and nothing else', async () => {
      const [, , receive = ''] = await programs(language);
      const { sender } = await newKey();
      const port = await freePort();
      const url = `http://127.0.0.1:${port}/`;
      const { id: webhookId, segredo } = await sender.api.criarWebhook({ body: { url, eventos: ['document.signed'] } });
      const env = { PORTA: String(port), SEGREDO: segredo };
      const receiver = interpreter.start(serve(receive, port), { cwd: folder, env });
      const post = async () => {
        const body = JSON.stringify({ eventoId: randomUUID() });
        return (await fetch(url, { method: 'POST', body }).catch(() => null))?.status;
      };
      try {
        expect(await until(post)).toBe(401);
        const { id: entregaId } = await sender.api.testarWebhook({ params: { webhookId } });
        await until(async () => {
          const { itens } = await sender.api.listarEntregas({ params: { webhookId } });
          const status = itens.find(({ id }) => id === entregaId)?.status;
          if (status !== 'PENDENTE') expect(status).toBe('ENTREGUE');
          return status === 'ENTREGUE';
        });
        await until(async () => receiver.printed().includes('document.signed'));
      } finally {
        receiver.stop();
      }
    });
  });
});
