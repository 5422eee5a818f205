import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../../scripts/until.ts';
import {
  leafHash,
  parseCheckpoint,
  parseVerifierKey,
  verifyInclusion,
  verifyNote,
} from '../../verify/src/log/index.ts';
import { parseProof } from '../../verify/src/log/proof.ts';
import { noteOf, Signer } from '../../verify/test/open-log.ts';
import { sha256 } from '../../verify/test/story.ts';
import { act, leafText, SEAL_SINCE, ServedLog, seal } from './served-log.ts';
import { newFolder, run, start, startProcess } from './world.ts';

/** `rubrica vigia`: what it finds of a log that does what it must not, and that it finds nothing else. */

let log: ServedLog;
let folder: string;
beforeEach(async () => {
  log = await new ServedLog().serve();
  folder = newFolder();
});

const argsOf = (...more: string[]) => ['vigia', log.url, '--registro', log.signer.vkey, '--estado', folder, ...more];
const look = (...more: string[]) => run(...argsOf(...more));
/** A round that finds nothing, as JSON. */
async function fine(...more: string[]) {
  const { code, out, err } = await look('--json', ...more);
  expect([code, err, out]).toEqual([0, '', expect.stringContaining('CONFERE')]);
  return JSON.parse(out);
}
/** What a round finds, with the names of its evidence. */
async function finding(...more: string[]): Promise<{ tipo: string; fato: string; provas: string; files: string[] }> {
  const { code, out, err } = await look('--json', ...more);
  expect([code, err]).toEqual([1, '']);
  const { resultado, achado } = JSON.parse(out);
  expect(resultado).toBe('NAO_CONFERE');
  const files = readdirSync(achado.provas).sort();
  expect(JSON.parse(readFileSync(join(achado.provas, 'achado.json'), 'utf8'))).toMatchObject({ tipo: achado.tipo });
  return { ...achado, files };
}
const state = () => JSON.parse(readFileSync(join(folder, 'estado.json'), 'utf8'));
const bundle = (index: number) => `/registro/tile/entries/${String(index).padStart(3, '0')}`;

