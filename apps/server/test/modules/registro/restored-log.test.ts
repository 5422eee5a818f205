import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseCheckpoint } from '../../../../../packages/verify/src/log/checkpoint.ts';
import { parseLeaf } from '../../../../../packages/verify/src/log/leaf.ts';
import { parseNote, parseVerifierKey, verifyNote } from '../../../../../packages/verify/src/log/note.ts';
import { parseProof } from '../../../../../packages/verify/src/log/proof.ts';
import { readReceipt } from '../../../../../packages/verify/src/log/receipt.ts';
import { leafHash, rootOf, verifyInclusion } from '../../../../../packages/verify/src/log/tree.ts';
import { endOpenLogs } from '../../../src/backup/open-log.ts';
import { RESTORE_MARK } from '../../../src/compose/data-dir.ts';
import { openLogKeys } from '../../../src/compose/open-log.ts';
import { openSecrets } from '../../../src/compose/world.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { connect } from '../../../src/core/sql.ts';
import { createLogStore, type GrowingKey } from '../../../src/modules/registro/index.ts';
import { sequence } from '../../../src/modules/registro/sequence.ts';
import { addressOf, newDatabase } from '../../database.ts';
import { elsewhere, type Service, startService, testLog } from '../../harness.ts';
import { about, field, newSender, person, readyToSign, type Sender, sent, until } from '../support.ts';

/** An installation whose database was restored: its logs ended, others follow, and nothing of before stops to hold. */

const ROOT = '/registro/teste';

let folder: string;
let database: Awaited<ReturnType<typeof newDatabase>>;
let service: Service;
let sender: Sender;
/** What there was before: a document that everybody signed, one that the first of two did, and the log of then. */
let complete: Awaited<ReturnType<typeof sent>>;
let half: Awaited<ReturnType<typeof sent>>;
let before: { readonly vkey: string; readonly key: GrowingKey; readonly ended: string[] };
/** The last checkpoint of before. */
let checkpoint: string;
/** Where the log of the sandbox is that follows. */
let follower: string;

const get = (path: string) => fetch(`${service.origin}${path}`, { headers: elsewhere() });
const text = async (path: string) => (await get(path)).text();
const keyAt = async (root: string) => parseVerifierKey((await text(`${root}/chave.vkey`)).trim());
const start = () => startService({ DATABASE_URL: database.url, DATA_DIR: folder });

function sentToTwo() {
  const signatarios = [1, 2].map(() => ({ id: randomUUID(), ...person() }));
  const campos = signatarios.map(({ id }, index) => field({ signatarioId: id, y: 0.1 + index * 0.2 }));
  return sent(sender, { signatarios, campos });
}

async function proofAt(root: string, { codigoValidacao }: { codigoValidacao: string }, of: string) {
  return until(async () => {
    const answer = await get(`${root}/prova/${codigoValidacao}?de=${of}`);
    return answer.status === 200 && parseProof(await answer.text());
  });
}

async function sign(document: Awaited<ReturnType<typeof sent>>, index: number): Promise<string> {
  const answer = await (await readyToSign(sender, document.signatarios[index])).sign();
  expect(answer.status).toBe(200);
  return (answer.body as unknown as { recibo: string }).recibo;
}

/** Holds a proof against the log of a key. */
async function holds({ checkpoint: shown, extra, index, hashes: proof }: ReturnType<typeof parseProof>, root: string) {
  const entry = extra ?? new Uint8Array();
  await verifyNote(shown, [await keyAt(root)]);
  const head = parseCheckpoint(shown);
  verifyInclusion({ index, size: head.size, leaf: leafHash(entry), proof, root: head.root });
  return { entry: parseLeaf(entry), origin: head.origin };
}

/** The entries of a log of fewer than 256. */
async function entriesAt(root: string): Promise<Uint8Array[]> {
  const { size } = parseCheckpoint(parseNote(await text(`${root}/checkpoint`)));
  const bundle = Buffer.from(await (await get(`${root}/tile/entries/000.p/${size}`)).arrayBuffer());
  const found: Uint8Array[] = [];
  for (let at = 0; at < bundle.length; at += 2 + bundle.readUInt16BE(at))
    found.push(bundle.subarray(at + 2, at + 2 + bundle.readUInt16BE(at)));
  return found;
}

beforeAll(async () => {
  folder = await mkdtemp(join(process.env.TEST_RUN_FOLDER ?? tmpdir(), 'rubrica-restaurada-'));
  database = await newDatabase();
  service = await start();
  sender = await newSender(service);
  complete = await sent(sender, { signatarios: [person()] });
  half = await sentToTwo();
  await sign(complete, 0);
  const receipt = await sign(half, 0);
  await proofAt(ROOT, half, receipt.split('\n')[5] ?? '');
  await proofAt(ROOT, complete, 'CERTIFICADO');
  const { app, clock } = service;
  const secrets = await openSecrets(app.config);
  const { TESTE: key } = await openLogKeys(app.db.sql, secrets, app.config.publicUrl, clock.now());
  const vkey = await text(`${ROOT}/chave.vkey`);
  await service.stop();
  const { path, database: name, username } = addressOf(database.url);
  const owner = connect({ path, database: name, username }, null, 1);
  before = { vkey, key, ended: await endOpenLogs(owner, systemClock.now()) };
  await owner.end();
  service = await start();
  sender = { ...sender, service, base: `${service.origin}/v1/sandbox` };
  const [row] = await service.owner<{ geracao: string }[]>`
    select geracao from registro_aberto where ambiente = 'TESTE' and encerrado_em is null`;
  follower = `${ROOT}/${row?.geracao}`;
  checkpoint = await text(`${ROOT}/checkpoint`);
});
afterAll(async () => {
  await service?.stop();
  await database?.remove();
  await rm(folder, { recursive: true, force: true });
});

