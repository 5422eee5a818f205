import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createDirectorySync } from '../../src/adapters/durable.ts';

const dir = mkdtempSync(join(tmpdir(), 'rubrica-durable-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Syncs that end when told to, in the order they began. */
function held() {
  const begun: { path: string; end: () => void; fail: (error: Error) => void }[] = [];
  const sync = createDirectorySync(
    (path) =>
      new Promise<void>((end, fail) => {
        begun.push({ path, end, fail });
      }),
  );
  /** Lets everything run that waits for nothing but its turn. */
  const settled = () => new Promise((done) => setImmediate(done));
  return { sync, begun, settled };
}

describe('directories synced for many', () => {
  it('whoever asks during a sync waits for one that began after asking, together with others', async () => {
    const { sync, begun, settled } = held();
    const ended: string[] = [];
    const ask = (name: string) => sync('a').then(() => ended.push(name));
    const all = [ask('first')];
    await settled();
    all.push(ask('second'), ask('third'));
    await settled();
    expect(begun.length).toBe(1);
    begun[0]?.end();
    await settled();
    expect([ended, begun.length]).toEqual([['first'], 2]);
    begun[1]?.end();
    await Promise.all(all);
    expect([ended, begun.length]).toEqual([['first', 'second', 'third'], 2]);
  });

  it('those who ask at once share one, and directories wait for none but themselves', async () => {
    const { sync, begun, settled } = held();
    const all = [sync('a'), sync('a'), sync('b')];
    await settled();
    expect(begun.map(({ path }) => path)).toEqual(['a', 'b']);
    for (const { end } of begun) end();
    await Promise.all(all);
  });

  it('one that failed fails those who shared it and nobody after', async () => {
    const { sync, begun, settled } = held();
    const shared = Promise.allSettled([sync('a'), sync('a')]);
    await settled();
    const later = sync('a');
    begun[0]?.fail(new Error('disk'));
    expect((await shared).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await settled();
    begun[1]?.end();
    await later;
  });

  it('a directory that is not there is an error until it is', async () => {
    const sync = createDirectorySync();
    const path = join(dir, 'new');
    await expect(sync(path)).rejects.toMatchObject({ code: 'ENOENT' });
    mkdirSync(path);
    await sync(path);
  });
});
