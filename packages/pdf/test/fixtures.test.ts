import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { malformedFixtures, validFixtures } from '../fixtures/make.ts';
import { issueFixtures } from '../fixtures/traps.ts';
import { loadNodeFonts } from '../src/fonts-node.ts';
import { inspectPdf, sealPdf, stampPdf } from '../src/index.ts';
import { without } from './judges/programs.ts';
import { judgeSeal } from './judges/seals.ts';
import { complaintsOf } from './judges/soundness.ts';
import { FOOTER, SEALED_AT, testSeal } from './tools.ts';

/** The expected result for a file: page sizes as displayed, in page units, with rotation and UserUnit. */
type Verdict =
  | {
      accepted: true;
      version: string;
      repaired: boolean;
      pages: [width: number, height: number, rotation: number, userUnit: number][];
      active?: string[];
    }
  | { accepted: false; causes: string[] };

const FOLDER = resolve(import.meta.dirname, '../fixtures');
const verdicts = Object.entries(
  JSON.parse(readFileSync(join(FOLDER, 'verdicts.json'), 'utf8')) as Record<string, Verdict>,
);
const fonts = loadNodeFonts();
const LIMITS = { maxPages: 300 };

async function verdictOn(bytes: Uint8Array): Promise<Verdict> {
  const inspection = await inspectPdf(bytes, LIMITS);
  if (!inspection.ok) return { accepted: false, causes: inspection.causes.map(({ cause }) => cause) };
  const { version, repaired, pages, activeContent } = inspection;
  const cents = (value: number): number => Math.round(value * 100) / 100;
  return {
    accepted: true,
    version,
    repaired,
    pages: pages.map((page) => [cents(page.width), cents(page.height), page.rotation, page.userUnit]),
    ...(activeContent.length > 0 ? { active: activeContent } : {}),
  };
}

describe('the files of this folder', () => {
  it.each(verdicts)('%s gets its verdict', async (file, verdict) => {
    expect(await verdictOn(readFileSync(join(FOLDER, file)))).toEqual(verdict);
  });

  it('are all judged, and all made by make.ts', () => {
    const names = verdicts.map(([file]) => file).sort();
    const there = ['valid', 'malformed', 'issues'].flatMap((folder) =>
      readdirSync(join(FOLDER, folder)).map((file) => `${folder}/${file}`),
    );
    expect(there.sort()).toEqual(names);
    const made = { valid: validFixtures(), malformed: malformedFixtures(), issues: issueFixtures() };
    const listed = Object.entries(made).flatMap(([folder, files]) =>
      Object.keys(files).map((file) => `${folder}/${file}`),
    );
    expect(listed.sort()).toEqual(names);
  });
});

/** Real files shipped with packages, wherever they are installed. */
function shipped(): string[] {
  const found: string[] = [];
  const walk = (folder: string, depth: number): void => {
    for (const entry of safely(() => readdirSync(folder, { withFileTypes: true })) ?? []) {
      const full = join(folder, entry.name);
      if (entry.isDirectory() && depth < 6) walk(full, depth + 1);
      else if (entry.isFile() && /\.pdf$/i.test(entry.name) && statSync(full).size < 20 << 20) found.push(full);
    }
  };
  walk('/usr/share', 0);
  return found.slice(0, 40);
}

function safely<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const real = shipped();
const none = real.length > 0 ? {} : without('no package of this machine ships a PDF under /usr/share');

describe('PDFs that came with this machine', none, () => {
  it.each(real)('%s is refused for a reason, or stamped and sealed soundly', async (file) => {
    const original = readFileSync(file);
    const inspection = await inspectPdf(original, LIMITS);
    if (!inspection.ok) {
      expect(inspection.causes.length).toBeGreaterThan(0);
      expect(inspection.causes.map(({ cause }) => cause)).not.toContain('UNREADABLE');
      return;
    }
    const at = { x: 0.1, y: 0.7, width: 0.4, height: 0.1 };
    const marks = [{ page: inspection.pages.length, at, z: 0, kind: 'signature' as const, text: 'Maria Antônia' }];
    const stamped = await stampPdf(original, { marks, footer: FOOTER }, fonts);
    const { bytes } = await sealPdf(stamped, await testSeal(), { at: SEALED_AT, reason: 'Teste', name: 'Rubrica' });
    expect(Buffer.compare(bytes.subarray(0, original.length), original)).toBe(0);
    const before = await complaintsOf(original);
    expect((await complaintsOf(bytes)).filter((line) => !before.includes(line))).toEqual([]);
    expect(await judgeSeal(bytes)).toEqual({ valid: true, whole: true });
  });
});
