import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { sharedService } from '../browser/stage.ts';

/** How much has to be downloaded before anything of the signing page is there, as the service serves it. */

const ENTRY_MAX_BYTES = 40_000;
/** With its style, before the document. */
const ALL_MAX_BYTES = 45_000;
let html = '';
let outside: (readonly [number, string | null])[] = [];
let worker: Headers;
const files = new Map<string, Buffer>();
let headers: Headers;

beforeAll(async () => {
  const service = await sharedService();
  const page = await fetch(`${service.origin}/assinar/qualquer`);
  headers = page.headers;
  html = await page.text();
  const asked = [
    '/assets/assinatura/index.html',
    '/assets/assinatura/..%2f..%2fpackage.json',
    '/assets/assinatura/nada.js',
  ];
  outside = await Promise.all(
    asked.map(async (path) => {
      const answer = await fetch(service.origin + path);
      return [answer.status, answer.headers.get('content-type')] as const;
    }),
  );
  worker = (await fetch(`${service.origin}/assets/assinatura/pdfjs/wasm/openjpeg.wasm`)).headers;
  for (const [, path = ''] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) {
    const answer = await fetch(service.origin + path);
    files.set(path, Buffer.from(await answer.arrayBuffer()));
  }
});

const gzipped = (suffix: string) =>
  [...files].filter(([path]) => path.endsWith(suffix)).reduce((sum, [, bytes]) => sum + gzipSync(bytes).length, 0);

it('the entry script is at most 40 kB gzip', () => {
  expect(gzipped('.js')).toBeGreaterThan(5_000);
  expect(gzipped('.js')).toBeLessThanOrEqual(ENTRY_MAX_BYTES);
});

it('script and style are at most 45 kB gzip', () => {
  expect(gzipped('.css')).toBeGreaterThan(1_000);
  expect(gzipped('.js') + gzipped('.css')).toBeLessThanOrEqual(ALL_MAX_BYTES);
});

it('neither viewer nor signature pad nor another language is in it', () => {
  const source = [...files.values()].join('\n');
  expect(source).not.toMatch(/getDocument\b.*workerSrc|SignaturePad|Skip to content|Saltar al contenido/s);
});

it('built files are served compressed and for good, and nothing beside them', () => {
  expect(worker.get('cache-control')).toContain('immutable');
  expect(worker.get('content-encoding')).toMatch(/^(br|gzip)$/);
  expect(outside.map(([status]) => status)).toEqual([404, 404, 404]);
});

it('the page allows nothing inline and nothing from elsewhere, and is not kept', () => {
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
});
