import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { until } from '../../../scripts/until.ts';
import { parseNote, parseVerifierKey, verifyNote } from '../../verify/src/log/note.ts';
import { consistencyOf, leafOf, noteOf, Signer, treeHash } from '../../verify/test/open-log.ts';
import { newFolder, type Running, run, start, startProcess } from './world.ts';

/** `rubrica testemunha`: the protocol of C2SP tlog-witness, and what it remembers. */

const ORIGIN = 'registro.exemplo/registro';
const NAME = 'testemunha.exemplo/w1';
const log = new Signer(ORIGIN);
const stranger = new Signer(ORIGIN, 1, 'another key');
const leaves = Array.from({ length: 40 }, (_, i) => leafOf(Buffer.from(`leaf ${i}`)));
/** The same tree, but for its third leaf. */
const forked = leaves.map((leaf, i) => (i === 2 ? leafOf(Buffer.from('other')) : leaf));

const headOf = (size: number, all = leaves, signer = log): string =>
  noteOf(`${ORIGIN}\n${size}\n${treeHash(all.slice(0, size)).toString('base64')}\n`, signer);
const proofOf = (old: number, size: number, all = leaves): string =>
  old === 0
    ? ''
    : consistencyOf(old, all.slice(0, size))
        .map((hash) => `${hash.toString('base64')}\n`)
        .join('');
const bodyOf = (old: number, size: number, all = leaves): string =>
  `old ${old}\n${proofOf(old, size, all)}\n${headOf(size, all)}`;

interface Witness extends Running {
  readonly url: string;
  readonly add: (
    body: string | Uint8Array<ArrayBuffer>,
  ) => Promise<{ status: number; text: string; type: string | null }>;
}

const argsOf = (folder: string) => ['--nome', NAME, '--registro', log.vkey, '--estado', folder];

async function witness(folder: string, ...more: string[]): Promise<Witness> {
  const one = start('testemunha', ...argsOf(folder), '--porta', '0', ...more);
  const port = await until(async () => {
    const ended = await Promise.race([one.ended, undefined]);
    if (ended !== undefined) throw new Error(one.err());
    return /http:\/\/127\.0\.0\.1:(\d+)|"porta":(\d+)/.exec(one.out())?.slice(1).find(Boolean);
  });
  const url = `http://127.0.0.1:${port}`;
  const add: Witness['add'] = async (body) => {
    const response = await fetch(`${url}/add-checkpoint`, { method: 'POST', body });
    return { status: response.status, text: await response.text(), type: response.headers.get('content-type') };
  };
  return { ...one, url, add };
}

/** Its file of the log, of which there is one. */
const stateFile = (folder: string): string => {
  const [name = ''] = readdirSync(join(folder, 'registros'));
  return join(folder, 'registros', name);
};

