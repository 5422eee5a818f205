import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { lacking } from '../../../../packages/pdf/test/judges/programs.ts';
import { wordsOf } from '../../../../packages/pdf/test/judges/text.ts';
import { sharedService } from '../modules/support.ts';
import { workFolder } from '../modules/tools.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const README = readFileSync(resolve(ROOT, 'README.md'), 'utf8');

/** The code block under a heading. */
function blockUnder(heading: string): string {
  const section = README.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return /```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
}

describe('the calls of README.md, pasted into a shell', lacking('bash', 'curl'), () => {
  const service = sharedService();
  const path = workFolder();
  const [sending, signing] = [blockUnder('Five calls'), blockUnder('Six more, and it is signed')];
  let folder: string;
  /** What each pasted command printed, and at last the key and the document's id. */
  let answers: string[];

  beforeAll(async () => {
    // A folder that looks like the checkout to the commands and takes the files they write.
    const packages = await path('packages');
    folder = dirname(packages);
    await symlink(resolve(ROOT, 'packages'), packages, 'dir');
    const here = `${sending}\n${signing}`.replaceAll('localhost:3000', new URL(service().origin).host);
    // What a pasted command prints is kept apart from the next by a line of its own.
    const script = `set -euo pipefail\n${here.replaceAll('\n\n', '\necho; echo ---\n')}\necho; echo ---\necho "$KEY $ID"`;
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder });
    answers = stdout.split('---\n').map((text) => text.trim());
  });

  it('are five, and six more', () => {
    expect([sending, signing].map((commands) => commands.match(/\bcurl\b/g)?.length)).toEqual([5, 6]);
  });

  it('sign an organization up', () => {
    expect(JSON.parse(answers[0] ?? '')).toMatchObject({ organizacao: { nome: 'Acácia Ltda.' } });
  });

  it('leave a test key and the id of a document in variables', () => {
    expect(answers.at(-1)).toMatch(/^svc_test_[\w-]+\.[\w-]+ [0-9a-f-]{36}$/);
  });

  it('have the document out for signature after five', () => {
    expect(JSON.parse(answers[4] ?? '')).toMatchObject({
      id: answers.at(-1)?.split(' ')[1],
      status: 'AGUARDANDO_ASSINATURAS',
    });
  });

  it('have the signature stand on the line of the one who signs first in the sample', async () => {
    const page = (await wordsOf(readFileSync(resolve(folder, 'assinado.pdf'))))[3] ?? [];
    const name = page.find(({ text }) => text === 'Helena');
    const caption = page.find(({ text }) => text === 'Assinado');
    expect(name && caption && name.top - caption.bottom).toBeGreaterThan(0);
    expect(name && caption && name.top - caption.bottom).toBeLessThan(20);
    expect(name && caption && caption.left - name.left).toBeLessThan(180);
  });

  it('have it signed by the last act of the signer', () => {
    expect(JSON.parse(answers.at(-3) ?? '')).toMatchObject({ documentos: [{ status: 'ASSINADO' }] });
  });

  it('end with a pair of files that the offline verifier knows as a genuine test', async () => {
    const command = resolve(ROOT, 'packages/verify/bin/rubrica.mjs');
    const verified = promisify(execFile)(process.execPath, [command, 'verify', 'assinado.pdf', 'certificado.pdf'], {
      cwd: folder,
    });
    await expect(verified).rejects.toMatchObject({ code: 4, stdout: expect.stringContaining('DOCUMENTO DE TESTE') });
  });
});
