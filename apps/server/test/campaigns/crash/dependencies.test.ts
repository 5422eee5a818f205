import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { type Account, call, documentForm, until } from '../../harness.ts';
import { startWire } from '../faults/switch.ts';
import { type Outside, startOutside } from '../model/outside.ts';
import { type DatabaseServer, type Lane, openLane, PATIENCE_MS, startDatabaseServer } from './lane.ts';

const pdf = tinyPdf();
let server: DatabaseServer;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  server = await startDatabaseServer();
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await server?.stop();
});

const create = (lane: Lane, account: Account, bytes: Buffer = pdf, dados: object = {}) =>
  call(`${lane.origin()}/v1/documentos`, 'POST', documentForm(bytes, { titulo: 'Contrato', ...dados }), account.live);

async function filesUnder(directory: string): Promise<string[]> {
  const found = await readdir(directory, { withFileTypes: true, recursive: true });
  return found.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

/** What a call leaves is removed after its answer. */
const uploadsLeft = (lane: Lane) =>
  until(async () => {
    const left = await filesUnder(join(lane.dataDir, 'tmp', 'uploads'));
    return left.length === 0 && left;
  });

/** Sends a document to one person by e-mail. */
async function send(lane: Lane, account: Account, email: string): Promise<string> {
  const { body } = await create(lane, account, pdf, {
    signatarios: [{ funcao: 'ASSINAR', nome: 'João da Silva', email }],
    campos: [{ tipo: 'ASSINATURA', pagina: 1, x: 0.1, y: 0.7, largura: 0.4, altura: 0.1 }],
  });
  const sent = await call(`${lane.origin()}/v1/documentos/${body.id}/enviar`, 'POST', undefined, account.live);
  expect(sent.status).toBe(200);
  return body.id;
}

const signerStatus = async (lane: Lane, account: Account, id: string): Promise<string> =>
  (await call(`${lane.origin()}/v1/documentos/${id}`, 'GET', undefined, account.live)).body.signatarios[0].status;

describe('a database that is gone', () => {
  let lane: Lane;
  let account: Account;
  /** What was found while it was gone; it is back since. */
  let found: Awaited<ReturnType<typeof lookAround>>;
  beforeAll(async () => {
    lane = await openLane(server, 'sumido');
    closing.push(() => lane.stop());
    account = await lane.account(0);
    await server.halt();
    found = await lookAround().finally(() => server.restart());
  }, PATIENCE_MS);

  async function lookAround() {
    const answers = [
      await create(lane, account),
      await call(`${lane.origin()}/v1/organizacao`, 'GET', undefined, account.live),
    ];
    const statusOf = async (path: string) => (await fetch(`${lane.origin()}${path}`)).status;
    return {
      answers,
      ready: await statusOf('/readyz'),
      healthy: await statusOf('/healthz'),
      uploads: await uploadsLeft(lane),
      files: await filesUnder(join(lane.dataDir, 'files')),
    };
  }

  it('makes calls 503 with Retry-After, in the form of any other refusal', () => {
    for (const answer of found.answers) {
      expect([answer.status, answer.body.codigo]).toEqual([503, 'SERVICO_INDISPONIVEL']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(answer.bytes.toString()).not.toMatch(/ECONN|postgres|socket|select|127\.0\.0\.1:\d+\/sumido/i);
    }
    expect([found.ready, found.healthy]).toEqual([503, 200]);
  });

  it('leaves no file of what was refused', () => {
    expect([found.uploads, found.files]).toEqual([[], []]);
  });

  it(
    'does no harm to a process that outlives it: calls and deliveries go on when it is back',
    async () => {
      const id = await until(() => send(lane, account, 'volta@exemplo.com.br').catch(() => null), 60_000);
      await until(async () => (await signerStatus(lane, account, id)) === 'ENVIADO');
      // It is told as it was found, at most two seconds ago.
      await until(async () => (await fetch(`${lane.origin()}/readyz`)).status === 200);
    },
    PATIENCE_MS,
  );
});

describe('a mail server that is gone', () => {
  it(
    'delays an invitation, which is delivered when it is back',
    async () => {
      const outside: Outside = await startOutside();
      closing.push(() => outside.close());
      const { hostname, port } = new URL(outside.env.SMTP_URL as string);
      // A port of its own all the while, which nobody else can be given.
      const wire = await startWire({ host: hostname, port: Number(port) });
      closing.push(() => wire.close());
      wire.cut();
      const lane = await openLane(server, 'correio', { env: { SMTP_URL: `smtp://127.0.0.1:${wire.port}` } });
      closing.push(() => lane.stop());
      const account = await lane.account(0);
      const id = await send(lane, account, 'depois@exemplo.com.br');
      const attempts = async () => {
        const [job] = await lane.sql<{ retry_count: number }[]>`
        select retry_count from fila.job where name = 'enviar-convite' and state = 'retry'`;
        return job !== undefined;
      };
      await until(attempts, 30_000);
      expect(await signerStatus(lane, account, id)).toBe('PENDENTE');

      expect(outside.mails).toEqual([]);
      wire.mend();
      await outside.message('depois@exemplo.com.br', /\/assinar\/([\w-]{43})/);
      await until(async () => (await signerStatus(lane, account, id)) === 'ENVIADO');
      // The account's own mail, tried while it was not confirmed, may still be on its way.
      const invitations = outside.mails.filter(({ to }) => to === 'depois@exemplo.com.br');
      expect(invitations.map(({ text }) => text)).toHaveLength(1);
    },
    PATIENCE_MS,
  );
});

describe('a disk that takes no more', () => {
  it(
    'refuses what does not fit, keeps nothing of it, and goes on with what does',
    async () => {
      // The shell's limit of the size of a file, in blocks of half a kilobyte or of one: writing beyond it fails.
      const lane = await openLane(server, 'disco', { before: 'ulimit -f 1024', env: { NODE_COMPILE_CACHE: '' } });
      closing.push(() => lane.stop());
      const account = await lane.account(0);
      const refused = await create(lane, account, tinyPdf(1, Buffer.alloc(4 * 1024 * 1024, 'x')));
      expect([refused.status, refused.body.codigo]).toEqual([503, 'SERVICO_INDISPONIVEL']);
      expect(refused.bytes.toString()).not.toMatch(/EFBIG|ENOSPC|\/tmp/);
      expect(await uploadsLeft(lane)).toEqual([]);
      expect(await filesUnder(join(lane.dataDir, 'files'))).toEqual([]);
      expect((await create(lane, account)).status).toBe(201);
    },
    PATIENCE_MS,
  );
});
