import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { sharedService } from '../browser/stage.ts';

/** How much has to be downloaded before anything of the panel is there, as the service serves it. */

const ENTRY_MAX_BYTES = 250_000;
let html = '';
let headers: Headers;
let nonces: (string | undefined)[] = [];
const files = new Map<string, Buffer>();

const nonceOf = (policy: string) => /'nonce-([^']+)'/.exec(policy)?.[1];

beforeAll(async () => {
  const service = await sharedService();
  const page = await fetch(`${service.origin}/painel/documentos`);
  headers = page.headers;
  html = await page.text();
  const paths = ['/painel', '/painel/sandbox/documentos', '/painel/convite/qualquer'];
  const others = await Promise.all(paths.map(async (path) => (await fetch(service.origin + path)).headers));
  nonces = [headers, ...others].map((one) => nonceOf(one.get('content-security-policy') ?? ''));
  for (const [, path = ''] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) {
    files.set(path, Buffer.from(await (await fetch(service.origin + path)).arrayBuffer()));
  }
});

it('the entry script is at most 250 kB gzip', () => {
  const scripts = [...files].filter(([path]) => path.endsWith('.js'));
  const bytes = scripts.reduce((sum, [, script]) => sum + gzipSync(script).length, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(ENTRY_MAX_BYTES);
});

it('neither the editor nor the viewer nor another language is in it', () => {
  const source = [...files.values()].join('\n');
  expect(source).not.toMatch(/GlobalWorkerOptions|Skip to content|Saltar al contenido/);
});

it('the page takes styles of its own by a nonce that no other answer has, and nothing else inline or from elsewhere', () => {
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(nonces.every((nonce) => nonce && nonce.length >= 22)).toBe(true);
  expect(new Set(nonces).size).toBe(nonces.length);
  expect(html).toContain(`nonce="${nonces[0]}"`);
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
});
