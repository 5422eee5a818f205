import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { examine } from '../../src/compose/doctor/index.ts';
import { openLogKeys } from '../../src/compose/open-log.ts';
import { openSecrets } from '../../src/compose/world.ts';
import { readConfig } from '../../src/config/index.ts';
import { checkpointText } from '../../src/core/open-log/note.ts';
import { connect, type Sql } from '../../src/core/sql.ts';
import type { GrowingKey } from '../../src/modules/registro/index.ts';
import { addressOf, newDatabase } from '../database.ts';
import { startService, until } from '../harness.ts';
import { startPeerWitness } from '../modules/registro/peer.ts';

/** What the doctor says of the open log: of one that is well, and then of what may become of it. */

let folder: string;
let database: Awaited<ReturnType<typeof newDatabase>>;
let owner: Sql;
let peer: Awaited<ReturnType<typeof startPeerWitness>>;
let stranger: Awaited<ReturnType<typeof startPeerWitness>>;
let key: GrowingKey;
let env: Record<string, string>;
/** What the log shows, and what that takes of it. */
let shown: { readonly publicado: string; readonly publicado_tamanho: number };

/** A service that worked for as long as it took to have its first checkpoint cosigned; nobody works now. */
beforeAll(async () => {
  folder = await mkdtemp(join(process.env.TEST_RUN_FOLDER ?? tmpdir(), 'rubrica-doutor-'));
  [database, peer, stranger] = await Promise.all([
    newDatabase(),
    startPeerWitness('testemunha.exemplo/w1'),
    startPeerWitness('outra.exemplo/w2'),
  ]);
  const { path, database: name, username } = addressOf(database.url);
  owner = connect({ path, database: name, username }, null, 1);
  const own = { DATABASE_URL: database.url, DATA_DIR: folder };
  const service = await startService({ ...own, WITNESSES: peer.setting });
  const { config, db } = service.app;
  ({ PRODUCAO: key } = await openLogKeys(db.sql, await openSecrets(config), config.publicUrl, service.clock.now()));
  peer.vouchFor(key.vkey);
  await until(async () => {
    const [row] = await owner<(typeof shown & { tamanho: number })[]>`
      select publicado, publicado_tamanho, tamanho from registro_aberto where ambiente = 'PRODUCAO'`;
    if (!row || row.tamanho < 3 || row.publicado_tamanho < row.tamanho) return false;
    shown = { publicado: row.publicado, publicado_tamanho: row.publicado_tamanho };
    return row.publicado.includes('testemunha.exemplo/w1');
  });
  env = { ...own, NODE_ENV: 'test', PUBLIC_ORIGIN: config.publicOrigin, WITNESSES: peer.setting };
  await service.stop();
});
afterAll(async () => {
  await owner?.end();
  await Promise.all([peer?.stop(), stranger?.stop(), database?.remove()]);
  await rm(folder, { recursive: true, force: true });
});

async function look(more: Record<string, string> = {}) {
  const { pontos } = await examine(readConfig({ ...env, ...more }), ['registro']);
  return Object.fromEntries(pontos.map(({ ponto, ...rest }) => [ponto.replace('Registro aberto', '').slice(2), rest]));
}
const show = (publicado: string, size: number) => owner`
  update registro_aberto
     set publicado = ${publicado}, publicado_tamanho = ${size}, tamanho = ${size}
   where ambiente = 'PRODUCAO'`;
/** A checkpoint that the log signed, of a tree of the test's invention. */
const signed = (size: number) => key.sign(checkpointText(key.origin, { size, root: randomBytes(32) }));

it('one that is well is said to be so, and its witness saw nothing new', async () => {
  const states = Object.fromEntries(Object.entries(await look()).map(([name, { situacao }]) => [name, situacao]));
  const name = 'testemunha testemunha.exemplo/w1';
  expect(states).toEqual({ origem: 'OK', folhas: 'OK', checkpoint: 'OK', testemunhas: 'OK', [name]: 'OK' });
  expect(peer.sizes.at(-1)).toBe(shown.publicado_tamanho);
});

