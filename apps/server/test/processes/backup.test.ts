import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFauxqs } from 'fauxqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lacking, without } from '../../../../packages/pdf/test/judges/programs.ts';
import { IN_ORDER } from '../../../../scripts/in-order.ts';
import { setIds } from '../../src/backup/manifest.ts';
import { takeBackup } from '../../src/backup/take.ts';
import { openOwnFiles, openTarget } from '../../src/backup/target.ts';
import { lastBackup } from '../../src/compose/last-backup.ts';
import { readConfig } from '../../src/config/index.ts';
import { call, type Service, startService, until } from '../harness.ts';
import {
  INSTALLED_BIN,
  type InstalledPostgres,
  lackingPostgres,
  startInstalledPostgres,
} from '../installed-postgres.ts';
import { about, draft, field, newSender, person, type Sender, sent } from '../modules/support.ts';
import { operator, startOperator, startOperatorWithin } from '../operator.ts';
import { verifyAsStranger } from '../verifier.ts';
import { type Gate, startGate } from './gate.ts';

/** A backup of a service at work, and what is restored of it on an empty machine. */

/** Exit code of the verifier for a document of the sandbox in which everything holds. */
const OF_TEST = 4;
const RUNS = Number(process.env.RUBRICA_RUNS ?? 0);
const BEFORE = RUNS > 0 ? 20 : 2;
const DURING = RUNS > 0 ? 200 : 3;
const PASSPHRASE = 'uma frase que ninguém adivinha';

let root: string;
let s3: Awaited<ReturnType<typeof startFauxqs>>;
let gate: Gate;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  root = await mkdtemp(join(process.env.TEST_RUN_FOLDER ?? tmpdir(), 'rubrica-copias-'));
  s3 = await startFauxqs({ port: 0, logger: false });
  s3.createBucket('servico');
  s3.createBucket('copias');
  gate = await startGate(s3.port);
  closing.push(
    () => s3.stop(),
    () => gate.close(),
  );
  await writeFile(join(root, 'frase'), `${PASSPHRASE}\n`);
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await rm(root, { recursive: true, force: true });
});

const bucket = (name: string, prefix: string, port = s3.port) =>
  `s3://chave:segredo@127.0.0.1:${port}/${name}/${prefix}?tls=off`;
const folder = (name: string) => join(root, name);

/** A service at work, by the settings that a process of its installation has. */
interface Setting {
  readonly env: Record<string, string>;
  readonly service: Service;
  readonly sender: Sender;
}

/** The sets in a target. */
async function idsIn(target: string): Promise<string[]> {
  const { store, close } = await openTarget(target, readConfig({ DATA_DIR: folder('nenhum') }), root);
  try {
    return await setIds({ store });
  } finally {
    close();
  }
}

const COMMON = { SANDBOX_RATE_LIMIT: '100000' };

async function start(env: Record<string, string>): Promise<Setting> {
  const service = await startService({ ...COMMON, ...env });
  closing.push(() => service.stop());
  return { env, service, sender: await newSender(service) };
}

let people = 0;
/** A document that a person of test signs by itself; its id once it was sent. */
async function send(sender: Sender): Promise<string> {
  people += 1;
  const one = person({ email: `assina.c${people}@teste.rubrica`, metodoEntrega: 'EMAIL' });
  return (await sent(sender, { signatarios: [one], campos: [field()] })).id;
}

const isSigned = async (sender: Sender, id: string) => (await about(sender, id)).body.status === 'ASSINADO';

/** A shell whose mounts nobody else sees. */
const OWN_MOUNTS = ['unshare', '--mount', 'sh', '-c'] as const;

const lackingMounts = (): Lacking =>
  spawnSync(OWN_MOUNTS[0], [...OWN_MOUNTS.slice(1), 'mount -t tmpfs none /tmp']).status === 0
    ? {}
    : without('mounting a file system not allowed');

/** The operator's command beside the service, with the passphrase in a file. */
const command = ({ env }: Pick<Setting, 'env'>, ...args: string[]) =>
  operator({ BACKUP_PASSPHRASE_FILE: join(root, 'frase'), ...env }, ...args);

async function done(running: ReturnType<typeof operator>): Promise<string> {
  const { code, out, err } = await running;
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
  return out;
}

