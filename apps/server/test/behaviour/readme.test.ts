import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { lacking } from '../../../../packages/pdf/test/judges/programs.ts';
import { sharedService } from './support.ts';
import { workFolder } from './tools.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const README = readFileSync(resolve(ROOT, 'README.md'), 'utf8');

/** The code block under a heading. */
function blockUnder(heading: string): string {
  const section = README.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return /```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
}

describe('the five calls of README.md, pasted into a shell', lacking('bash', 'curl'), () => {
  const service = sharedService();
  const path = workFolder();
  const commands = blockUnder('Five calls');
  let answers: string[];

  beforeAll(async () => {
    // A folder that looks like the checkout to the commands and takes the files they write.
    const packages = await path('packages');
    await symlink(resolve(ROOT, 'packages'), packages, 'dir');
    const here = commands.replaceAll('localhost:3000', new URL(service().origin).host);
    // What a pasted command prints is kept apart from the next by a line of its own.
    const script = `set -euo pipefail\n${here.replaceAll('\n\n', '\necho; echo ---\n')}\necho; echo ---\necho "$KEY $ID"`;
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: dirname(packages), timeout: 30_000 });
    answers = stdout.split('---\n').map((text) => text.trim());
  });

  it('are five', () => {
    expect(commands.match(/\bcurl\b/g)).toHaveLength(5);
  });

  it('sign an organization up', () => {
    expect(JSON.parse(answers[0] ?? '')).toMatchObject({ organizacao: { nome: 'Acácia Ltda.' } });
  });

  it('leave a test key and the id of a document in variables', () => {
    expect(answers.at(-1)).toMatch(/^svc_test_[\w-]+\.[\w-]+ [0-9a-f-]{36}$/);
  });

  it('end with the document out for signature', () => {
    expect(JSON.parse(answers.at(-2) ?? '')).toMatchObject({
      id: answers.at(-1)?.split(' ')[1],
      status: 'AGUARDANDO_ASSINATURAS',
    });
  });
});