it('without witnesses nobody outside vouches for it', async () => {
  expect((await look({ WITNESSES: '' })).testemunhas).toMatchObject({
    situacao: 'NAO_SE_APLICA',
    fato: expect.stringContaining('ninguém de fora'),
  });
});

it('an address that is not the one it began with is said, with what that means', async () => {
  const { origem } = await look({ PUBLIC_ORIGIN: 'http://localhost:1' });
  expect(origem).toMatchObject({
    situacao: 'AVISO',
    fato: `Começou em ${key.origin}, e não muda; com a PUBLIC_URL de agora é servido em localhost:1/registro.`,
    oQueFazer: expect.stringContaining('redirecionamento'),
  });
});

it('a witness that does not answer, and one that does not know the log', async () => {
  const away = peer.setting.replace(/:\d+$/, ':9');
  const found = await look({ WITNESSES: `${away},${stranger.setting}` });
  expect(found['testemunha testemunha.exemplo/w1']).toMatchObject({
    situacao: 'FALHA',
    fato: expect.stringMatching(/^Não respondeu: /),
  });
  expect(found['testemunha outra.exemplo/w2']).toMatchObject({
    situacao: 'FALHA',
    fato: expect.stringContaining('404'),
  });
  expect(found.testemunhas).toMatchObject({ situacao: 'FALHA', fato: expect.stringContaining('1 de 2') });
});

it('a witness that is behind will be brought up to date', async () => {
  stranger.vouchFor(key.vkey);
  const found = await look({ WITNESSES: `${peer.setting},${stranger.setting}` });
  expect(found['testemunha outra.exemplo/w2']).toMatchObject({
    situacao: 'AVISO',
    fato: `Viu até a folha 0, de ${shown.publicado_tamanho}.`,
  });
});

it('leaves that wait, and for how long', async () => {
  const wait = (ago: string) => owner`
    insert into registro_fila (organizacao_id, ambiente, rotulo, folha, em)
    values (${randomUUID()}, 'TESTE', ${randomBytes(32)}, '{}', now() - ${ago}::interval)`;
  await wait('3 minutes');
  expect((await look()).folhas).toMatchObject({ situacao: 'AVISO', fato: expect.stringMatching(/^1 folha à espera/) });
  await wait('20 minutes');
  expect((await look()).folhas).toMatchObject({
    situacao: 'FALHA',
    fato: '2 folhas à espera, a mais antiga há 20 min.',
  });
  await owner`delete from registro_fila`;
});

it('a checkpoint that somebody changed', async () => {
  const { publicado, publicado_tamanho: size } = shown;
  for (const changed of [
    publicado.replace(`\n${size}\n`, `\n${size + 1}\n`),
    publicado.replace(/^— .*\n/m, ''),
    signed(size).replace(`${key.origin}\n`, 'outra.exemplo/registro\n'),
  ]) {
    await show(changed, size);
    expect((await look({ WITNESSES: '' })).checkpoint?.situacao).toBe('FALHA');
  }
  await show(publicado, size);
});

it('a database that lost leaves, or says something else, is found by what its witness saw', async () => {
  const { publicado, publicado_tamanho: size } = shown;
  const name = 'testemunha testemunha.exemplo/w1';
  await show(signed(size - 1), size - 1);
  expect((await look())[name]).toMatchObject({
    situacao: 'FALHA',
    fato: `Viu ${size} folhas, e este banco só tem ${size - 1}.`,
    oQueFazer: expect.stringContaining('Pare todos os processos'),
  });
  await show(signed(size), size);
  expect((await look())[name]).toMatchObject({ situacao: 'FALHA', fato: `Viu outra árvore de ${size} folhas.` });
  await show(publicado, size);
  expect((await look())[name]?.situacao).toBe('OK');
});

it('one that ended, and none that follows yet', async () => {
  await owner`select acesso.registro_recomecar(now())`;
  expect(Object.values(await look())).toEqual([expect.objectContaining({ situacao: 'NAO_VERIFICADO' })]);
});