/** The restored service, as an outsider sees it: every document there, in the end, with what strangers are told of it. */
async function verifyAll(env: Record<string, string>, from: Sender): Promise<string[]> {
  const service = await startService({ ...COMMON, ...env });
  try {
    const sender = { ...from, service, base: `${service.origin}/v1/sandbox` };
    const { body } = await call(`${sender.base}/documentos?limite=100`, 'GET', undefined, sender.as);
    expect(body.paginacao?.temMais ?? false).toBe(false);
    const ids: string[] = body.itens.map(({ id }: { id: string }) => id);
    for (const id of ids) {
      // Those that were under way go on where they were.
      await until(() => isSigned(sender, id));
      const file = async (tipo: string) => (await about(sender, id, `/arquivo?tipo=${tipo}`)).bytes;
      const { status, failed } = verifyAsStranger(await file('ASSINADO'), await file('CERTIFICADO'));
      expect([id, status, failed]).toEqual([id, OF_TEST, []]);
    }
    return ids;
  } finally {
    await service.stop();
  }
}

/** Takes a set while documents are made, signed and completed. @returns ids of those completed before it began */
async function backupUnderLoad(setting: Setting, target: string): Promise<string[]> {
  const before = await Promise.all(Array.from({ length: BEFORE }, () => send(setting.sender)));
  for (const id of before) await until(() => isSigned(setting.sender, id));
  let ended = false;
  const taking = command(setting, 'backup', target).finally(() => {
    ended = true;
  });
  for (let made = 0; made < DURING && !ended; made += 1) await send(setting.sender);
  await done(taking);
  return before;
}

