import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Databases, shareDatabaseServer } from '../campaigns/crash/lane.ts';
import { about, draft, field, person, type Sender, until } from '../modules/support.ts';
import { type Installation, newInstallation, newSenderAt, type Program } from './support.ts';

/** A process that dies, or is asked to stop, with a job in its hands: here a message half way into the mail server. */

/** A mail server that holds its answer to each message while it is told to. */
async function startHoldingServer() {
  const accepted: ParsedMail[] = [];
  const held: (() => void)[] = [];
  const state = { holding: true };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      simpleParser(stream).then((mail) => {
        const accept = () => {
          accepted.push(mail);
          done();
        };
        if (state.holding) held.push(accept);
        else accept();
      }, done);
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    accepted,
    held,
    hold: (holding: boolean) => {
      state.holding = holding;
    },
    stop: () => new Promise<void>((done) => server.close(done)),
  };
}

let server: Databases;
let installation: Installation;
let mail: Awaited<ReturnType<typeof startHoldingServer>>;
let main: Program;
let sender: Sender;
let workers: Program[] = [];

beforeAll(async () => {
  [server, mail] = await Promise.all([shareDatabaseServer(), startHoldingServer()]);
  installation = await newInstallation(server, 'queda');
  // It answers and prepares the database; whether jobs are done is then the workers' matter alone.
  main = installation.start('main', { ROLES: 'http,migrate', SMTP_URL: mail.url });
  sender = await newSenderAt(await main.started, installation.sql);
});
afterAll(async () => {
  mail?.hold(false);
  await installation?.stop();
  await mail?.stop();
  await server?.stop();
});

/** Nobody takes up what the next test sends but the workers of that test. */
afterEach(async () => {
  mail.hold(false);
  for (const accept of mail.held.splice(0)) accept();
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
});

function startWorker(): Program {
  const worker = installation.start('worker', { SMTP_URL: mail.url });
  workers.push(worker);
  return worker;
}

async function sendTo(email: string): Promise<string> {
  const signatarios = [person({ metodoEntrega: 'EMAIL', email })];
  const { id } = await draft(sender, { signatarios, campos: [field()] });
  expect((await about(sender, id, '/enviar', 'POST')).status).toBe(200);
  return id;
}

const subjectsTo = (email: string) => mail.accepted.filter(({ to }) => [to].flat()[0]?.text === email);

/** How often the invitation is in the trail and in the consumption. */
async function recorded(documentoId: string): Promise<{ trail: number; metered: number }> {
  const [row] = await installation.sql`
    select (select count(*) from evento_auditoria
             where documento_id = ${documentoId} and corpo::json ->> 'acao' = 'CONVITE_ENVIADO') as trail,
           (select count(*) from medicao where documento_id = ${documentoId} and tipo = 'EMAIL_ENVIADO') as metered`;
  return { trail: Number(row?.trail), metered: Number(row?.metered) };
}

describe('a worker with a message half way', () => {
  it('that is asked to stop finishes it first', async () => {
    mail.hold(true);
    const worker = startWorker();
    await worker.started;
    const documentoId = await sendTo('primeira@exemplo.com.br');
    const accept = await until(async () => mail.held.shift());
    const ended = worker.stop();
    await until(async () => /Encerrando/.test(worker.output()));
    expect(worker.child.exitCode).toBe(null);
    accept();
    expect(await ended).toBe(0);
    expect(subjectsTo('primeira@exemplo.com.br').length).toBe(1);
    expect(await recorded(documentoId)).toEqual({ trail: 1, metered: 1 });
  });

  it('that is killed leaves it to another, which takes it up once the dead one is silent, and it arrives once', async () => {
    mail.hold(true);
    const doomed = startWorker();
    await doomed.started;
    const documentoId = await sendTo('segunda@exemplo.com.br');
    await until(async () => mail.held.shift());
    const heir = startWorker();
    await Promise.all([doomed.kill(), heir.started]);
    mail.hold(false);
    expect(await doomed.ended).toBe('SIGKILL');
    await until(async () => subjectsTo('segunda@exemplo.com.br').length > 0);
    await until(async () => (await recorded(documentoId)).trail > 0);
    await until(async () => {
      const [row] = await installation.sql`select count(*) as left from fila.job where state < 'completed'`;
      return Number(row?.left) === 0;
    });
    expect(subjectsTo('segunda@exemplo.com.br').length).toBe(1);
    expect(await recorded(documentoId)).toEqual({ trail: 1, metered: 1 });
  });

  it('that is killed with a notice half way leaves it to another, and it arrives and counts once', async () => {
    mail.hold(false);
    const doomed = startWorker();
    await doomed.started;
    const documentoId = await sendTo('terceira@exemplo.com.br');
    await until(async () => (await recorded(documentoId)).trail > 0);
    mail.hold(true);
    await about(sender, documentoId, '/cancelar', 'POST', { motivo: 'Engano.' });
    await until(async () => mail.held.shift());
    const heir = startWorker();
    await Promise.all([doomed.kill(), heir.started]);
    mail.hold(false);
    await until(async () => subjectsTo('terceira@exemplo.com.br').length > 1);
    await until(async () => {
      const [row] = await installation.sql`select count(*) as left from aviso`;
      return Number(row?.left) === 0;
    });
    expect(subjectsTo('terceira@exemplo.com.br').map(({ subject }) => subject)).toEqual([
      'Acácia Ltda. enviou Contrato para você assinar',
      '“Contrato” foi cancelado',
    ]);
    expect((await recorded(documentoId)).metered).toBe(2);
  });
});
