import { randomUUID } from 'node:crypto';
import { exampleData } from '@rubrica/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { emit } from '../../../src/core/outbox.ts';
import { type Scope, scopeOf } from '../../../src/core/scope.ts';
import { DAY_MS } from '../../modules/lgpd/support.ts';
import { about, call, draft, newSender, refusal, type Sender, sent, sharedService } from '../../modules/support.ts';
import { answer, startReceiver } from '../../modules/webhooks/receiver.ts';

/** Line 4: the feed of events, which skips none however transactions overlap, and tells each as webhooks do. */

const service = sharedService();

interface Event {
  readonly eventoId: string;
  readonly evento: string;
  readonly dados: { readonly documento: { readonly id: string } };
}

/** The contract's own example, of a document of our choice. */
function viewed(documentoId: string): object {
  const example = exampleData('document.viewed') as { documento: object };
  return { ...example, documento: { ...example.documento, id: documentoId } };
}

describe.each(['PRODUCAO', 'TESTE'] as const)('in %s', (ambiente) => {
  let sender: Sender;
  let scope: Scope;
  const feed = (query = '') => call(`${sender.base}/eventos?${query}`, 'GET', undefined, sender.as);
  const read = async (query = ''): Promise<Event[]> => (await feed(query)).body.itens;
  const ids = (events: readonly Event[]) => events.map(({ eventoId }) => eventoId);
  const lastId = async () => (await read('ordem=desc&limite=1'))[0]?.eventoId;
  beforeAll(async () => {
    sender = await newSender(service(), ambiente);
    const { id } = (await call(`${sender.base}/organizacao`, 'GET', undefined, sender.as)).body;
    scope = scopeOf(id, ambiente);
    await draft(sender);
  });

  /** Tells an event in a transaction that stays open until it is released, as another use case would. */
  async function opened(documentoId = randomUUID()) {
    let release = (_commits: boolean): void => {};
    const told = new Promise<() => Promise<unknown>>((begun, failed) => {
      const held = new Promise<boolean>((resolve) => {
        release = resolve;
      });
      const done = service()
        .app.db.write(scope, async (tx) => {
          await emit(tx, 'document.viewed', documentoId, viewed(documentoId));
          begun(() => done);
          if (!(await held)) throw new Error('rolled back');
        })
        .catch((error) => {
          if (error.message !== 'rolled back') failed(error);
        });
    });
    const done = await told;
    const end = async (commits = true) => {
      release(commits);
      await done();
    };
    return { documentoId, end };
  }
  const documents = (events: readonly Event[]) => events.map(({ dados }) => dados.documento.id);

  it('tells every event byte for byte as a webhook is told, in order, at once', async () => {
    const receiver = await startReceiver(answer(200));
    const eventos = ['document.created', 'document.sent', 'document.cancelled'];
    const webhook = await call(`${sender.base}/webhooks`, 'POST', { url: receiver.url, eventos }, sender.as);
    const before = await lastId();
    const { id } = await sent(sender, { referenciaExterna: 'pedido-1' });
    await about(sender, id, '/cancelar', 'POST', { motivo: 'Engano.' });
    const answered = await feed(`apos=${before}`);
    expect(answered.body.itens.map(({ evento }: Event) => evento)).toEqual(eventos);
    expect([answered.body.total, answered.body.proximoCursor]).toEqual([3, null]);
    for (const { body } of await receiver.received(3, 40_000)) {
      expect(answered.bytes.includes(body)).toBe(true);
      const { eventoId } = JSON.parse(body.toString());
      const one = await call(`${sender.base}/eventos/${eventoId}`, 'GET', undefined, sender.as);
      expect(one.bytes.equals(body)).toBe(true);
    }
    await call(`${sender.base}/webhooks/${webhook.body.id}`, 'DELETE', undefined, sender.as);
    await receiver.close();
  });

  it('is filtered by name, document and instant, walked by pages, and read from either end', async () => {
    const before = await lastId();
    const since = service().clock.now().toISOString();
    const made = [await sent(sender), await sent(sender), await draft(sender)];
    const own = ids(await read(`apos=${before}`));
    expect(own.length).toBe(5);
    expect(ids(await read(`apos=${before}&ordem=desc`))).toEqual([...own].reverse());
    expect(ids(await read(`desde=${since}`))).toEqual(own);
    expect(documents(await read(`apos=${before}&tipo=document.sent`))).toEqual([made[0].id, made[1].id]);
    expect(ids(await read(`documentoId=${made[1].id}`))).toEqual(own.slice(2, 4));
    for (const ordem of ['asc', 'desc']) {
      const query = `apos=${before}&ordem=${ordem}&limite=2`;
      const seen: string[] = [];
      let cursor = '';
      for (let pages = 0; pages < 3; pages += 1) {
        const { body } = await feed(`${query}${cursor}`);
        expect(body.total).toBe(5);
        seen.push(...ids(body.itens));
        cursor = `&cursor=${body.proximoCursor}`;
      }
      expect(cursor).toBe('&cursor=null');
      expect(seen).toEqual(ordem === 'asc' ? own : [...own].reverse());
    }
    expect(ids(await read(`apos=${own[2]}`))).toEqual(own.slice(3));
  });

  it('an event whose transaction ends last comes last, and keeps nobody waiting', async () => {
    const before = await lastId();
    const first = await opened();
    const second = await opened();
    const third = await opened();
    await third.end();
    const seen = await read(`apos=${before}`);
    expect(documents(seen)).toEqual([third.documentoId]);
    await second.end(false);
    await first.end();
    expect(documents(await read(`apos=${seen[0]?.eventoId}`))).toEqual([first.documentoId]);
    expect(documents(await read(`apos=${before}`))).toEqual([third.documentoId, first.documentoId]);
  });

  it('a reader who goes on after the last one misses none, whichever way transactions overlap', async () => {
    const before = await lastId();
    const seen: Event[] = [];
    const goOn = async () => {
      seen.push(...(await read(`apos=${seen.at(-1)?.eventoId ?? before}&limite=100`)));
    };
    const committed: string[] = [];
    const open: Awaited<ReturnType<typeof opened>>[] = [];
    // Many are open at a time, and end in another order than they began; a fifth is rolled back.
    for (let n = 0; n < 60; n += 1) {
      open.push(await opened());
      if (open.length < 8) continue;
      const [one] = open.splice((n * 5) % 8, 1);
      const commits = n % 5 !== 0;
      const reading = Promise.all([goOn(), one?.end(commits)]);
      if (commits && one) committed.push(one.documentoId);
      await reading;
    }
    for (const one of open) await one.end();
    committed.push(...open.map(({ documentoId }) => documentoId));
    await goOn();
    expect(documents(seen).sort()).toEqual(committed.sort());
    expect(new Set(ids(seen)).size).toBe(seen.length);
    const whole = await read(`apos=${before}&limite=100`);
    expect(ids(whole)).toEqual(ids(seen));
  });

  it('an event that a delivery is being made of is told like any other', async () => {
    const before = await lastId();
    const one = await opened();
    await one.end();
    // As the row of a delivery holds the event that it names.
    await service().owner.begin(async (sql) => {
      await sql`select from evento_saida where documento_id = ${one.documentoId} for key share`;
      expect(documents(await read(`apos=${before}`))).toEqual([one.documentoId]);
    });
  });

  it('goes on after an event that is gone, and knows none of another organization', async () => {
    const { id } = await draft(sender);
    const [gone] = await read(`documentoId=${id}`);
    await draft(sender);
    const after = ids(await read(`apos=${gone?.eventoId}`));
    expect(after.length).toBe(1);
    await service().owner`delete from evento_saida where id = ${gone?.eventoId ?? ''}`;
    expect(ids(await read(`apos=${gone?.eventoId}`))).toEqual(after);
    expect((await call(`${sender.base}/eventos/${gone?.eventoId}`, 'GET', undefined, sender.as)).status).toBe(404);

    const other = await newSender(service(), ambiente);
    const [event] = after;
    for (const path of [`?apos=${event}`, `/${event}`, `?apos=${randomUUID()}`]) {
      const foreign = await call(`${other.base}/eventos${path}`, 'GET', undefined, other.as);
      expect(refusal(foreign)).toEqual([404, 'NAO_ENCONTRADO']);
    }
  });

  it('refuses what is no event, order, document or time to wait', async () => {
    const places = ['tipo=x', 'ordem=x', 'documentoId=x', 'apos=x', 'desde=x', 'aguardar=26', 'aguardar=-1'];
    for (const query of places) {
      expect(refusal(await feed(query))).toEqual([400, 'ENTRADA_INVALIDA', [`query.${query.split('=')[0]}`]]);
    }
  });
});

it('is served for thirty days, and goes on after what is older', async () => {
  const sender = await newSender(service());
  const get = async (path: string) => {
    // A session rests after eight hours.
    const { authorization } = key;
    return call(`${sender.base}${path}`, 'GET', undefined, { authorization });
  };
  const created = await call(
    `${service().origin}/v1/chaves-api`,
    'POST',
    { nome: 'longa', ambiente: 'TESTE', escopos: ['documentos:ler', 'documentos:escrever'] },
    sender.as,
  );
  const key = { authorization: `Bearer ${created.body.chave}` };
  await draft(sender);
  const [old] = (await get('/eventos')).body.itens;
  service().clock.advance(31 * DAY_MS);
  expect((await get('/eventos')).body).toMatchObject({ itens: [], total: 0 });
  expect((await get(`/eventos/${old.eventoId}`)).status).toBe(404);
  const fresh = await draft({ ...sender, as: key });
  const { itens } = (await get(`/eventos?apos=${old.eventoId}`)).body;
  expect(itens.map(({ dados }: Event) => dados.documento.id)).toEqual([fresh.id]);
});
