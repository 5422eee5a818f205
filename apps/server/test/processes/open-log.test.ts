import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseCheckpoint } from '../../../../packages/verify/src/log/checkpoint.ts';
import { parseNote } from '../../../../packages/verify/src/log/note.ts';
import { openLogKeys } from '../../src/compose/open-log.ts';
import { openSecrets } from '../../src/compose/world.ts';
import { checkpointText, newLogKey, openLogKey } from '../../src/core/open-log/note.ts';
import { extend, leafHash } from '../../src/core/open-log/tree.ts';
import type { Sql } from '../../src/core/sql.ts';
import { createLogStore } from '../../src/modules/registro/index.ts';
import { elsewhere } from '../harness.ts';
import { about, newSender, ownService, person, readyToSign, type Sender, sent, until } from '../modules/support.ts';
import { workFolder } from '../modules/tools.ts';

/** The open log with everybody who looks at it: a witness and a monitor as programs, and both verifiers. */

const ROOT = resolve(import.meta.dirname, '../../../..');
const PROGRAM = join(ROOT, 'packages/cli/src/bin.ts');
const path = workFolder();
const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill();
});

interface Ended {
  readonly status: number;
  readonly out: string;
}

const ended = (file: string, args: readonly string[]) =>
  new Promise<Ended>((done) => {
    execFile(file, args, (error, stdout, stderr) =>
      done({ status: typeof error?.code === 'number' ? error.code : 0, out: `${stdout}${stderr}` }),
    );
  });
const rubrica = (...args: string[]) => ended(process.execPath, [PROGRAM, ...args]);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** Starts the witness. @returns its verifier key */
async function startWitness(port: number, registro: string): Promise<string> {
  const estado = await path('testemunha');
  const args = ['testemunha', '--nome', 'testemunha.exemplo/w1', '--registro', registro];
  const child = spawn(process.execPath, [PROGRAM, ...args, '--estado', estado, '--porta', String(port)]);
  children.add(child);
  return until(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/chave.vkey`).catch(() => null);
    return answer?.ok && (await answer.text()).trim();
  });
}

/** A witness has to be told the log's key, and the log the witness's: so it starts once for its key, and then for good. */
let port: number;
const service = ownService(async () => {
  port = await freePort();
  const vkey = await startWitness(port, openLogKey('outro.exemplo/registro', newLogKey()).vkey);
  const [child] = children;
  children.clear();
  child?.kill();
  await new Promise((done) => child?.once('exit', done));
  return { WITNESSES: `${vkey} http://127.0.0.1:${port}` };
});

const get = (rest: string) => fetch(`${service().origin}${rest}`, { headers: elsewhere() });
const text = async (rest: string) => (await get(rest)).text();

let sender: Sender;
let files: Record<'signed' | 'certificate' | 'proof' | 'key' | 'policy' | 'seals' | 'receipt', string>;

beforeAll(async () => {
  await startWitness(port, (await text('/registro/chave.vkey')).trim());
  sender = await newSender(service(), 'PRODUCAO');
  const ana = person();
  const document = await sent(sender, { signatarios: [ana] });
  const one = await readyToSign(sender, { ...document.signatarios[0], email: ana.email });
  const { recibo } = (await one.sign()).body as unknown as { recibo: string };
  await until(async () => (await about(sender, document.id)).body.status === 'ASSINADO');
  const proof = await until(async () => {
    const answer = await get(`/registro/prova/${document.codigoValidacao}?de=CONCLUSAO`);
    const found = answer.ok ? await answer.text() : '';
    return found.includes('— testemunha.exemplo/w1 ') && found;
  });
  const keep = async (name: string, content: string | Uint8Array) => path(name, Buffer.from(content));
  files = {
    signed: await keep('assinado.pdf', (await about(sender, document.id, '/arquivo?tipo=ASSINADO')).bytes),
    certificate: await keep('certificado.pdf', (await about(sender, document.id, '/arquivo?tipo=CERTIFICADO')).bytes),
    proof: await keep('prova.tlog-proof', proof),
    key: await keep('chave.vkey', await text('/registro/chave.vkey')),
    policy: await keep('politica.txt', await text('/registro/politica.txt')),
    seals: await keep('selos.json', await text('/.well-known/rubrica/selos.json')),
    receipt: await keep('recibo.txt', recibo),
  };
});

