import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from './browser/browser.ts';
import { withoutBrowser } from './browser/chromium.ts';
import { ROOT, until } from './browser/world.ts';
import { freePort } from './free-port.ts';

/** `npm run dev`: the pages as they are written, and the service behind them. */

describe('npm run dev', () => {
  let folder: string;
  let child: ChildProcess;
  let ended: Promise<number | null>;
  let origin: string;
  let printed = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rubrica-dev-'));
    const port = await freePort(1);
    origin = `http://localhost:${port}`;
    child = spawn(process.execPath, ['scripts/dev.ts'], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        PORT: String(port),
        DATA_DIR: folder,
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += chunk));
    ended = new Promise((done) => child.once('exit', done));
    await until(async () => {
      if (child.exitCode !== null) throw new Error(printed);
      return fetch(`${origin}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    }, 120_000);
  });
  afterAll(async () => {
    child?.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });

  it('names its own address, not the one of the service behind it', async () => {
    expect(await until(() => /Rubrica no ar em (\S+) /.exec(printed)?.[1])).toBe(origin);
  });

  it('opens the pages of the developer', async () => {
    expect((await fetch(`${origin}/dev/caixa`)).status).toBe(200);
  });

  it('gives the data that pdf.js fetches', async () => {
    const answer = await fetch(`${origin}/assets/assinatura/pdfjs/cmaps/78-EUC-H.bcmap`);
    expect([answer.status, (await answer.bytes()).length > 1000]).toEqual([200, true]);
  });

  describe.skipIf(withoutBrowser() !== null)('in a browser', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = (await launch()) as Browser;
    });
    afterAll(() => browser?.close());

    it.each([
      ['painel', '/painel', 'Entrar'],
      ['assinatura', '/assinar/um-link-qualquer', 'Não encontramos este link'],
      ['assinatura', '/incorporar/um-qualquer', 'Não encontramos este link'],
      ['painel', '/incorporar/edicao/um-qualquer', 'Este editor foi encerrado'],
      ['publico', '/validar', 'Este documento é autêntico?'],
      ['formulario', '/formulario/um-link-qualquer', 'Não encontramos este link'],
    ])('shows %s at %s as it is written', async (bundle, path, title) => {
      const page = await browser.newPage({ locale: 'pt-BR' });
      const sources: string[] = [];
      page.on('request', (request) => sources.push(new URL(request.url()).pathname));
      await page.goto(origin + path);
      await page.getByRole('heading', { name: title }).first().waitFor();
      expect(sources).toContain(`/assets/${bundle}/main.tsx`);
      await page.close();
    });
  });
});
