import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { leafHash, rootOf } from '../../../../../packages/verify/src/log/tree.ts';
import { openLogKeys } from '../../../src/compose/open-log.ts';
import { openSecrets } from '../../../src/compose/world.ts';
import { hiddenLeaf, type Leaf, newNonce, plainLeaf } from '../../../src/core/open-log/leaf.ts';
import { extend, leafHash as ownLeafHash } from '../../../src/core/open-log/tree.ts';
import { createLogStore, type LogKeys, type LogStore } from '../../../src/modules/registro/index.ts';
import { sequence } from '../../../src/modules/registro/sequence.ts';
import { testLog } from '../../harness.ts';
import { ownService } from '../support.ts';

/** How leaves get their indices, whoever gives them, and how often. */

/** Only this file gives indices: the service runs no sweeps. */
const service = ownService(async () => ({ ROLES: 'http' }));
let store: LogStore;
let keys: LogKeys;
beforeAll(async () => {
  const { app } = service();
  keys = await openLogKeys(app.db.sql, await openSecrets(app.config), app.config.publicUrl, new Date());
  store = createLogStore(app.db.sql, 'TESTE');
});

const order = (own: readonly Leaf[] = []) =>
  sequence({ key: keys.TESTE, store, log: testLog('silent') }, own, new Date());
const all = async () => store.entries(0, (await store.head()).tamanho);
const enqueue = (leaves: readonly Leaf[]) => {
  const rows = leaves.map((leaf) => ({ organizacao_id: randomUUID(), ambiente: 'TESTE', ...leaf }));
  return service().owner`insert into registro_fila ${service().owner(rows)}`;
};
const leafOf = (nonce: Buffer, number: string, says = 'x') =>
  hiddenLeaf(nonce, { type: 'ATO', about: [randomUUID(), number], says: [says], at: new Date() });
const waiting = async () => (await store.waiting(5000)).length;

describe('the order of leaves', () => {
  it('has no gap and nothing twice, however many processes give it', async () => {
    await order();
    const before = (await all()).length;
    const leaves = Array.from({ length: 2500 }, (_, index) => leafOf(newNonce(), String(index)));
    for (let from = 0; from < leaves.length; from += 500) await enqueue(leaves.slice(from, from + 500));
    const process = async () => {
      while (await order());
    };
    await Promise.all(Array.from({ length: 4 }, process));
    const entries = await all();
    expect(entries).toHaveLength(before + leaves.length);
    expect(new Set(entries).size).toBe(entries.length);
    expect(await waiting()).toBe(0);
    const head = await store.head();
    const root = rootOf(entries.map((entry) => leafHash(new TextEncoder().encode(entry))));
    expect(head.nota).toContain(`\n${entries.length}\n${Buffer.from(root).toString('base64')}\n`);
  });

  it('is not extended by who read another head', async () => {
    await order();
    const { tamanho } = await store.head();
    const late = extend(tamanho, [], [ownLeafHash('x')]);
    await enqueue([leafOf(newNonce(), '1')]);
    await order();
    const leaf = plainLeaf({ type: 'SELO', about: ['late', '1'], says: ['x'], at: new Date() });
    expect(await store.extend(tamanho, [leaf], late, 'late', new Date(), [])).toBe(false);
    expect(await all()).not.toContain(leaf.folha);
  });

  it('takes one leaf for each label, and none that says something else under one of before', async () => {
    const nonce = newNonce();
    const about = [randomUUID(), '7'] as const;
    const told = (says: string) => hiddenLeaf(nonce, { type: 'ATO', about, says: [says], at: new Date(0) });
    await enqueue([told('a'), told('a')]);
    await order();
    await enqueue([told('a'), told('b')]);
    await order();
    expect(await waiting()).toBe(0);
    const entries = await all();
    expect(entries.filter((entry) => entry === told('a').folha)).toHaveLength(1);
    expect(entries).not.toContain(told('b').folha);
  });

  it('announces a seal once, however often it is said', async () => {
    const seal = () => plainLeaf({ type: 'SELO', about: ['ab'.repeat(32), '2026'], says: ['TESTE'], at: new Date() });
    await order([seal()]);
    await order([seal()]);
    expect((await all()).filter((entry) => entry.includes('ab'.repeat(32)))).toHaveLength(1);
  });
});