describe('a signed file whose conclusion a witness has seen', () => {
  const pair = () => [files.signed, files.certificate];

  it('is anchored, by its proof under the published policy', async () => {
    const log = ['--prova', files.proof, '--politica', files.policy, '--recibo', files.receipt, '--exige', 'ancorado'];
    const { status, out } = await rubrica('verify', '--json', '--selo', files.seals, ...log, ...pair());
    const report = JSON.parse(out);
    expect([status, report.resultado, report.nivel]).toEqual([0, 'CONFERE', 'ANCORADO']);
    const items = (report.itens as { codigo: string; confere: boolean | null }[]).filter(({ codigo }) =>
      codigo.startsWith('REGISTRO.'),
    );
    expect(items.map(({ codigo, confere }) => [codigo, confere])).toEqual([
      ['REGISTRO.RECIBOS', true],
      ['REGISTRO.COMPROMISSO', true],
      ['REGISTRO.INCLUSAO', true],
      ['REGISTRO.ASSINATURA', true],
      ['REGISTRO.TESTEMUNHAS', true],
    ]);
  });

  it('is so to the second opinion, too', async () => {
    const verify = join(ROOT, 'packages/verify/independent/verify.py');
    const log = ['--prova', files.proof, '--registro', files.key, '--recibo', files.receipt, '--exige', 'ancorado'];
    expect(await ended('python3', [verify, '--selo', files.seals, ...log, ...pair()])).toMatchObject({ status: 0 });
  });

  it('is not enough for whoever asks for an hour from outside', async () => {
    const log = ['--prova', files.proof, '--politica', files.policy, '--exige', 'hora'];
    expect(await rubrica('verify', '--selo', files.seals, ...log, ...pair())).toMatchObject({ status: 5 });
  });
});

describe('the monitor', () => {
  const watch = () =>
    path('vigia').then((folder) =>
      rubrica(
        'vigia',
        `${service().origin}/registro`,
        '--registro',
        files.key,
        '--politica',
        files.policy,
        '--estado',
        folder,
        '--uma-vez',
      ),
    );

  it('finds nothing against an honest log, its seals and its witness', async () => {
    await until(async () => (await watch()).status === 0);
    const sandbox = `${service().origin}/registro/teste`;
    const key = await path('teste.vkey', Buffer.from(await text('/registro/teste/chave.vkey')));
    const args = ['--registro', key, '--estado', await path('vigia-teste'), '--uma-vez'];
    expect(await rubrica('vigia', sandbox, ...args)).toMatchObject({ status: 0 });
  });

  it('finds that the owner of the database and of the key wrote an act anew, which the witness does not cosign', async () => {
    const { owner, app } = service();
    const { tamanho } = await createLogStore(owner, 'PRODUCAO').head();
    const key = (await openLogKeys(owner, await openSecrets(app.config), app.config.publicUrl, new Date())).PRODUCAO;
    await owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`
        update registro_folha set folha = regexp_replace(folha, '"c":"....', '"c":"0000')
         where ambiente = 'PRODUCAO' and folha like '%"t":"ATO"%'`;
      const leaves = await createLogStore(tx as unknown as Sql, 'PRODUCAO').entries(0, tamanho);
      const forged = extend(0, [], leaves.map(leafHash));
      for (const { level, number, hashes } of forged.tiles) {
        await tx`
          update registro_bloco set hashes = ${hashes}
           where ambiente = 'PRODUCAO' and nivel = ${level} and numero = ${number}`;
      }
      const note = key.sign(checkpointText(key.origin, forged));
      await tx`
        update registro_aberto set raiz = ${forged.root}, nota = ${note}, publicado = ${note}
         where ambiente = 'PRODUCAO'`;
    });
    expect((await watch()).status).toBe(1);
    // The next signature makes the tree longer, and the witness is asked about it.
    const another = await sent(sender, { signatarios: [person()] });
    expect((await (await readyToSign(sender, another.signatarios[0])).sign()).status).toBe(200);
    await until(async () => parseCheckpoint(parseNote(await text('/registro/checkpoint'))).size > tamanho);
    expect(await text('/registro/checkpoint')).not.toContain('testemunha.exemplo/w1');
    expect((await watch()).status).toBe(1);
  });
});