describe('an honest log', () => {
  it.each([[[2, 3, 255, 256, 257, 511, 513, 600]], [[600]], [[256]]])('that grows to %j is followed', async (sizes) => {
    let before = 0;
    for (const size of sizes) {
      log.growTo(size);
      expect(await fine()).toMatchObject({ tamanho: size, novas: size - before, avisos: [] });
      expect(state().tamanho).toBe(size);
      before = size;
    }
    expect(await fine()).toMatchObject({ novas: 0 });
    expect(statSync(join(folder, 'folhas.bin')).size).toBe(80 * before);
  });

  it('that follows another says which', async () => {
    const root = Buffer.alloc(32).toString('base64');
    const earlier = ['outra.exemplo/registro', 'outra.exemplo/registro+00000000+AQ==', '7', root];
    const genesis = [log.signer.vkey, ...earlier].join('\n');
    log.entries[0] = leafText(`GENESE\n${log.origin}\n0`, genesis, 'GENESE');
    await fine();
  });

  it('is not asked again for what was read', async () => {
    log.growTo(520);
    await fine();
    log.asked.length = 0;
    log.growTo(530);
    await fine();
    expect(log.asked.filter((path) => path.includes('entries'))).toEqual([`${bundle(2)}.p/18`]);
  });

  it('that deleted a partial bundle when the full one was there is followed', async () => {
    log.growTo(300);
    const earlier = log.checkpoint();
    log.growTo(600);
    log.instead.set('/registro/checkpoint', earlier);
    for (const path of [`${bundle(1)}.p/44`, '/registro/tile/0/001.p/44']) log.instead.set(path, 404);
    expect(await fine()).toMatchObject({ tamanho: 300 });
  });

  it('is told of in words, with the times of leaves that are odd', async () => {
    log.entries.push(leafText(sha256('late'), sha256('c'), 'ATO', '2099-01-01T00:00:00.000Z'));
    const { code, out, err } = await look();
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/assina\.exemplo\/registro: 3 folhas, 3 novas\. Tudo confere\.\n$/),
    ]);
    expect(err).toContain('A folha 2 diz ser de uma hora que ainda não chegou');
    log.entries.push(leafText(sha256('early'), sha256('c'), 'ATO', '2020-01-01T00:00:00.000Z'));
    expect((await fine()).avisos).toEqual([expect.stringContaining('A folha 3 apareceu só agora')]);
  });

  it('is followed on after a death between two writes, and by what was cached half', async () => {
    log.growTo(300);
    await fine();
    const kept = readFileSync(join(folder, 'estado.json'));
    log.growTo(600);
    await fine();
    // The leaves were written, the state was not.
    writeFileSync(join(folder, 'estado.json'), kept);
    writeFileSync(join(folder, 'registro/tile/entries/001'), 'half');
    log.growTo(610);
    expect(await fine()).toMatchObject({ tamanho: 610, novas: 310 });
    // What a log served wrongly once is not taken from the cache.
    folder = newFolder();
    log.instead.set(bundle(0), Buffer.alloc(2 * 256));
    expect(await finding()).toMatchObject({ tipo: 'NAO_FECHA' });
    log.instead.clear();
    expect(readdirSync(join(folder, 'registro/tile/entries'))).toEqual([]);
    expect(await fine()).toMatchObject({ novas: 610 });
    expect(readdirSync(join(folder, 'registro/tile/entries'))).toEqual(['000', '001']);
  });

  it('of which one answer was spoilt on the way is asked once more', async () => {
    log.growTo(300);
    log.instead.set(bundle(0), (response) => {
      log.instead.clear();
      response.end(Buffer.alloc(2 * 256));
    });
    expect(await fine()).toMatchObject({ tamanho: 300 });
    const kept = readFileSync(join(folder, 'registro/tile/entries/000'), 'utf8');
    expect(kept).toContain(log.entries[255]);
  });

  it('is followed on by who was killed at any point', async () => {
    log.growTo(400);
    const kill = async (when: () => unknown) => {
      log.asked.length = 0;
      const child = startProcess(...argsOf());
      const closed = once(child, 'close');
      await until(() => child.exitCode !== null || when());
      child.kill('SIGKILL');
      await closed;
    };
    for (const asked of [1, 3, 5, 7]) {
      log.growTo(log.entries.length + 30);
      await kill(() => log.asked.length >= asked);
    }
    await kill(() => readdirSync(folder).includes('folhas.bin'));
    expect(await fine()).toMatchObject({ tamanho: 520 });
    expect(statSync(join(folder, 'folhas.bin')).size).toBe(80 * 520);
  });

  it('is watched again and again until somebody ends it, through times in which it does not answer', async () => {
    log.instead.set('/registro/checkpoint', 503);
    const one = start(...argsOf('--intervalo', '1', '--json'));
    await until(() => one.err().includes('503'));
    log.instead.clear();
    await until(() => one.out().includes('"tamanho":2'));
    log.growTo(5);
    await until(() => one.out().includes('"tamanho":5'));
    expect(await run(...argsOf())).toMatchObject({ code: 2, err: expect.stringContaining('em uso') });
    expect(await one.stop()).toBe(0);
  });

  it('with the witnesses that a policy demands is content with no fewer', async () => {
    const witnesses = ['w1.exemplo', 'w2.exemplo'].map((name) => new Signer(name, 4));
    const policy = join(folder, 'politica');
    const lines = witnesses.map(({ vkey }, i) => `witness w${i} ${vkey}\n`);
    writeFileSync(policy, `log ${log.signer.vkey}\n${lines.join('')}group g 2 w0 w1\nquorum g\n`);
    log.signers = [log.signer, ...witnesses];
    expect(await fine('--politica', policy)).toMatchObject({ testemunhas: ['w1.exemplo', 'w2.exemplo'] });
    log.signers.pop();
    log.growTo(9);
    const { tipo, files } = await finding('--politica', policy);
    expect([tipo, files]).toEqual(['QUORUM', ['achado.json', 'apresentado.checkpoint']]);
    // What the log itself signed is remembered all the same.
    expect(state().tamanho).toBe(9);
    log.signers = [log.signer, new Signer('w1.exemplo', 4), new Signer('w2.exemplo', 4)];
    expect(await fine('--politica', policy)).toMatchObject({ tamanho: 9 });
  });
});

