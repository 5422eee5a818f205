import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacking } from '../../packages/pdf/test/judges/programs.ts';
import { sharedService } from '../browser/stage.ts';
import { newSender, ROOT, type Sender, type Service, until } from '../browser/world.ts';
import { freePort } from '../free-port.ts';
import { blocksOf } from './guide-programs.ts';
import { phpCommand } from './php.ts';

/** What the guides say to run is run as it stands there. */

let service: Service;
let sender: Sender;
/** For what runs from disk, and inside the checkout: there its packages are found. */
let inside: string;
let outside: string;

beforeAll(async () => {
  service = await sharedService();
  sender = await newSender(service);
  await mkdir(join(ROOT, '.data'), { recursive: true });
  inside = await mkdtemp(join(ROOT, '.data', 'guias-'));
  outside = await mkdtemp(join(tmpdir(), 'rubrica-guias-'));
});
afterAll(async () => {
  for (const folder of [inside, outside]) if (folder) await rm(folder, { recursive: true, force: true });
});

const guide = async (slug: string) => (await fetch(`${service.origin}/docs/${slug}.md`)).text();

const php = phpCommand();

const LANGUAGES = [
  {
    language: 'ts',
    file: 'receptor.ts',
    command: process.execPath,
    args: (file: string) => [file],
    lacks: {},
  },
  {
    language: 'python',
    file: 'receptor.py',
    command: 'python3',
    args: (file: string) => [file],
    lacks: lacking('python3'),
  },
  {
    language: 'php',
    file: 'receptor.php',
    command: php.command,
    args: (file: string, port: number) => [...php.args, '-S', `127.0.0.1:${port}`, file],
    lacks: {},
  },
];

/** A receiver as the guide has it, listening, with the secret of a webhook that delivers to it. */
async function withReceiver(
  { language, file, command, args }: (typeof LANGUAGES)[number],
  use: (receiver: { url: string; secret: string; webhookId: string; printed: () => string }) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const { id: webhookId, segredo: secret } = await sender.api.criarWebhook({
    body: { url, eventos: ['document.signed'] },
  });
  const [source = ''] = blocksOf(await guide('webhooks'), language);
  const path = join(inside, file);
  await writeFile(path, source);
  const child: ChildProcess = spawn(command, args(path, port), {
    env: { PATH: process.env.PATH, PORTA: String(port), SEGREDO: secret },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += chunk));
  try {
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`the receiver ended:\n${printed}`);
      return fetch(url, { method: 'POST', body: '{}' }).then(
        () => true,
        () => false,
      );
    });
    await use({ url, secret, webhookId, printed: () => printed });
  } finally {
    child.kill();
    await sender.api.excluirWebhook({ params: { webhookId } });
  }
}

const sign = (secret: string, seconds: number, body: string) =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');

async function post(url: string, body: string, signature?: string): Promise<number> {
  const headers = { 'content-type': 'application/json', ...(signature ? { 'x-service-signature': signature } : {}) };
  return (await fetch(url, { method: 'POST', headers, body })).status;
}

describe('the webhook receiver of the guide', () => {
  for (const language of LANGUAGES) {
    it(`in ${language.language} takes what the service signs and nothing else`, {
      timeout: 90_000,
      ...language.lacks,
    }, async () => {
      await withReceiver(language, async ({ url, secret, webhookId, printed }) => {
        const { id: entregaId } = await sender.api.testarWebhook({ params: { webhookId } });
        await until(async () => {
          const { itens } = await sender.api.listarEntregas({ params: { webhookId } });
          const delivery = itens.find(({ id }) => id === entregaId);
          if (delivery && delivery.status !== 'PENDENTE') expect(delivery.status).toBe('ENTREGUE');
          return delivery?.status === 'ENTREGUE';
        });
        await until(async () => printed().includes('document.'));
        const body = JSON.stringify({ eventoId: randomUUID(), evento: 'document.signed' });
        const now = Math.floor(Date.now() / 1000);
        const good = sign(secret, now, body);
        expect(await post(url, body, `t=${now},v1=${good}`)).toBe(204);
        // While the secret is being rotated, and beside a scheme to come.
        expect(await post(url, body, `t=${now},v2=ffff,v1=${'0'.repeat(64)},v1=${good}`)).toBe(204);
        const refused = {
          'no signature': undefined,
          'another secret': `t=${now},v1=${sign('whsec_outro', now, body)}`,
          'another time': `t=${now - 1},v1=${good}`,
          'too old': `t=${now - 400},v1=${sign(secret, now - 400, body)}`,
          'another scheme': `t=${now},v2=${good}`,
          'no time': `v1=${good}`,
          rubbish: '=,;é',
        };
        for (const [how, signature] of Object.entries(refused)) {
          expect([how, await post(url, body, signature && encodeURI(signature))]).toEqual([how, 401]);
        }
        expect(await post(url, `${body} `, `t=${now},v1=${good}`)).toBe(401);
      });
    });
  }

  it('by curl and openssl: what is signed by hand is taken, and what is kept is checked', async () => {
    const [check = '', make = ''] = blocksOf(await guide('webhooks'), 'bash');
    const secret = 'whsec_um-segredo-de-teste';
    const run = async (script: string, env: Record<string, string>) =>
      promisify(execFile)('bash', ['-c', script], { cwd: outside, env: { PATH: process.env.PATH, ...env } })
        .then(({ stdout }) => ({ code: 0, stdout }))
        .catch(({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }));
    const body = '{"eventoId":"1","texto":"ação"}';
    await writeFile(join(outside, 'corpo.json'), body);
    const now = Math.floor(Date.now() / 1000);
    const header = `t=${now},v1=${'0'.repeat(64)},v1=${sign(secret, now, body)}`;
    expect(await run(check, { SEGREDO: secret, CABECALHO: header })).toEqual({ code: 0, stdout: 'confere\n' });
    const other = await run(check, { SEGREDO: 'whsec_outro', CABECALHO: header });
    expect(other).toEqual({ code: 1, stdout: 'não confere\n' });
    const typescript = LANGUAGES[0];
    if (!typescript) return;
    await withReceiver(typescript, async ({ url, secret: own }) => {
      expect((await run(make, { SEGREDO: own, RECEPTOR: url })).stdout).toBe('204\n');
      expect((await run(make, { SEGREDO: 'whsec_outro', RECEPTOR: url })).stdout).toBe('401\n');
    });
  });
});

describe('the guide to the rules of data', () => {
  it('has a PDF sent in JSON, by its address and in base64', async () => {
    const { chave } = await sender.api.criarChaveApi({
      body: { nome: 'JSON', ambiente: 'TESTE', escopos: ['documentos:escrever'] },
    });
    const scripts = blocksOf(await guide('dados'), 'sh');
    const sample = await fetch(`${service.origin}/docs/contrato-exemplo.pdf`);
    await writeFile(join(outside, 'contrato.pdf'), Buffer.from(await sample.arrayBuffer()));
    const env = { PATH: process.env.PATH, KEY: chave };
    const made = await Promise.all(
      scripts.map((script) => promisify(execFile)('bash', ['-c', script], { cwd: outside, env })),
    );
    expect(made.map(({ stdout }) => JSON.parse(stdout).paginas)).toEqual([4, 4]);
  });
});
