import { type AddressInfo, createConnection, createServer } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { databaseClock } from '../../../src/compose/time.ts';
import { connect } from '../../../src/core/sql.ts';
import { addressOf, newDatabase } from '../../database.ts';
import type { Answer } from '../../harness.ts';
import {
  about,
  codeSentTo,
  draft,
  newSender,
  ownService,
  person,
  postDocument,
  type Sender,
  type Signer,
  signer,
  tokenOf,
} from '../../modules/support.ts';
import { BORN, CPF, personal, several } from '../evidence/support.ts';

/**
 * The clocks of two processes are apart by as much as it takes to ask the database for the time: a few milliseconds, and on a busy
 * machine some hundred. What a person does next may be taken by the one that is behind, or by a transaction that began before and
 * waited. And the database's own clock, which all follow, may be set back by minutes. The document is completed all the same, and
 * the times of its evidence follow each other.
 */

const APART = [
  ['of a process that is behind', 900],
  ['that is set back by ten minutes', 600_000],
] as const;
const STEPS = ['criar', 'enviar', 'abrir', 'autenticar', 'leitura', 'aceite', 'assinar'] as const;
type Step = (typeof STEPS)[number];

const service = ownService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service(), 'PRODUCAO');
});

/** One document, whose steps may be taken one by one. */
function newLife(titulo: string) {
  let id = '';
  let one: Signer;
  let textoHash = '';
  const steps: Record<Step, () => Promise<Answer>> = {
    async criar() {
      const answer = await postDocument(sender, personal({ titulo }));
      id = answer.body.id;
      return answer;
    },
    async enviar() {
      const answer = await about(sender, id, '/enviar', 'POST');
      one = signer(sender.base, tokenOf(answer.body.signatarios[0]));
      return answer;
    },
    async abrir() {
      const answer = await one.open();
      textoHash = answer.body.textoAceite.textoHash;
      return answer;
    },
    autenticar: () => one.personal(CPF, BORN),
    leitura: () => one.read(),
    aceite: () => one.accept(textoHash),
    assinar: () => one.sign(),
  };
  const take = async (step: Step) => {
    const answer = await steps[step]();
    expect([step, answer.status, answer.body.detail]).toEqual([step, step === 'criar' ? 201 : 200, undefined]);
    return answer.body;
  };
  return { take, id: () => id, document: async () => (await about(sender, id)).body };
}

/** When a document's one signer opened it, proved who they are, read, accepted and signed. */
async function timesOf(id: string): Promise<string[]> {
  const [row] = await service().owner<Record<string, Date>[]>`
    select visualizado_em, autenticado_em, leitura_concluida_em, aceito_em, assinado_em
      from signatario where documento_id = ${id}`;
  return Object.values(row ?? {}).map((time) => time.toISOString());
}

describe.each(APART)('by a clock %s', (_which, apartMs) => {
  it.each(STEPS)('%s is done, and the document is completed', async (late) => {
    const life = newLife(`Atrasado em ${late}`);
    const told = {} as Record<Step, Record<string, string>>;
    for (const step of STEPS) {
      if (step === late) service().clock.advance(-apartMs);
      told[step] = await life.take(step);
    }
    expect((await life.document()).status).toBe('ASSINADO');
    const times = await timesOf(life.id());
    expect(times).toEqual([...times].sort());
    expect([told.aceite.aceitoEm, told.assinar.assinadoEm]).toEqual(times.slice(-2));
  });
});

describe('by a clock that is set back before whatever anybody does', () => {
  const setBack = () => service().clock.advance(-61_000);

  it('people are invited, corrected and prove themselves in turn, and the document is completed', async () => {
    const [first, second] = [person({ ordem: 1 }), person({ ordem: 2, nome: 'Bia Reis' })];
    const { id, signatarios } = await draft(sender, { ordenado: true, ...several(first, second) });
    const steps: (() => PromiseLike<Answer>)[] = [() => about(sender, id, '/enviar', 'POST')];
    for (const [index, { email }] of [first, second].entries()) {
      const own = async () => signer(sender.base, tokenOf((await about(sender, id)).body.signatarios[index]));
      steps.push(
        async () => (await own()).open(),
        async () => (await own()).otp('EMAIL'),
        async () => (await own()).answer('EMAIL', await codeSentTo(sender, email)),
        async () => (await own()).read(),
        async () => (await own()).accept(),
        ...(index === 0
          ? [() => about(sender, id, `/signatarios/${signatarios[1].id}`, 'PATCH', { nome: 'Bia Reis Lima' })]
          : []),
        async () => (await own()).sign(),
      );
    }
    for (const step of steps) {
      setBack();
      const { status, body } = await step();
      expect([status, body.detail]).toEqual([200, undefined]);
    }
    expect((await about(sender, id)).body.status).toBe('ASSINADO');
  });
});

describe('a document that an earlier version left with times that do not follow each other', () => {
  it('is completed', async () => {
    const life = newLife('Assinado antes');
    for (const step of STEPS.slice(0, -1)) await life.take(step);
    await service().owner.unsafe(`
      create function como_antes() returns trigger language plpgsql as $$
      begin new.assinado_em := new.aceito_em - interval '300 ms'; return new; end $$;
      create trigger como_antes before update of assinado_em on signatario for each row execute function como_antes()`);
    // Its signature was dated like its acceptance, as the trail never goes back.
    service().clock.advance(-APART[0][1]);
    await life.take('assinar');
    await service().owner.unsafe('drop trigger como_antes on signatario; drop function como_antes');
    expect((await life.document()).status).toBe('ASSINADO');
    const [accepted, signed] = (await timesOf(life.id())).slice(-2) as [string, string];
    expect(signed < accepted).toBe(true);
  });
});

/** Between the opening of a connection and its first byte. */
const SLOW_MS = 2_000;

describe('the clock of a process', () => {
  it('is right at once, however long its connection took', async () => {
    const database = await newDatabase();
    onTestFinished(() => database.remove());
    const { path, username, database: name } = addressOf(database.url);
    const gate = createServer((client) => {
      client.on('error', () => {});
      setTimeout(() => {
        const server = createConnection({ path });
        server.on('error', () => {});
        client.pipe(server).pipe(client);
      }, SLOW_MS);
    });
    await new Promise<void>((done) => gate.listen(0, '127.0.0.1', done));
    onTestFinished(() => void gate.close());
    const { port } = gate.address() as AddressInfo;
    const clock = databaseClock((line) =>
      connect({ host: '127.0.0.1', port, username, database: name }, null, 1, line),
    );
    onTestFinished(() => clock.close());
    await clock.follow();
    expect(Math.abs(clock.machineAheadMs())).toBeLessThan(SLOW_MS / 4);
  });
});
