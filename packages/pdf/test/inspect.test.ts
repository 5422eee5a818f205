import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BOMBS, SLEEPERS } from '../fixtures/bombs.ts';
import { build, onePage, rawStream, stream } from '../fixtures/build.ts';
import { malformedFixtures, validFixtures } from '../fixtures/make.ts';
import { inspectPdf, scanStructure } from '../src/index.ts';
import { corpus, NO_CORPUS } from './tools.ts';

const LIMITS = { maxPages: 300 };

describe('inspection of our own fixtures', () => {
  it.each(Object.entries(validFixtures()))('accepts %s', async (_, bytes) => {
    expect(await inspectPdf(bytes, LIMITS)).toMatchObject({ ok: true });
  });

  it.each(Object.entries(malformedFixtures()))('refuses %s', async (name, bytes) => {
    const inspection = await inspectPdf(bytes, LIMITS);
    expect(inspection.ok || inspection.causes.map((item) => item.cause)).toContain(name.split('--')[0]);
  });

  it('reports every cause, with what a message needs', async () => {
    const bytes = build(
      {
        ...onePage(),
        1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 7 0 R] >> >>',
        6: '<< /T (nome) /FT /Tx /V (Ana) >>',
        7: '<< /T (selo) /FT /Sig /V << /Type /Sig >> >>',
      },
      { version: '1.3' },
    );
    expect(await inspectPdf(bytes, LIMITS)).toEqual({
      ok: false,
      causes: [
        { cause: 'VERSION', detail: '1.3' },
        { cause: 'SIGNED', detail: 'selo' },
        { cause: 'FILLED_FORM', detail: 'nome' },
      ],
    });
  });

  it('holds the page limit exactly', async () => {
    const pages = (count: number): Buffer =>
      build({ ...onePage(), 2: `<< /Type /Pages /Kids [${'3 0 R '.repeat(count)}] /Count ${count} >>` });
    expect(await inspectPdf(pages(300), LIMITS)).toMatchObject({ ok: true });
    expect(await inspectPdf(pages(301), LIMITS)).toEqual({
      ok: false,
      causes: [{ cause: 'TOO_MANY_PAGES', detail: '301' }],
    });
  });

  it('tells an owner password from a user password', async () => {
    const id = Buffer.from('0123456789abcdef');
    const owner = Buffer.alloc(32, 7);
    const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
    const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff]);
    const key = createHash('md5').update(padding).update(owner).update(permissions).update(id).digest().subarray(0, 5);
    const user = rc4(key, padding);
    const file = (check: Buffer): Buffer =>
      build(onePage(), {
        trailer: `/ID [<${id.toString('hex')}> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${owner.toString('hex')}> /U <${check.toString('hex')}> >>`,
      });
    expect(await inspectPdf(file(user), LIMITS)).toEqual({ ok: false, causes: [{ cause: 'ENCRYPTED_OWNER' }] });
    expect(await inspectPdf(file(padding), LIMITS)).toEqual({ ok: false, causes: [{ cause: 'ENCRYPTED_USER' }] });
  });

  it('notes active content without refusing it', async () => {
    expect(await inspectPdf(validFixtures()['active-content.pdf'] as Buffer, LIMITS)).toMatchObject({
      ok: true,
      activeContent: ['JavaScript', 'JS', 'OpenAction'],
    });
  });
});

describe('hostile files', () => {
  it.each(Object.entries(BOMBS))('stops at %s within its caps', async (_, make) => {
    const bytes = make();
    const before = process.memoryUsage().rss;
    const inspection = await inspectPdf(bytes, LIMITS);
    expect(inspection).toMatchObject({ ok: false, causes: [{ cause: 'TOO_COMPLEX' }] });
    expect(process.memoryUsage().rss - before).toBeLessThan(300 << 20);
  });

  it.each(Object.entries(SLEEPERS))('accepts %s: it is never inflated here', async (_, make) => {
    expect(await inspectPdf(make(), LIMITS)).toMatchObject({ ok: true });
  });

  it('never throws, whatever bytes are changed', async () => {
    const files = Object.values(validFixtures()).filter((bytes) => bytes.length < 4000);
    const change = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), byte: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(files.length - 1),
        fc.array(change, { minLength: 1, maxLength: 12 }),
        async (index, changes) => {
          const bytes = Buffer.from(files[index] as Buffer);
          for (const { at, byte } of changes) bytes[Math.floor(at * (bytes.length - 1))] = byte;
          const inspection = await inspectPdf(bytes, LIMITS);
          expect(inspection.ok || inspection.causes.length > 0).toBe(true);
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('structural scan', () => {
  const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!', '$H+H*'].join('');

  it('finds the EICAR string in raw bytes and in deflated streams', () => {
    expect(scanStructure(build(onePage())).eicar).toBe(false);
    expect(scanStructure(build(onePage(undefined, rawStream(eicar)))).eicar).toBe(true);
    expect(scanStructure(build(onePage(undefined, stream(`${' '.repeat(5000)}${eicar}`)))).eicar).toBe(true);
  });

  it('finds names outside of stream data only, and is not led past them by a feigned length', () => {
    const names = (dictionary: string): string[] =>
      scanStructure(
        Buffer.from(`1 0 obj\n<<${dictionary}>>\nstream\nabc\nendstream\n2 0 obj /JavaScript endobj\nxxendstream\n`),
      ).activeContent;
    expect(names('/Length 3')).toEqual(['JavaScript']);
    expect(names('/Length 43')).toEqual([]);
    for (const feigned of [
      '/X (/Length 43) /Length 3',
      '/Length 43 /L#65ngth 3',
      '%/Length 43\n/Length 3',
      '/Length 43 /Length 3',
    ]) {
      expect(names(feigned)).toEqual(['JavaScript']);
    }
  });
});

const labelled = corpus();
describe('inspection of real files', labelled.length > 0 ? {} : NO_CORPUS, () => {
  it.each(labelled)('$file: $verdict $why', async ({ verdict, why, pages, box: label, bytes }) => {
    const inspection = await inspectPdf(bytes, LIMITS);
    if (verdict === 'ACEITO') {
      expect(inspection).toMatchObject({ ok: true });
      if (!inspection.ok) return;
      expect(String(inspection.pages.length)).toBe(pages);
      const [media, crop] = [...label.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1]?.split(' ').map(Number) ?? []);
      const seen = media?.map((edge, i) =>
        i < 2 ? Math.max(edge, crop?.[i] ?? edge) : Math.min(edge, crop?.[i] ?? edge),
      );
      const box = inspection.pages[0]?.box ?? [];
      for (const [i, edge] of box.entries()) expect(edge).toBeCloseTo(seen?.[i] ?? Number.NaN, 1);
    } else if (verdict === 'REFUSED') {
      const causes = inspection.ok ? [] : inspection.causes.map((item) => item.cause);
      expect(causes.some((cause) => why.split('|').some((label) => cause.startsWith(label)))).toBe(true);
    }
  });
});

function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = [...Array(256).keys()];
  let j = 0;
  for (let i = 0; i < 256; i++) {
    j = (j + (state[i] as number) + (key[i % key.length] as number)) % 256;
    [state[i], state[j]] = [state[j] as number, state[i] as number];
  }
  const out = Buffer.alloc(data.length);
  let i = 0;
  j = 0;
  data.forEach((byte, n) => {
    i = (i + 1) % 256;
    j = (j + (state[i] as number)) % 256;
    [state[i], state[j]] = [state[j] as number, state[i] as number];
    out[n] = byte ^ (state[((state[i] as number) + (state[j] as number)) % 256] as number);
  });
  return out;
}