describe('a log that does what it must not', () => {
  const both = ['achado.json', 'apresentado.checkpoint', 'visto.checkpoint'];

  it.each([
    ['loses leaves', 600, 590, 'ENCOLHEU'],
    ['is empty', 3, 0, 'ENCOLHEU'],
  ])('%s: it is found each time, and both heads are kept once', async (_, from, to, kind) => {
    log.growTo(from);
    await fine();
    log.entries = log.entries.slice(0, to);
    const { tipo, files, provas } = await finding();
    expect([tipo, files]).toEqual([kind, both]);
    expect(readFileSync(join(provas, 'apresentado.checkpoint'), 'utf8')).toBe(log.checkpoint());
    expect((await finding()).provas).toBe(provas);
    expect(state().tamanho).toBe(from);
  });

  it.each([
    ['of the same size', 300, 300, 'BIFURCOU'],
    ['of a smaller size', 300, 290, 'BIFURCOU'],
  ])('shows another tree %s', async (_, from, to, kind) => {
    log.growTo(from);
    await fine();
    const seen = log.checkpoint();
    log.entries[7] = act('another');
    log.entries = log.entries.slice(0, to);
    const { tipo, files, provas } = await finding();
    expect([tipo, files]).toEqual([kind, both]);
    expect(readFileSync(join(provas, 'visto.checkpoint'), 'utf8')).toBe(seen);
  });

  it('rewrites an entry of an old bundle: which, as it was and as it is', async () => {
    log.growTo(600);
    await fine();
    const old = log.entries[7];
    log.entries[7] = act('another');
    log.growTo(620);
    const { tipo, files, fato, provas } = await finding();
    expect([tipo, files]).toEqual([
      'REESCREVEU',
      [...both.slice(0, 2), 'folha-7-servida.json', 'folha-7-vista.json', both[2]],
    ]);
    expect(fato).toContain('entrada 7 ');
    expect(readFileSync(join(provas, 'folha-7-vista.json'), 'utf8')).toBe(old);
    expect(readFileSync(join(provas, 'folha-7-servida.json'), 'utf8')).toBe(log.entries[7]);
  });

  it('rewrites an entry of the bundle that was not full', async () => {
    log.growTo(600);
    await fine();
    log.entries[590] = act('another');
    log.growTo(610);
    expect(await finding()).toMatchObject({ tipo: 'REESCREVEU', fato: expect.stringContaining('entrada 590') });
  });

  it('serves another entry in the bundle that was not full than its tree has', async () => {
    log.growTo(600);
    await fine();
    log.growTo(610);
    const honest = log.checkpoint();
    log.entries[590] = act('another');
    log.instead.set('/registro/checkpoint', honest);
    expect(await finding()).toMatchObject({ tipo: 'REESCREVEU', fato: expect.stringContaining('já foi outra') });
  });

  it('serves entries that are not those of its tree', async () => {
    const honest = log.growTo(300).checkpoint();
    log.entries[7] = act('another');
    log.instead.set('/registro/checkpoint', honest);
    expect((await finding()).tipo).toBe('NAO_FECHA');
  });

  it('says two things under one label: both leaves, each with a proof', async () => {
    log.growTo(300);
    await fine();
    log.growTo(610).entries.push(act('act 7', 'something else'));
    const { tipo, fato, provas } = await finding();
    expect([tipo, fato]).toEqual(['ROTULO', expect.stringMatching(/ 7 e 610 /)]);
    for (const index of [7, 610]) {
      const proof = parseProof(readFileSync(join(provas, `folha-${index}.tlog-proof`), 'utf8'));
      const { size, root } = parseCheckpoint(proof.checkpoint);
      expect(await verifyNote(proof.checkpoint, [parseVerifierKey(log.signer.vkey)])).toHaveLength(1);
      const leaf = leafHash(Buffer.from(log.entries[index] as string));
      verifyInclusion({ index, size, leaf, proof: proof.hashes, root });
      expect(readFileSync(join(provas, `folha-${index}.json`), 'utf8')).toBe(log.entries[index]);
    }
    // Another round does not forgive it.
    log.growTo(700);
    expect((await finding()).tipo).toBe('ROTULO');
  });

  it('may say one thing twice', async () => {
    log.growTo(300).entries.push(act('act 7'));
    await fine();
  });

  it.each([
    ['is no JSON', 'nada', 'FOLHA'],
    ['is not canonical', `${act('x').slice(0, -1)} }`, 'FOLHA'],
    ['is of no type', leafText(sha256('a'), sha256('b'), 'OUTRA'), 'FOLHA'],
    ['is empty', '', 'FOLHA'],
    ['begins the log again', new ServedLog().genesis, 'GENESE'],
  ])('has a leaf that %s', async (_, entry, kind) => {
    log.growTo(290).entries.push(entry);
    const { tipo, files } = await finding();
    expect([tipo, files]).toEqual([kind, ['achado.json', 'apresentado.checkpoint', 'folha-290.json']]);
  });

  it('does not begin with its own GENESE', async () => {
    log.entries[0] = leafText(`GENESE\n${log.origin}\n0`, new Signer(log.origin, 1, 'other').vkey, 'GENESE');
    expect((await finding()).tipo).toBe('GENESE');
    folder = newFolder();
    log.entries[0] = leafText(`GENESE\n${log.origin}\n0`, `${log.signer.vkey}\nand more`, 'GENESE');
    expect((await finding()).tipo).toBe('GENESE');
    folder = newFolder();
    log.entries[0] = act('first');
    expect((await finding()).tipo).toBe('GENESE');
  });

  it('uses a seal that no leaf announces', async () => {
    await fine();
    log.seals.push({ ...(log.seals[0] as (typeof log.seals)[0]), impressaoDigital: sha256('hidden') });
    const { tipo, fato, files } = await finding();
    expect([tipo, fato]).toEqual(['SELO', expect.stringContaining(sha256('hidden'))]);
    expect(files).toEqual(['achado.json', 'apresentado.checkpoint', 'selos.json']);
    await fine('--sem-selos');
    // Announced as of the sandbox, it is not announced.
    log.entries.push(seal(sha256('hidden'), 'TESTE'));
    expect((await finding()).tipo).toBe('SELO');
    log.seals.pop();
    const since = new Date().toISOString();
    log.seals.push({ ...(log.seals[0] as (typeof log.seals)[0]), impressaoDigital: sha256('new'), de: since });
    expect((await fine()).avisos).toEqual([`O selo ${sha256('new')} ${since} ainda não foi anunciado.`]);
    expect(SEAL_SINCE < since).toBe(true);
  });

  it.each([
    ['serves a tile that is not of its entries', '/registro/tile/0/000', Buffer.alloc(8192), 'LADRILHO'],
    ['serves a tile of tiles that is not', '/registro/tile/1/000.p/1', Buffer.alloc(32), 'LADRILHO'],
    ['does not serve a bundle', bundle(0), 404, 'NAO_SERVE'],
    ['serves half a bundle', bundle(0), Buffer.from('0003616263ff', 'hex'), 'ILEGIVEL'],
    ['serves a bundle that never ends', bundle(0), Buffer.alloc(5_000_000), 'ILEGIVEL'],
    ['serves text as its head', '/registro/checkpoint', 'nada', 'ILEGIVEL'],
    ['serves bytes as its head', '/registro/checkpoint', Buffer.of(0xff, 0xfe), 'ILEGIVEL'],
    ['serves a head that never ends', '/registro/checkpoint', Buffer.alloc(70_000, 'a'), 'ILEGIVEL'],
    ['serves something else as seals', '/.well-known/rubrica/selos.json', '[]', 'ILEGIVEL'],
  ])('%s', async (_, path, answer, kind) => {
    log.growTo(300);
    log.instead.set(path, answer);
    expect((await finding()).tipo).toBe(kind);
  });

  it('signs a root that no empty tree has, and one of a tree that nobody could read', async () => {
    const root = Buffer.alloc(32).toString('base64');
    log.instead.set('/registro/checkpoint', noteOf(`${log.origin}\n0\n${root}\n`, log.signer));
    expect((await finding()).tipo).toBe('NAO_FECHA');
    log.growTo(600);
    log.instead.set('/registro/checkpoint', noteOf(`${log.origin}\n${Number.MAX_SAFE_INTEGER}\n${root}\n`, log.signer));
    expect((await finding()).tipo).toBe('NAO_SERVE');
    log.instead.clear();
    await fine();
  });

  it('signs with another key, or nobody does', async () => {
    log.signers = [new Signer(log.origin, 1, 'other')];
    expect((await finding()).tipo).toBe('ASSINATURA');
    log.signers = [log.signer];
    log.instead.set('/registro/checkpoint', log.checkpoint().replace('\n2\n', '\n3\n'));
    expect((await finding()).tipo).toBe('ASSINATURA');
  });

  it('is found while it is watched, which ends that', async () => {
    const one = start(...argsOf('--intervalo', '1'));
    await until(() => one.out().includes('Tudo confere'));
    log.entries[1] = act('another');
    expect(await one.ended).toBe(1);
    expect(one.err()).toMatch(/^ALARME, BIFURCOU: .*\nAs provas estão em /);
  });
});