describe('over the embedded database', IN_ORDER, () => {
  let setting: Setting;
  beforeAll(async () => {
    setting = await start({ DATA_DIR: folder('embutido') });
  });

  it('a set taken under load into S3 is restored on an empty machine, and every document verifies', async () => {
    const target = bucket('copias', 'embutido');
    const before = await backupUnderLoad(setting, target);
    const env = { DATA_DIR: folder('outra'), S3_URL: bucket('servico', 'outra') };
    const told = await done(command({ env }, 'restaurar', target));
    expect(told).toMatch(/Restaurado o conjunto \S+, de .*trilhas conferidas/);
    expect(told).toMatch(/encerrado\(s\) localhost:\d+\/registro e localhost:\d+\/registro\/teste,/);
    expect(told).toContain(`chave mestra: em ${join(env.DATA_DIR, 'master.key')}`);
    expect(await verifyAll(env, setting.sender)).toEqual(expect.arrayContaining(before));
  });

  it('is known afterwards as the last good one', async () => {
    const listed = await done(command(setting, 'backup', bucket('copias', 'embutido'), '--listar'));
    const last = await lastBackup(setting.service.app.db.sql);
    expect(listed).toContain(`${last?.set}  de ${last?.takenAt.toISOString()}`);
  });

  /** Where a backup dies: at the n-th writing of such a key, before the store has it or before the process knows. */
  const DEATHS = [
    { key: /^objects\//, nth: 3, when: 'before' },
    { key: /^sets\//, nth: 1, when: 'before' },
    { key: /^sets\//, nth: 1, when: 'after' },
    ...Array.from({ length: Math.min(RUNS, 12) }, (_, n) => ({
      key: /^objects\//,
      nth: n + 1,
      when: 'after' as const,
    })),
  ] as const;

  it('one that dies anywhere leaves no half set, and the next goes on from what is there', async () => {
    const [through, direct] = [bucket('copias', 'mortes', gate.port), bucket('copias', 'mortes')];
    let whole = 0;
    for (const { key, nth, when } of DEATHS) {
      const victim = startOperator({ ...setting.env, BACKUP_TARGET: through }, 'backup');
      gate.at({ prefix: 'mortes/', key, nth, when, act: () => victim.child.kill('SIGKILL') });
      expect((await victim.ended).code).toBe(-1);
      if (key.test('sets/') && when === 'after') whole += 1;
      expect((await idsIn(direct)).length).toBe(whole);
    }
    gate.at(null);
    const told = await done(command(setting, 'backup', through));
    // Two marks, a manifest, and of the contents what changed since: the lists, the journal, pages of statistics.
    expect([told, gate.written()]).toEqual([expect.stringMatching(/dos quais 0 copiados agora/), expect.any(Number)]);
    expect((await idsIn(direct)).length).toBe(whole + 1);
    const verified = await done(command(setting, 'backup', direct, '--verificar'));
    expect(verified.match(/: inteiro/g)).toHaveLength(whole + 1);
    expect((await readdir(setting.env.DATA_DIR ?? '')).filter((one) => one.startsWith('backup-'))).toEqual([]);
  });

  it('one whose target goes away says so and leaves no half set', async () => {
    const through = bucket('copias', 'corte', gate.port);
    gate.at({ prefix: 'corte/', key: /^objects\//, nth: 2, when: 'before', act: () => gate.cut(true) });
    const { code, err } = await command(setting, 'backup', through);
    gate.cut(false);
    gate.at(null);
    expect([code, err]).toEqual([1, expect.stringMatching(/object store: .*\n.*não foi guardado.* Rode de novo/)]);
    expect(await idsIn(bucket('copias', 'corte'))).toEqual([]);
  });

  it('one whose disk is full says so, and the set before it stays whole', lackingMounts(), async () => {
    const target = folder('cheia');
    await mkdir(target);
    const script = [
      `mount -t tmpfs -o size=400m none ${target}`,
      `"$@" ${target}`,
      `! dd if=/dev/zero of=${target}/outro bs=1M 2>/dev/null`,
      `! "$@" ${target}`,
      `rm ${target}/outro`,
      `"$@" ${target} --verificar`,
    ].join(' && ');
    const env = { BACKUP_PASSPHRASE_FILE: join(root, 'frase'), ...setting.env };
    const { code, out, err } = await startOperatorWithin(env, [...OWN_MOUNTS, script, 'sh'], 'backup').ended;
    expect([code, err]).toEqual([0, expect.stringMatching(/ENOSPC.*\n.*não foi guardado.* Rode de novo/)]);
    expect(out.match(/: inteiro/g)).toHaveLength(1);
  });

  it('a restore that dies anywhere goes on with its set when it is run again', async () => {
    const target = bucket('copias', 'embutido');
    const through = bucket('copias', 'embutido', gate.port);
    const env = { DATA_DIR: folder('morta'), S3_URL: bucket('servico', 'morta', gate.port) };
    const files = { prefix: 'morta/', key: /./, nth: 2 } as const;
    const database = { prefix: 'embutido/', key: /^objects\//, method: 'GET', nth: 24, when: 'after' } as const;
    const left: string[][] = [];
    for (const moment of [{ ...files, when: 'before' }, { ...files, when: 'after' }, database] as const) {
      const victim = startOperator({ BACKUP_PASSPHRASE_FILE: join(root, 'frase'), ...env }, 'restaurar', through);
      gate.at({ ...moment, act: () => victim.child.kill('SIGKILL') });
      expect((await victim.ended).code).toBe(-1);
      left.push((await readdir(env.DATA_DIR)).filter((name) => name.startsWith('pg')));
    }
    gate.at(null);
    expect(left).toEqual([[], [], ['pg-restore']]);
    // Newer sets come into the target meanwhile: an installation is not made of two.
    const [begun] = (await idsIn(target)).slice(-1);
    await done(command(setting, 'backup', target));
    expect(await done(command({ env }, 'restaurar', through))).toContain(`Restaurado o conjunto ${begun}`);
    expect((await readdir(env.DATA_DIR)).filter((name) => /^(pg-restore|backup-|restore-)/.test(name))).toEqual([]);
    expect((await verifyAll(env, setting.sender)).length).toBeGreaterThan(0);
  });

  it('names a file that went with its row meanwhile, and fails where a row still names what is not there', async () => {
    const config = readConfig(setting.env);
    const other = await newSender(setting.service);
    const { id } = await draft(other);
    const [file] = await setting.service.owner<{ chave: string }[]>`
      select a.chave from versao v join arquivo a on a.id = v.arquivo_id where v.documento_id = ${id}`;
    const { chave = '' } = file ?? {};
    const rowsOf = () => setting.service.owner`select from arquivo where chave = ${chave}`;
    const [work, place] = [folder('lent'), folder('durante')];
    await mkdir(work, { mode: 0o711 });
    const target = await openTarget(place, config, work);
    const { files } = await openOwnFiles(config, work);
    const { manifest } = await takeBackup({
      ...{ config, target, files, work, passphrase: null },
      onLost: (detail) => {
        throw new Error(detail);
      },
      onStep: async (step) => {
        if (step !== 'arquivos') return;
        expect((await call(`${other.base}/limpar`, 'POST', undefined, other.as)).status).toBe(202);
        await until(async () => (await rowsOf()).length === 0);
      },
    });
    expect([manifest.files.gone, manifest.files.missing]).toEqual([[chave], []]);

    const damaged = await draft(setting.sender);
    const [named] = await setting.service.owner<{ chave: string }[]>`
      select a.chave from versao v join arquivo a on a.id = v.arquivo_id where v.documento_id = ${damaged.id}`;
    const path = join(config.dataDir, 'files', named?.chave ?? '');
    const bytes = await readFile(path);
    const known = await lastBackup(setting.service.owner);
    await writeFile(path, 'outro');
    const { code, err } = await command(setting, 'backup', folder('danificada'));
    await writeFile(path, bytes);
    expect([code, err]).toEqual([1, expect.stringMatching(`FALTAM +1 arquivos(.|\n)*${named?.chave}`)]);
    expect(await lastBackup(setting.service.owner)).toEqual(known);
  });

  it('into a folder and back: refused where anything is, keys left out are said, and the next set is small', async () => {
    const target = folder('pasta');
    const bare = await operator(setting.env, 'backup', target);
    expect([bare.code, bare.err]).toEqual([0, expect.stringContaining('NÃO terá a chave mestra nem o selo')]);
    expect(bare.out).toContain('FORA do conjunto');
    const second = await done(command(setting, 'backup', target, '--manter', '7d'));
    expect(second).toMatch(/dos quais 0 copiados agora/);
    expect(second).toMatch(/Poda: 1 conjuntos apagados/);
    for (const env of [setting.env, { DATA_DIR: folder('com-arquivos'), S3_URL: bucket('servico', 'outra') }]) {
      const { code, err } = await command({ env }, 'restore', target);
      expect([code, err]).toEqual([1, expect.stringMatching(/não está vazio/)]);
    }
    const wrong = await operator(
      { DATA_DIR: folder('frase-errada'), BACKUP_PASSPHRASE: 'outra frase qualquer' },
      'restaurar',
      target,
    );
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('A frase não abre')]);
    expect(await readdir(folder('frase-errada'))).toEqual(['files']);
  });
});

describe('over PostgreSQL 15', { ...IN_ORDER, ...lackingPostgres() }, () => {
  let postgres: InstalledPostgres;
  let setting: Setting;
  beforeAll(async () => {
    postgres = await startInstalledPostgres();
    closing.push(() => postgres.stop());
    const DATABASE_URL = await postgres.create('um');
    setting = await start({ DATABASE_URL, DATA_DIR: folder('quinze'), S3_URL: bucket('servico', 'quinze') });
  });

  /** Who may do what, by name. */
  async function rightsIn(database: string): Promise<string[]> {
    const sql = postgres.open(database);
    const rows = await sql<{ line: string }[]>`
      select p.oid::regprocedure || ' ' || coalesce(p.proacl::text, '') as line
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'acesso')
       union all
      select c.oid::regclass || ' ' || coalesce(c.relacl::text, '')
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'acesso') and c.relkind in ('r', 'v', 'S')
       order by 1`;
    await sql.end({ timeout: 5 });
    return rows.map(({ line }) => line);
  }

  it('a set taken under load into a folder is restored in an empty database, and every document verifies', async () => {
    const target = folder('quinze-copias');
    const before = await backupUnderLoad(setting, target);
    const env = { DATABASE_URL: await postgres.create('dois'), DATA_DIR: folder('quinze-outra') };
    await done(command({ env }, 'restaurar', target));
    // Migrating grants nothing again that it granted before, and a function is everybody's unless that was revoked.
    expect(await rightsIn('dois')).toEqual(await rightsIn('um'));
    expect(await verifyAll(env, setting.sender)).toEqual(expect.arrayContaining(before));
  });

  it('says which pg_dump is wanted where there is none of the version', async () => {
    const { code, err } = await command({ env: { ...setting.env, POSTGRES_BIN: root } }, 'backup', folder('nenhures'));
    expect([code, err]).toEqual([1, expect.stringContaining('Falta o pg_dump do PostgreSQL 15 (nenhum foi achado)')]);
    const found = { env: { ...setting.env, POSTGRES_BIN: INSTALLED_BIN } };
    expect(await done(command(found, 'backup', folder('quinze-copias'), '--verificar'))).toContain('inteiro');
  });
});
