import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { without } from '../../../../../packages/pdf/test/judges/programs.ts';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { call, documentForm, until } from '../../harness.ts';
import { answer, type Receiver, startReceiver } from '../../modules/webhooks/receiver.ts';
import { type Installation, newInstallation, type Program } from '../../processes/support.ts';
import { startDatabaseServer } from '../crash/lane.ts';
import { lost, settled, twice, untold, unverified } from './audit.ts';
import { Ledger, newSubscriber } from './ledger.ts';
import { Closing } from './support.ts';

/**
 * Every clock of a process is set ahead and back by hours under load (libfaketime, which stands between the process and
 * the system, where 03-clocks sets what the program alone sees), while another beside it has the right time.
 */

const LIBRARY = [
  process.env.LIBFAKETIME ?? '',
  ...['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`),
  '/usr/lib64/faketime/libfaketimeMT.so.1',
  '/usr/lib/faketime/libfaketimeMT.so.1',
].find((path) => path !== '' && existsSync(path));

const STEPS = ['+5h', '-7h', '+26h', '+0'] as const;
const SIGNED = process.env.RUBRICA_RUNS ? 20 : 4;
const HOUR_MS = 3600_000;
/** What a busy machine adds to a moment. */
const NEAR_MS = 30_000;

describe('a process whose clocks are set', LIBRARY ? {} : without('libfaketime not installed'), () => {
  const closing = new Closing();
  let installation: Installation;
  let receiver: Receiver;
  let ledger: Ledger;
  let origins: readonly string[];
  let programs: Program[];
  /** A document whose deadline is an hour away, and one that falls due while the clock is wrong. */
  const deadlines = { later: '', soon: '' };
  let began: number;

  beforeAll(async () => {
    began = Date.now();
    const server = await startDatabaseServer();
    closing.push(() => server.stop());
    receiver = await startReceiver(answer(200));
    closing.push(() => receiver.close());
    installation = await newInstallation(server, 'horas');
    closing.push(() => installation.stop());
    const folder = await mkdtemp(join(tmpdir(), 'rubrica-horas-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'hora');
    /** Whole in one moment: who reads half a line has another time. */
    const set = async (step: string) => {
      await writeFile(`${file}.nova`, `${step}\n`);
      await rename(`${file}.nova`, file);
    };
    await set('+0');
    const faked = {
      LOG_LEVEL: 'warn',
      LD_PRELOAD: LIBRARY as string,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // Setting a clock does not change how long something took.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
    programs = [installation.start('main', faked), installation.start('main')];
    for (const program of programs) closing.push(() => program.kill());
    origins = await Promise.all(programs.map(({ started }) => started));
    const { sql } = installation;
    const plan = (id: string) => sql`update organizacao set plano_codigo = 'EMPRESARIAL' where id = ${id}`;
    const account = await newSubscriber(origins[0] as string, receiver.url, plan);
    ledger = new Ledger({ origins: () => origins, accounts: [account] });
    const { end } = ledger.load(4);
    await until(async () => ledger.count('assinado') >= SIGNED);
    for (const step of STEPS) {
      await set(step);
      const signed = ledger.count('assinado');
      await until(async () => ledger.count('assinado') >= signed + SIGNED);
      if (step === '+5h') await sendWithDeadlines();
      if (step === '-7h') await until(async () => (await statusOf(deadlines.soon)) === 'EXPIRADO');
    }
    await end();
  }, 400_000);
  afterAll(() => closing.end());

  const by = () => ledger.lives[0]?.account.panel ?? {};
  const api = (path: string, method = 'GET', body?: unknown) => call(`${origins[0]}/v1${path}`, method, body, by());
  const statusOf = async (id: string) => (await api(`/documentos/${id}`)).body.status as string;

  async function sendWithDeadlines(): Promise<void> {
    for (const name of ['later', 'soon'] as const) {
      const dados = {
        titulo: `Prazo ${name}`,
        prazoEm: new Date(Date.now() + HOUR_MS).toISOString(),
        signatarios: [
          { funcao: 'ASSINAR', nome: 'João da Silva', metodoEntrega: 'LINK', email: 'joao@exemplo.com.br' },
        ],
        campos: [{ tipo: 'ASSINATURA', pagina: 1, x: 0.1, y: 0.7, largura: 0.4, altura: 0.1 }],
      };
      const created = await api('/documentos', 'POST', documentForm(tinyPdf(), dados));
      expect([created.status, created.body.erros]).toEqual([201, undefined]);
      const id = created.body.id as string;
      expect((await api(`/documentos/${id}/enviar`, 'POST')).status).toBe(200);
      deadlines[name] = id;
    }
    // In the database, whose clock nobody sets: a busy machine takes its time to send.
    await installation.sql`
      update documento set prazo_em = clock_timestamp() + interval '5 seconds' where id = ${deadlines.soon}`;
  }

  it('tells in its log that they are wrong', () => {
    expect(programs[0]?.output()).toContain("this machine's clock is not the database's");
  });

  it('answers nothing but what was done: no session, link or limit ended by it', () => {
    expect(ledger.wrong).toEqual([]);
    expect(ledger.broken).toEqual({ unanswered: 0, unavailable: 0 });
  });

  it('writes the right time', async () => {
    const rows = await installation.sql<{ em: Date }[]>`
      select criado_em as em from documento
       union all select finalizado_em from documento where finalizado_em is not null
       union all select (corpo::json ->> 'ocorridoEm')::timestamptz from evento_auditoria`;
    const wrong = rows.filter(({ em }) => em.getTime() < began - NEAR_MS || em.getTime() > Date.now() + NEAR_MS);
    expect([rows.length > 20, wrong]).toEqual([true, []]);
  });

  it('lets documents expire at their deadline and not before', async () => {
    expect([await statusOf(deadlines.soon), await statusOf(deadlines.later)]).toEqual([
      'EXPIRADO',
      'AGUARDANDO_ASSINATURAS',
    ]);
  });

  it('loses nothing, does nothing twice, leaves nothing stuck and nobody untold', async () => {
    await settled(installation.sql);
    expect(await lost(origins[1] as string, ledger)).toEqual({});
    expect(await twice(installation.sql)).toEqual([]);
    expect(await unverified(origins[0] as string, ledger)).toEqual([]);
    expect(untold(ledger, receiver)).toEqual([]);
  });
});
