import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IN_ORDER } from '../../../../../scripts/in-order.ts';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { type Account, type Answer, call, documentForm, newAccount, until } from '../../harness.ts';
import { operator } from '../../operator.ts';
import { type Program, startProgram } from '../../processes/support.ts';
import { type Pair, startPair } from './replicas.ts';
import { Closing } from './support.ts';
import { startWire, type Wire } from './switch.ts';

/** An address that names several servers, of which one is silent, one dead, one a standby, and one takes writes. */

async function deadPort(): Promise<number> {
  const listener = createServer();
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  const { port } = listener.address() as { port: number };
  await new Promise((done) => listener.close(done));
  return port;
}

describe('DATABASE_URL', IN_ORDER, () => {
  const closing = new Closing();
  let pair: Pair;
  let silent: Wire;
  let single: Wire;
  let env: Record<string, string>;
  /** With several servers, and with one address that may lead to either. */
  let several: Program;
  let one: Program;
  let account: Account;

  const create = async (program: Program, titulo: string): Promise<Answer> => {
    const form = documentForm(tinyPdf(1), { titulo });
    return call(`${await program.started}/v1/documentos`, 'POST', form, account.panel);
  };
  const ready = async (program: Program) => (await fetch(`${await program.started}/readyz`)).status;

  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'rubrica-hosts-'));
    closing.push(() => rm(dataDir, { recursive: true, force: true }));
    pair = await startPair();
    closing.push(() => pair.stop());
    silent = await startWire({ path: pair.primary.socket });
    silent.silence();
    closing.push(() => silent.close());
    single = await startWire({ path: pair.primary.socket });
    closing.push(() => single.close());
    const hosts = ['127.0.0.1', dirname(pair.standby.socket), '127.0.0.1', dirname(pair.primary.socket)];
    const ports = [silent.port, 5432, await deadPort(), 5432];
    const parameters = new URLSearchParams({
      host: hosts.join(','),
      port: ports.join(','),
      target_session_attrs: 'read-write',
    });
    env = { DATABASE_URL: `postgres://${pair.user}@/${pair.database}?${parameters}`, DATA_DIR: dataDir };
    several = startProgram('main', env);
    closing.push(() => several.kill());
    account = await newAccount(await several.started);
    one = startProgram('main', {
      ...env,
      DATABASE_URL: `postgres://${pair.user}@127.0.0.1:${single.port}/${pair.database}`,
    });
    closing.push(() => one.kill());
    await one.started;
  });
  afterAll(() => closing.end());

  it('of several servers leads to the one that takes writes, in every program', async () => {
    expect((await create(several, 'Um')).status).toBe(201);
    const { code, err } = await operator(env, 'selo', 'listar');
    expect([code, err]).toEqual([0, '']);
    const migrating = startProgram('migrate', env);
    expect(await migrating.ended).toBe(0);
  });

  it('leads to a standby: nobody is answered from it, and nothing worse than 503', async () => {
    single.lead({ path: pair.standby.socket });
    single.cut();
    single.mend();
    const refused = await until(async () => {
      const answer = await create(one, 'Nunca');
      return answer.status !== 201 && answer;
    });
    expect([refused.status, refused.body.codigo]).toEqual([503, 'SERVICO_INDISPONIVEL']);
    const read = await call(`${await one.started}/v1/documentos`, 'GET', undefined, account.panel);
    expect([read.status, await ready(one)]).toEqual([503, 503]);
    single.lead({ path: pair.primary.socket });
    single.mend();
    await until(async () => (await ready(one)) === 200);
    expect((await create(one, 'Dois')).status).toBe(201);
  });

  it('leads to a server that takes no writes for a while: the same', async () => {
    const sql = pair.primary.open();
    closing.push(() => sql.end({ timeout: 1 }));
    const fence = async (value: 'on' | 'off') => {
      await sql.unsafe(`alter system set default_transaction_read_only = ${value}`);
      await sql`select pg_reload_conf()`;
    };
    await fence('on');
    await until(async () => (await ready(several)) === 503);
    const { status } = await create(several, 'Nunca');
    expect(status).toBe(503);
    await fence('off');
    await until(async () => (await ready(several)) === 200);
    expect((await create(several, 'Três')).status).toBe(201);
  });

  it('follows the one promoted last, though the former primary goes on as one', async () => {
    await pair.promote();
    const seen = new Set<number>();
    const made = await until(async () => {
      const answer = await create(several, 'Quatro');
      seen.add(answer.status);
      return answer.status === 201 && answer;
    });
    expect([...seen].filter((status) => ![201, 503].includes(status))).toEqual([]);
    const sql = pair.standby.open();
    closing.push(() => sql.end({ timeout: 1 }));
    expect(await sql`select 1 from documento where id = ${made.body.id}`).toHaveLength(1);
    await pair.primary.kill();
    await until(async () => (await ready(several)) === 200);
    expect((await create(several, 'Cinco')).status).toBe(201);
    expect(several.child.exitCode).toBeNull();
  });
});
