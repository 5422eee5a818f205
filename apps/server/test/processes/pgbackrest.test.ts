import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { has, type Lacking, without } from '../../../../packages/pdf/test/judges/programs.ts';
import { type Service, startService, until } from '../harness.ts';
import { type InstalledPostgres, lackingPostgres, startInstalledPostgres } from '../installed-postgres.ts';
import { about, field, newSender, person, type Sender, sent } from '../modules/support.ts';
import { verifyAsStranger } from '../verifier.ts';

/** Continuous archiving as docs/operations/backup.md sets it up: back to a moment between two documents. */

/** Exit code of the verifier for a document of the sandbox in which everything holds. */
const OF_TEST = 4;

function lackingPgbackrest(): Lacking {
  if (process.env.RUBRICA_RUNS === undefined) return without('RUBRICA_RUNS not set');
  return has('pgbackrest') ? lackingPostgres() : without('pgbackrest not installed');
}

describe('pgBackRest', lackingPgbackrest(), () => {
  let postgres: InstalledPostgres;
  let dataDir: string;
  let service: Service;
  let sender: Sender;
  let DATABASE_URL: string;
  const pgbackrest = (...words: string[]) =>
    postgres.asOwner(
      'pgbackrest',
      `--config=${join(postgres.folder, 'pgbackrest.conf')}`,
      '--stanza=rubrica',
      ...words,
    );

  beforeAll(async () => {
    postgres = await startInstalledPostgres((folder) => ({
      archive_mode: 'on',
      archive_command: `pgbackrest --config=${join(folder, 'pgbackrest.conf')} --stanza=rubrica archive-push %p`,
      archive_timeout: '60',
    }));
    const { folder } = postgres;
    const settings = [
      '[global]',
      `repo1-path=${join(folder, 'repo')}`,
      'repo1-retention-full=2',
      'repo1-cipher-type=aes-256-cbc',
      'repo1-cipher-pass=uma-frase-longa-que-nao-esta-no-repositorio',
      'start-fast=y',
      'compress-type=zst',
      'archive-async=y',
      `spool-path=${join(folder, 'spool')}`,
      `log-path=${join(folder, 'log')}`,
      `lock-path=${join(folder, 'lock')}`,
      '[rubrica]',
      `pg1-path=${join(folder, 'dados')}`,
      `pg1-socket-path=${join(folder, 'dados')}`,
      'pg1-user=rubrica',
    ];
    await writeFile(join(folder, 'pgbackrest.conf'), `${settings.join('\n')}\n`);
    dataDir = await mkdtemp(join(tmpdir(), 'rubrica-pitr-'));
    await pgbackrest('stanza-create');
    await pgbackrest('check');
    DATABASE_URL = await postgres.create('um');
    service = await startService({ DATABASE_URL, DATA_DIR: dataDir });
    sender = await newSender(service);
  });
  afterAll(async () => {
    await service?.stop();
    await postgres?.stop();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });

  let people = 0;
  async function signed(): Promise<string> {
    people += 1;
    const one = person({ email: `assina.r${people}@teste.rubrica`, metodoEntrega: 'EMAIL' });
    const { id } = await sent(sender, { signatarios: [one], campos: [field()] });
    await until(async () => (await about(sender, id)).body.status === 'ASSINADO');
    return id;
  }

  it('brings the database back to a moment; what was acknowledged before it is there, and verifies', async () => {
    const first = await signed();
    await pgbackrest('backup', '--type=full');
    const second = await signed();
    const [moment] = await service.owner<{ at: string }[]>`select clock_timestamp()::text as at`;
    const third = await signed();
    await service.owner`select pg_switch_wal()`;
    await pgbackrest('check');
    await service.stop();
    await postgres.down();
    await rm(join(postgres.folder, 'dados'), { recursive: true });
    await postgres.asOwner('mkdir', '-m', '700', join(postgres.folder, 'dados'));
    await pgbackrest('restore', '--type=time', `--target=${moment?.at}`, '--target-action=promote');
    await postgres.up();
    service = await startService({ DATABASE_URL, DATA_DIR: dataDir });
    sender = { ...sender, service, base: `${service.origin}/v1/sandbox` };
    for (const id of [first, second]) {
      const file = async (tipo: string) => (await about(sender, id, `/arquivo?tipo=${tipo}`)).bytes;
      const { status, failed } = verifyAsStranger(await file('ASSINADO'), await file('CERTIFICADO'));
      expect([status, failed]).toEqual([OF_TEST, []]);
    }
    expect((await about(sender, third)).status).toBe(404);
  });
});
