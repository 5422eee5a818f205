import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedService, tinyPdf } from './support.ts';
import { has, workFolder } from './tools.ts';

const README = readFileSync(resolve(import.meta.dirname, '../../../../README.md'), 'utf8');
const canRun = has('bash') && has('curl');

/** The code block under a heading. */
function blockUnder(heading: string): string {
  const section = README.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return /```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
}

describe.skipIf(!canRun)('the five calls of README.md, pasted into a shell', () => {
  const service = sharedService();
  const path = workFolder();
  const commands = blockUnder('Five calls');
  let answers: string[];

  beforeAll(async () => {
    const folder = dirname(await path('contrato.pdf', tinyPdf(2)));
    const here = commands.replaceAll('localhost:3000', new URL(service().origin).host);
    // What a pasted command prints is kept apart from the next by a line of its own.
    const script = `set -euo pipefail\n${here.replaceAll('\n\n', '\necho; echo ---\n')}\necho; echo ---\necho "$KEY $ID"`;
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder, timeout: 30_000 });
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