describe('the protocol', () => {
  it('cosigns a first head and one that goes on from it, so that the verifier believes it', async () => {
    const folder = newFolder();
    const { add, out } = await witness(folder);
    const key = parseVerifierKey(readFileSync(join(folder, 'chave.vkey'), 'utf8').trim());
    expect(key).toMatchObject({ name: NAME, type: 4 });
    expect(out()).toContain(key.text);
    for (const [old, size] of [
      [0, 3],
      [3, 4],
      [4, 13],
      [13, 13],
      [13, 40],
    ] as const) {
      const { status, text } = await add(bodyOf(old, size));
      expect([old, size, status]).toEqual([old, size, 200]);
      expect(text).toMatch(/^— testemunha\.exemplo\/w1 \S+\n$/);
      const note = parseNote(headOf(size) + text);
      const signed = await verifyNote(note, [parseVerifierKey(log.vkey), key]);
      expect(signed.map((one) => one.key.name)).toEqual([ORIGIN, NAME]);
      expect(Math.abs(Date.now() - (signed[1]?.time?.getTime() ?? 0))).toBeLessThan(60_000);
    }
  });

  it('cosigns an empty tree', async () => {
    const { add } = await witness(newFolder());
    expect((await add(bodyOf(0, 0))).status).toBe(200);
    expect((await add(bodyOf(0, 5))).status).toBe(200);
  });

  it('answers each wrong submission as the specification says, and keeps what it had', async () => {
    const folder = newFolder();
    const { add, url } = await witness(folder);
    await add(bodyOf(0, 7));
    const kept = readFileSync(stateFile(folder));
    const line = Buffer.alloc(32).toString('base64');
    const other = noteOf(`outro.exemplo\n9\n${line}\n`, new Signer('outro.exemplo'));
    const cases: readonly [string, string | Uint8Array<ArrayBuffer>, number][] = [
      ['nothing', '', 400],
      ['text', 'nada', 400],
      ['no old size', `\n${headOf(9)}`, 400],
      ['an old size with zeroes', `old 07\n${proofOf(7, 9)}\n${headOf(9)}`, 400],
      ['a negative old size', `old -7\n\n${headOf(9)}`, 400],
      ['an old size beyond counting', `old 99999999999999999999\n\n${headOf(9)}`, 400],
      ['an old size beyond the tree', `old 9\n\n${headOf(8)}`, 400],
      ['a hash that is none', `old 7\nAAAA\n\n${headOf(9)}`, 400],
      ['a hash that is not base64', `old 7\n!\n\n${headOf(9)}`, 400],
      ['too many hashes', `old 7\n${`${line}\n`.repeat(64)}\n${headOf(9)}`, 400],
      ['no checkpoint', 'old 7\n\n', 400],
      ['a checkpoint without a root', `old 7\n\n${noteOf(`${ORIGIN}\n9\n`, log)}`, 400],
      ['bytes that are no text', Uint8Array.of(0x6f, 0x6c, 0x64, 0x20, 0xff, 0xfe), 400],
      ['an unknown origin', `old 0\n\n${other}`, 404],
      ['another key of the same name', `old 7\n${proofOf(7, 9)}\n${headOf(9, leaves, stranger)}`, 403],
      ['a signature of another text', `old 7\n${proofOf(7, 9)}\n${headOf(9).replace('\n9\n', '\n10\n')}`, 403],
      ['a head that was overtaken', bodyOf(0, 3), 409],
      ['an old size that is not the last', bodyOf(3, 9), 409],
      ['no proof', `old 7\n\n${headOf(9)}`, 422],
      ['a proof of something else', `old 7\n${proofOf(6, 9)}\n${headOf(9)}`, 422],
      ['a proof where none is needed', `old 7\n${line}\n\n${headOf(7)}`, 422],
      ['a body of 64 KiB and more', `old 7\n${'A'.repeat(65_536)}\n\n${headOf(9)}`, 413],
    ];
    for (const [name, body, status] of cases) {
      const answer = await add(body);
      expect([name, answer.status]).toEqual([name, status]);
      if (status === 409) expect(answer).toMatchObject({ text: '7\n', type: 'text/x.tlog.size' });
    }
    expect((await fetch(`${url}/add-checkpoint`)).status).toBe(405);
    expect((await fetch(`${url}/nada`)).status).toBe(404);
    expect(await (await fetch(`${url}/chave.vkey`)).text()).toBe(readFileSync(join(folder, 'chave.vkey'), 'utf8'));
    expect(readFileSync(stateFile(folder))).toEqual(kept);
    expect(existsSync(join(folder, 'provas'))).toBe(false);
  });

  it('ignores signatures of others, and keeps none of them', async () => {
    const folder = newFolder();
    const { add } = await witness(folder);
    const text = `${ORIGIN}\n5\n${treeHash(leaves.slice(0, 5)).toString('base64')}\n`;
    expect((await add(`old 0\n\n${noteOf(text, stranger, log)}`)).status).toBe(200);
    expect(readFileSync(stateFile(folder), 'utf8')).toBe(noteOf(text, log));
  });
});

