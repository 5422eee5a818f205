import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseVerifierKey, verifyNote } from '../../packages/verify/src/log/note.ts';
import { parseProof } from '../../packages/verify/src/log/proof.ts';
import { openStage } from '../browser/stage.ts';
import { newAddress, newSender, ROOT, type Sender, until } from '../browser/world.ts';
import { blocksOf } from './guide-programs.ts';
import { type Completed, completed, underWay } from './records.ts';
import { heading } from './steps.ts';
import { visitorsOf } from './visit.ts';

/** Where the programs are that a reader of the guide gets by `npx`. */
const BIN = join(ROOT, 'node_modules/.bin');

/** The page of validation leads to the open log's proof of a concluded document, where there is one. */

const stage = await openStage();
const { service, missing } = stage;
const { opened, closed } = visitorsOf(stage);
let sender: Sender;
let ready: Completed;

const get = (path: string) => fetch(service.origin + path, { headers: { 'x-forwarded-for': newAddress() } });

beforeAll(async () => {
  if (missing) return;
  sender = await newSender(service);
  ready = await completed(sender);
  await until(async () => (await get(`/registro/teste/prova/${ready.codigo}`)).status === 200);
});

describe.skipIf(missing)('the proof of a concluded document', () => {
  it('is handed out beside its record, with the guide that says how to check it', async () => {
    const shown = await opened(`/validar/teste/${ready.codigo}`);
    const { page } = shown;
    const link = page.getByRole('link', { name: 'baixar a prova' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe(`prova-${ready.codigo}.tlog-proof`);
    const proof = parseProof(await readFile(await download.path(), 'utf8'));
    const vkey = (await (await get('/registro/teste/chave.vkey')).text()).trim();
    expect(await verifyNote(proof.checkpoint, [parseVerifierKey(vkey)])).toHaveLength(1);
    await page.getByRole('link', { name: 'como conferir a prova' }).click();
    await page.locator('h2#registro-aberto').waitFor();
    await closed(shown);
  });

  it('is waited for while it is on its way into the log, and asked for once when it is there', async () => {
    const shown = await opened('/validar/teste');
    const { page } = shown;
    let asked = 0;
    await page.route('**/registro/**', (route) => {
      asked += 1;
      return asked < 3 ? route.fulfill({ status: 404, headers: { 'retry-after': '1' } }) : route.continue();
    });
    await page.goto(`${service.origin}/validar/teste/${ready.codigo}`);
    const link = page.getByRole('link', { name: 'baixar a prova' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^c2sp\.org\/tlog-proof@v1\n/);
    expect(asked).toBe(3);
    await closed(shown);
  });

  it('is not spoken of where there is none', async () => {
    const shown = await opened('/validar/teste');
    const { page } = shown;
    await page.route('**/registro/**', (route) => route.fulfill({ status: 404, body: 'Não há isto no registro.\n' }));
    const asked = page.waitForResponse('**/registro/**');
    await page.goto(`${service.origin}/validar/teste/${ready.codigo}`);
    await asked;
    await page.getByText('Os e-mails aparecem encobertos').waitFor();
    expect(await page.getByText('Registro aberto').count()).toBe(0);
    await closed(shown);
  });

  it('is not asked for while the document is under way', async () => {
    const { codigo } = await underWay(sender);
    const shown = await opened(`/validar/teste/${codigo}`);
    await heading(shown.page, 'Documento de teste, sem validade jurídica').waitFor();
    await shown.page.getByText('Ainda não. Falta alguém assinar').waitFor();
    await shown.page.waitForLoadState('networkidle');
    expect(shown.watch.urls.filter((url) => url.includes('/registro/'))).toEqual([]);
    await closed(shown);
  });
});

describe.skipIf(missing)('the guide', () => {
  it('has what checks a proof, and what watches the log', async () => {
    const real = await completed(await newSender(service, {}, 'PRODUCAO'));
    await until(async () => (await get(`/registro/prova/${real.codigo}`)).status === 200);
    const folder = await mkdtemp(join(tmpdir(), 'registro-'));
    await writeFile(join(folder, 'assinado.pdf'), real.assinado);
    await writeFile(join(folder, 'certificado.pdf'), real.certificado);
    const blocks = blocksOf(await (await get('/docs/verificacao.md')).text(), 'sh');
    const run = async (has: string, changed: (block: string) => string) => {
      const block = blocks.find((one) => one.includes(has)) ?? '';
      const script = `set -eu; npx() { "$@"; }\n${changed(block)}`;
      const env = { PATH: [BIN, process.env.PATH].join(delimiter) };
      return (await promisify(execFile)('bash', ['-c', script], { cwd: folder, env })).stdout;
    };
    const proof = await run('--prova', (block) => block.replace('SVC-XXXX-XXXX-XXXX', real.codigo));
    expect(proof).toMatch(/Nível ANCORADO: [\s\S]*TUDO CONFERE/);
    await run('rubrica vigia', (block) => block.replace('--intervalo 300', '--uma-vez'));
    await rm(folder, { recursive: true });
  });
});
