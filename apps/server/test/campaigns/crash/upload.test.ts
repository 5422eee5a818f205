import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { type Account, call, documentForm, newAccount, type Service, startService, until } from '../../harness.ts';

const BOUNDARY = 'fronteira-do-teste';
/** Big enough to be on the disk in part when half of it has come. */
const pdf = tinyPdf(1, Buffer.alloc(3 * 1024 * 1024, 'x'));

let service: Service;
let account: Account;
beforeAll(async () => {
  service = await startService();
  account = await newAccount(service.origin);
});
afterAll(() => service?.stop());

/** The body of POST /documentos, byte for byte. */
const body = Buffer.concat([
  Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="dados"\r\n\r\n{"titulo":"Cortado"}\r\n`),
  Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="arquivo"; filename="c.pdf"\r\n` +
      'content-type: application/pdf\r\n\r\n',
  ),
  pdf,
  Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
]);

/** Opens a connection and begins an upload that says it is `length` bytes long. */
async function begin(length: number): Promise<{ socket: Socket; answer: Promise<string> }> {
  const { hostname, port } = new URL(service.origin);
  const socket = connect(Number(port), hostname);
  await new Promise<void>((done) => socket.once('connect', done));
  const answer = new Promise<string>((done) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => done(text));
  });
  socket.write(
    `POST /v1/documentos HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ${account.live.authorization}\r\n` +
      `content-type: multipart/form-data; boundary=${BOUNDARY}\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n`,
  );
  return { socket, answer };
}

const directory = (name: string) => join(service.app.config.dataDir, ...name.split('/'));

async function filesUnder(name: string): Promise<string[]> {
  const found = await readdir(directory(name), { withFileTypes: true, recursive: true });
  return found.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

const uploads = () => filesUnder('tmp/uploads');

/** Everything that an upload leaves for good. */
async function kept() {
  const [rows] = await service.owner<{ documentos: string; arquivos: string }[]>`
    select (select count(*) from documento) as documentos, (select count(*) from arquivo) as arquivos`;
  return { files: (await filesUnder('files')).sort(), ...rows };
}

let before: Awaited<ReturnType<typeof kept>>;
beforeEach(async () => {
  before = await kept();
});

/** Nothing of the test's upload is left: no byte on the disk, no row. */
async function nothingLeft(): Promise<void> {
  await until(async () => (await uploads()).length === 0);
  expect(await kept()).toEqual(before);
}

describe('an upload cut off half way', () => {
  it('by a connection that breaks leaves no file and no row', async () => {
    const { socket, answer } = await begin(body.length);
    socket.write(body.subarray(0, body.length / 2));
    await until(async () => (await uploads()).length === 1);
    socket.destroy();
    await answer;
    await nothingLeft();
  });

  it('by a client that says it is done before its Content-Length leaves nothing', async () => {
    const { socket, answer } = await begin(body.length + 1000);
    socket.end(body.subarray(0, body.length / 2));
    const told = await answer;
    expect(told === '' || /^HTTP\/1\.1 4\d\d /.test(told)).toBe(true);
    await nothingLeft();
  });

  it('by a Content-Length that is too small is refused and leaves nothing', async () => {
    const { socket, answer } = await begin(body.length / 2);
    socket.write(body.subarray(0, body.length / 2));
    const told = await answer;
    expect(told).toMatch(/^HTTP\/1\.1 400 /);
    expect(told).toContain('"codigo":"ENTRADA_INVALIDA"');
    await nothingLeft();
  });

  it('before its first part leaves nothing', async () => {
    const { socket, answer } = await begin(body.length);
    socket.write(body.subarray(0, 20));
    socket.end();
    await answer;
    await nothingLeft();
  });

  it('by a client that hangs is given up when its time is over, and leaves nothing', async () => {
    const server = service.app.http?.server;
    if (!server) throw new Error('there is no server');
    const { requestTimeout, headersTimeout } = server;
    expect(requestTimeout).toBeGreaterThan(0);
    // Node looks for requests that are late every half minute, and takes the longer of the two times for the whole one.
    Object.assign(server, { requestTimeout: 500, headersTimeout: 500 });
    const { socket, answer } = await begin(body.length);
    socket.write(body.subarray(0, body.length / 2));
    await until(async () => (await uploads()).length === 1);
    await answer;
    Object.assign(server, { requestTimeout, headersTimeout });
    await nothingLeft();
  });

  it('does not keep the next one from being received', async () => {
    const created = await call(
      `${service.origin}/v1/documentos`,
      'POST',
      documentForm(pdf, { titulo: 'Inteiro' }),
      account.live,
    );
    expect(created.status).toBe(201);
    expect(await uploads()).toEqual([]);
    expect((await kept()).files).toEqual([...before.files, `${created.body.id}-original-1.pdf`].sort());
  });
});