describe('what is not the log’s doing', () => {
  it.each([
    ['an error', 500],
    ['nothing', 404],
    ['another address', 302],
  ])('%s instead of the head ends with 3', async (_, answer) => {
    log.instead.set('/registro/checkpoint', answer);
    expect((await look()).code).toBe(3);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('an answer that does not come, or does not end, in time ends with 3', async () => {
    for (const slow of [
      () => undefined,
      (response: { write: (text: string) => unknown }) => void response.write('a'),
    ]) {
      log.instead.set('/registro/checkpoint', slow);
      expect(await look('--espera', '1')).toMatchObject({ code: 3, err: expect.stringContaining('em 1 s') });
    }
  });

  it('seals that are not reached end with 3, and the tree is remembered', async () => {
    log.instead.set('/.well-known/rubrica/selos.json', 404);
    expect(await look()).toMatchObject({ code: 3, err: expect.stringContaining('--sem-selos') });
    expect(state().tamanho).toBe(2);
    expect((await look('--selos', `${log.url}/outros.json`)).code).toBe(3);
  });

  it('a state that cannot be read, or is of another log, ends with 2', async () => {
    log.growTo(300);
    await fine();
    const path = join(folder, 'estado.json');
    const kept = readFileSync(path, 'utf8');
    const changed = JSON.parse(kept);
    changed.ladrilhos[0][0] = changed.ladrilhos[0][1];
    for (const content of [
      '',
      kept.slice(0, 90),
      'null',
      '{}',
      JSON.stringify(changed),
      kept.replace('"tamanho":300', '"tamanho":299'),
    ]) {
      writeFileSync(path, content);
      expect(await look()).toMatchObject({ code: 2, err: expect.stringContaining('não se lê') });
      expect(readFileSync(path, 'utf8')).toBe(content);
    }
    writeFileSync(path, kept);
    truncateSync(join(folder, 'folhas.bin'), 80 * 200);
    expect(await look()).toMatchObject({ code: 2, err: expect.stringContaining('incompleto') });
  });

  it('misuse ends with 2', async () => {
    const policy = join(folder, 'politica');
    writeFileSync(policy, `log ${new Signer('outro.exemplo').vkey}\nquorum none\n`);
    const key = ['--registro', log.signer.vkey];
    const kept = ['--estado', folder];
    for (const [args, word] of [
      [[...key, ...kept], 'endereço'],
      [['ftp://assina.exemplo/registro', ...key, ...kept], 'ftp'],
      [[log.url, ...kept], '--registro'],
      [[log.url, ...key], '--estado'],
      [[log.url, ...key, ...kept, '--uma-vez', '--intervalo', '5'], '--intervalo'],
      [[log.url, ...key, ...kept, '--intervalo', '0'], '--intervalo'],
      [[log.url, ...key, ...kept, '--selos', log.url, '--sem-selos'], '--sem-selos'],
      [[log.url, ...key, ...kept, '--politica', policy], 'outros registros'],
      [[log.url, ...key, ...kept, '--politica', join(folder, 'nada')], 'não existe'],
    ] as const)
      expect(await run('vigia', ...args)).toMatchObject({ code: 2, err: expect.stringContaining(word) });
  });
});