it('has both logs ended, their keys gone, and ends none twice', async () => {
  expect(before.ended).toHaveLength(2);
  const rows = await service.owner`select chave from registro_aberto where encerrado_em is not null`;
  expect(rows.map(({ chave }) => chave)).toEqual([null, null]);
  const columns = await service.owner`select count(*)::int as growing from registro_aberto where encerrado_em is null`;
  expect(columns).toEqual([{ growing: 2 }]);
});

it('begins a log of another key and origin, whose first leaf says which it follows, at what size and root', async () => {
  await until(async () => (await get(`${follower}/checkpoint`)).status === 200);
  const key = await keyAt(follower);
  expect(key.name).toBe(`${new URL(service.origin).host}${follower}`);
  const first = parseLeaf((await entriesAt(follower))[0] ?? new Uint8Array());
  const old = parseCheckpoint(parseNote(checkpoint));
  expect(first).toMatchObject({
    t: 'GENESE',
    k: `GENESE\n${key.name}\n0`,
    c: [
      (await text(`${follower}/chave.vkey`)).trim(),
      old.origin,
      before.vkey.trim(),
      String(old.size),
      Buffer.from(old.root).toString('base64'),
    ].join('\n'),
  });
  expect(await text(`${follower}/politica.txt`)).toContain(`${service.origin}${follower}\n`);
  expect((await get(`${ROOT}/20200101t000000z/checkpoint`)).status).toBe(404);
  expect((await get(`${ROOT}/x/chave.vkey`)).status).toBe(404);
});

it('serves the log of before where it was, as it was, and proves in it what is in it', async () => {
  const receipt = await sign(await sent(sender, { signatarios: [person()] }), 0);
  expect(receipt.split('\n')[0]).toBe(`${new URL(service.origin).host}${follower}/recibo`);
  expect(await text(`${ROOT}/checkpoint`)).toBe(checkpoint);
  expect(await text(`${ROOT}/chave.vkey`)).toBe(before.vkey);
  const old = parseCheckpoint(parseNote(checkpoint));
  const hashes = (await entriesAt(ROOT)).map((entry) => leafHash(entry));
  expect(Buffer.from(rootOf(hashes)).equals(Buffer.from(old.root))).toBe(true);
  for (const root of [ROOT, follower])
    for (const of of ['CONCLUSAO', 'CERTIFICADO'])
      expect((await holds(await proofAt(root, complete, of), ROOT)).origin).toBe(old.origin);
});

it('tells the new log what follows, with the acts of before that new receipts promise', async () => {
  await sign(half, 1);
  await until(async () => (await about(sender, half.id)).body.status === 'ASSINADO');
  const { origem, recibos } = (await about(sender, half.id, '/certificado')).body.conteudo.registroAberto;
  const key = await keyAt(follower);
  expect(origem).toBe(key.name);
  const receipts = await Promise.all((recibos as string[]).map((recibo) => readReceipt(recibo, key)));
  expect(receipts.map(({ origin, signed }) => [origin, signed])).toEqual([1, 2].map(() => [origem, true]));
  await proofAt(ROOT, half, 'CONCLUSAO');
  for (const [index, { sequencia }] of receipts.entries()) {
    const { entry, origin } = await holds(await proofAt(follower, half, String(sequencia)), follower);
    expect([origin, JSON.parse(recibos[index].split('\n')[1])]).toEqual([origem, entry]);
  }
  const first = await holds(await proofAt(ROOT, half, String(receipts[0]?.sequencia)), ROOT);
  expect(first.origin).toBe(parseCheckpoint(parseNote(checkpoint)).origin);
  const hashes = (await entriesAt(follower)).map((entry) => leafHash(entry));
  await until(async () => {
    const { size, root } = parseCheckpoint(parseNote(await text(`${follower}/checkpoint`)));
    return size === hashes.length && Buffer.from(rootOf(hashes)).equals(Buffer.from(root));
  });
});

it('does not start before the restore has come to its end', async () => {
  const half = join(folder, 'half');
  await mkdir(half);
  await writeFile(join(half, RESTORE_MARK), '20261130T010203Z-abcdef');
  await expect(startService({ DATABASE_URL: database.url, DATA_DIR: half })).rejects.toThrow('não chegou ao fim');
});

it('takes nothing that is signed with the key of before', async () => {
  const { sql } = service.app.db;
  const store = createLogStore(sql, 'TESTE');
  const log = testLog();
  await expect(sequence({ key: before.key, store, log }, [], systemClock.now())).rejects.toThrow('begun anew');
  const { tamanho } = await store.head();
  const extension = { size: tamanho + 1, root: Buffer.alloc(32), tiles: [] };
  const leaf = { rotulo: Buffer.alloc(32), folha: '{}' };
  const note = before.key.sign(`${before.key.origin}\n${tamanho + 1}\nAA==\n`);
  expect(await store.extend(tamanho, [leaf], extension, note, systemClock.now(), [])).toBe(false);
  await store.publish(tamanho, note, systemClock.now());
  expect((await store.head()).publicado).not.toBe(note);
});