describe('what it remembers', () => {
  it('lets one of many submissions win, and never goes back', async () => {
    const { add } = await witness(newFolder());
    await add(bodyOf(0, 5));
    const sizes = [20, 9, 40, 6, 31, 12, 25];
    const answers = await Promise.all(sizes.map((size) => add(bodyOf(5, size))));
    const won = answers.flatMap(({ status }, i) => (status === 200 ? [sizes[i]] : []));
    expect(won).toHaveLength(1);
    for (const { status, text } of answers) if (status !== 200) expect([status, text]).toEqual([409, `${won[0]}\n`]);
  });

  it('keeps the head and the key over a restart', async () => {
    const folder = newFolder();
    const first = await witness(folder);
    await first.add(bodyOf(0, 5));
    const key = readFileSync(join(folder, 'chave.vkey'), 'utf8');
    expect(await first.stop()).toBe(0);
    const second = await witness(folder);
    expect(readFileSync(join(folder, 'chave.vkey'), 'utf8')).toBe(key);
    expect(await second.add(bodyOf(0, 5))).toMatchObject({ status: 409, text: '5\n' });
    expect((await second.add(bodyOf(5, 8))).status).toBe(200);
  });

  it('keeps its key where nobody else reads it, and uses none that others read', async () => {
    const folder = newFolder();
    await (await witness(folder)).stop();
    const path = join(folder, 'chave.pem');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    chmodSync(path, 0o644);
    expect(await run('testemunha', ...argsOf(folder))).toMatchObject({
      code: 2,
      err: expect.stringContaining('chmod 600'),
    });
  });

  it('does not start on a head that cannot be read, or a key that is not its own', async () => {
    const folder = newFolder();
    const first = await witness(folder);
    await first.add(bodyOf(0, 5));
    await first.stop();
    const path = stateFile(folder);
    const kept = readFileSync(path);
    for (const content of ['', kept.subarray(0, 40), headOf(4, leaves, stranger)]) {
      writeFileSync(path, content);
      expect(await run('testemunha', ...argsOf(folder), '--porta', '0')).toMatchObject({
        code: 2,
        err: expect.stringContaining(path),
      });
    }
    writeFileSync(path, kept);
    const renamed = ['--nome', 'outra.exemplo', '--registro', log.vkey, '--estado', folder];
    expect(await run('testemunha', ...renamed)).toMatchObject({ code: 2, err: expect.stringContaining('nome') });
    writeFileSync(join(folder, 'chave.pem'), 'nada');
    expect(await run('testemunha', ...argsOf(folder))).toMatchObject({ code: 2 });
  });

  it('stops as soon as what it kept cannot be read any more', async () => {
    const folder = newFolder();
    const one = await witness(folder);
    await one.add(bodyOf(0, 5));
    writeFileSync(stateFile(folder), 'nada');
    expect((await one.add(bodyOf(5, 8))).status).toBe(500);
    expect(await one.ended).toBe(2);
    expect(one.err()).toContain('não se lê');
    expect(readFileSync(stateFile(folder), 'utf8')).toBe('nada');
  });

  it('has its folder for itself, and takes it over from one that was killed', async () => {
    const folder = newFolder();
    const child = startProcess('testemunha', ...argsOf(folder), '--porta', '0');
    await once(child.stdout, 'data');
    const second = await run('testemunha', ...argsOf(folder));
    expect(second).toMatchObject({ code: 2, err: expect.stringContaining(`em uso: o processo ${child.pid}`) });
    child.kill('SIGKILL');
    await once(child, 'close');
    expect((await (await witness(folder)).add(bodyOf(0, 5))).status).toBe(200);
  });

  it('killed at any point, has kept whatever it cosigned', async () => {
    const folder = newFolder();
    let last = 0;
    for (const answers of [1, 4, 9]) {
      const child = startProcess('testemunha', ...argsOf(folder), '--porta', '0');
      const [printed] = await once(child.stdout, 'data');
      const url = /http:\S+:\d+/.exec(String(printed))?.[0];
      const submit = async (old: number, size: number) => {
        const response = await fetch(`${url}/add-checkpoint`, { method: 'POST', body: bodyOf(old, size) });
        if (response.status === 200) last = Math.max(last, size);
        return response.status;
      };
      const conflict = await fetch(`${url}/add-checkpoint`, { method: 'POST', body: bodyOf(0, 1) });
      let size = conflict.status === 200 ? 1 : Number(await conflict.text());
      expect(size).toBeGreaterThanOrEqual(last);
      for (let i = 0; i < answers; i += 1, size += 1) expect(await submit(size, size + 1)).toBe(200);
      const late = submit(size, size + 1).catch(() => 0);
      child.kill('SIGKILL');
      await Promise.all([once(child, 'close'), late]);
    }
    const { add } = await witness(folder);
    expect(Number((await add(bodyOf(0, 40))).text)).toBeGreaterThanOrEqual(last);
  });

  it.runIf(process.platform === 'linux')(
    'takes its folder over from one whose number another process got',
    async () => {
      const folder = newFolder();
      const first = await witness(folder);
      const name = readdirSync(folder).find((one) => one.startsWith('em-uso.')) as string;
      const holder = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      await first.stop();
      writeFileSync(join(folder, name), JSON.stringify({ ...holder, started: '1' }));
      await witness(folder);
      expect(readdirSync(folder)).not.toContain(name);
    },
  );

  it('does not take its folder from a process of which it cannot tell whether it still runs', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'em-uso.1'), JSON.stringify({ pid: 1, host: 'another machine' }));
    expect(await run('testemunha', ...argsOf(folder))).toMatchObject({
      code: 2,
      err: expect.stringContaining('apague'),
    });
  });
});

