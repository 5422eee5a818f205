import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';

/**
 * `php -S address file`, for machines without PHP: the interpreter compiled to WebAssembly, called for each request as a web
 * server calls a CGI program (RFC 3875). Usage: node acceptance/publico/php.ts -S 127.0.0.1:8000 file.php
 */

/** What of the interpreter's module is used; its own types leave it out. */
interface Php {
  readonly FS: { mkdir(path: string): void; writeFile(path: string, bytes: Uint8Array): void };
  ccall(name: string, returns: 'number', types: string[], values: unknown[], how?: { async: true }): Promise<number>;
}

/** The command that runs a file as a web server with PHP: the program where it is installed. */
export function phpCommand(): { command: string; args: readonly string[] } {
  const installed = spawnSync('php', ['--version']).status === 0;
  return installed ? { command: 'php', args: [] } : { command: process.execPath, args: [import.meta.filename] };
}

const SCRIPT = '/www/index.php';

/** Serves one request after the other. */
async function serve(port: number, file: string): Promise<void> {
  const runtime = 'php-cgi-wasm/php8.4-cgi-node.mjs';
  const { default: Interpreter } = (await import(runtime)) as { default: new (given: object) => Promise<Php> };
  const input: number[] = [];
  const output: number[] = [];
  const php = await new Interpreter({
    persist: [],
    stdin: () => input.shift() ?? null,
    stdout: (byte: number) => output.push(byte),
    stderr: (byte: number) => process.stderr.write(Buffer.of(byte)),
    // It asks for a library of XML too, which is not there and which it does without.
    locateFile: (name: string) =>
      /\.wasm$/.test(name) ? fileURLToPath(new URL(name, import.meta.resolve(runtime))) : 'data:,',
  });
  const call = (name: string, ...values: string[]) =>
    php.ccall(
      name,
      'number',
      values.map(() => 'string'),
      values,
      { async: true },
    );
  await call('pib_storage_init');
  php.FS.writeFile('/php.ini', new Uint8Array());
  await call('wasm_sapi_cgi_init');
  php.FS.mkdir('/www');
  php.FS.writeFile(SCRIPT, readFileSync(file));

  let last = Promise.resolve();
  const answer = async (request: IncomingMessage): Promise<{ status: number; body: Buffer }> => {
    const body = Buffer.concat(await request.toArray());
    input.splice(0, Number.POSITIVE_INFINITY, ...body);
    output.length = 0;
    for (const [name, value] of Object.entries(variablesOf(request, body.length))) {
      await call('wasm_sapi_cgi_putenv', name, value);
    }
    await php.ccall('main', 'number', ['number', 'string'], [], { async: true });
    const [, head = '', text = ''] = /^([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(Buffer.from(output).toString('latin1')) ?? [];
    return { status: Number(/^Status: (\d+)/m.exec(head)?.[1] ?? 200), body: Buffer.from(text, 'latin1') };
  };
  createServer((request, response) => {
    last = last
      .then(() => answer(request))
      .then(({ status, body }) => void response.writeHead(status).end(body))
      .catch((error) => void response.writeHead(500).end(String(error)));
  }).listen(port, '127.0.0.1');
}

/** What a program gets to know of a request, on top of our own environment. */
function variablesOf({ method = 'GET', url = '/', headers }: IncomingMessage, length: number): Record<string, string> {
  const told = Object.entries(headers).map(([name, value]) => [
    `HTTP_${name.toUpperCase().replaceAll('-', '_')}`,
    String(value),
  ]);
  return {
    ...(process.env as Record<string, string>),
    // What one request set would remain for the next.
    HTTP_X_SERVICE_SIGNATURE: '',
    ...Object.fromEntries(told),
    PHPRC: '/php.ini',
    REDIRECT_STATUS: '200',
    SERVER_PROTOCOL: 'HTTP/1.1',
    REQUEST_METHOD: method,
    REQUEST_URI: url,
    SCRIPT_FILENAME: SCRIPT,
    SCRIPT_NAME: '/index.php',
    DOCUMENT_ROOT: '/www',
    QUERY_STRING: '',
    CONTENT_TYPE: headers['content-type'] ?? '',
    CONTENT_LENGTH: String(length),
  };
}

if (process.argv[1] === import.meta.filename) {
  const [, , , address = '', file = ''] = process.argv;
  await serve(Number(address.split(':')[1]), file);
}
