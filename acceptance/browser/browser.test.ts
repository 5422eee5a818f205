import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DESKTOP, foreign, launch, watched } from './browser.ts';
import { withoutBrowser } from './chromium.ts';

/** The browser that pages are shown in, and what is told of its requests. */

const lacks = withoutBrowser();
const missing = lacks === null ? {} : { skip: true, meta: { lacks } };

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the browser', missing, () => {
  it('that does not start fails whoever wants it', async () => {
    vi.stubEnv('TEST_RUN', undefined);
    vi.stubEnv('CHROME_PATH', '/nao/existe/chromium');
    await expect(launch()).rejects.toThrow(/nao.existe/);
  });

  it('is told to ask others of what it asks others alone', async () => {
    const asked: string[] = [];
    const elsewhere = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.setHeader('access-control-allow-origin', '*').end('<!doctype html><title>Página</title>');
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const { port } = elsewhere.address() as AddressInfo;
    const browser = await launch();
    if (!browser) return;
    const { context, watch } = await watched(browser, DESKTOP);
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${port}/pagina`);
    await page.evaluate(`Promise.all([
      fetch(URL.createObjectURL(new Blob(['sua']))), fetch('data:,sua'), fetch('/sua'), fetch('http://localhost:${port}/alheia'),
    ])`);
    expect(foreign(watch, `http://127.0.0.1:${port}`)).toEqual([`http://localhost:${port}/alheia`]);
    expect(asked).toEqual(expect.arrayContaining(['/pagina', '/sua', '/alheia']));
    expect(watch.urls.filter((url) => !url.startsWith('http'))).toEqual([]);
    await browser.close();
    elsewhere.close();
  });
});

const packaged = `${process.platform}-${process.arch}` === 'linux-x64';

describe('the packaged browser', packaged ? {} : missing, () => {
  /** Ends with all that it started as soon as there is something of the browser, which is not whole then. */
  const CUT_OFF = (cache: string) => `setInterval(() => {
        const names = readdirSync(${JSON.stringify(cache)}, { recursive: true });
        if (names.some((name) => name.endsWith('/chromium'))) process.kill(-process.pid, 'SIGKILL');
      }, 1);`;

  /** Unpacks it in a process of its own and then asks it for its version. */
  const unpacking = (cache: string, cutOff = false): ChildProcess => {
    const script = `
      import { execFileSync } from 'node:child_process';
      import { readdirSync } from 'node:fs';
      import { unpackChromium } from './chromium.ts';
      ${cutOff ? CUT_OFF(cache) : ''}
      const folder = await unpackChromium(${JSON.stringify(cache)});
      execFileSync(folder + '/chromium', ['--version'], { env: { LD_LIBRARY_PATH: folder + '/al2023/lib' } });
    `;
    const args = ['--input-type=module-typescript', '-e', script];
    return spawn(process.execPath, args, {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'ignore', 'inherit'],
      detached: true,
    });
  };

  it('is there whole or not at all, for two who want it at once too, and after one who was cut off', async () => {
    const cache = await mkdtemp(join(tmpdir(), 'rubrica-navegador-'));
    const cut = unpacking(cache, true);
    await once(cut, 'close');
    expect(await readdir(cache)).toEqual([expect.stringContaining(`~${cut.pid}-`)]);

    const both = [unpacking(cache), unpacking(cache)];
    expect(await Promise.all(both.map(async (child) => (await once(child, 'close'))[0]))).toEqual([0, 0]);
    expect(await readdir(cache)).toEqual([expect.stringMatching(/^chromium-[\d.]+$/)]);
    await rm(cache, { recursive: true });
  });
});