describe('a fork', () => {
  const evidenceIn = (folder: string) =>
    readdirSync(join(folder, 'provas')).map((name) => JSON.parse(readFileSync(join(folder, 'provas', name), 'utf8')));

  it('of the same size is refused, told and kept, once', async () => {
    const folder = newFolder();
    const { add, err } = await witness(folder, '--json');
    await add(bodyOf(0, 7));
    for (const old of [7, 7, 0]) expect((await add(`old ${old}\n\n${headOf(7, forked)}`)).status).toBe(409);
    const told = err()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(told).toHaveLength(3);
    expect(told[0]).toMatchObject({ evento: 'BIFURCACAO', origem: ORIGIN, tamanho: 7 });
    expect(evidenceIn(folder)).toMatchObject([{ guardado: headOf(7), apresentado: headOf(7, forked) }]);
    expect((await add(bodyOf(7, 9))).status).toBe(200);
  });

  it('that the proof itself shows is refused, told and kept; a wrong proof shows nothing', async () => {
    const folder = newFolder();
    const { add, err } = await witness(folder);
    await add(bodyOf(0, 7));
    expect(
      (await add(`old 7\n${proofOf(7, 20, forked).split('\n').reverse().join('\n').trim()}\n\n${headOf(20)}`)).status,
    ).toBe(422);
    expect(err()).toBe('');
    expect((await add(bodyOf(7, 20, forked))).status).toBe(422);
    expect(err()).toMatch(/^BIFURCAÇÃO: registro\.exemplo\/registro assinou/);
    expect(evidenceIn(folder)).toMatchObject([{ apresentado: headOf(20, forked), tamanhoAntigo: 7 }]);
  });
});

it('needs a name, a folder and the key of a log', async () => {
  const folder = newFolder();
  for (const [args, word] of [
    [['--registro', log.vkey, '--estado', folder], '--nome'],
    [['--nome', 'a b', '--registro', log.vkey, '--estado', folder], '--nome'],
    [['--nome', NAME, '--registro', log.vkey], '--estado'],
    [['--nome', NAME, '--estado', folder], '--registro'],
    [['--nome', NAME, '--estado', folder, '--registro', 'nada.vkey'], 'nada.vkey'],
    [['--nome', NAME, '--estado', folder, '--registro', new Signer('w', 4).vkey], 'testemunha'],
    [['--nome', NAME, '--estado', folder, '--registro', `${log.vkey.slice(0, -4)}AAA=`], ORIGIN],
  ] as const)
    expect(await run('testemunha', ...args)).toMatchObject({ code: 2, err: expect.stringContaining(word) });
});
