import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  about,
  call,
  draft,
  field,
  newSender,
  person,
  readyToSign,
  refusal,
  type Sender,
  sent,
  sharedService,
  until,
} from '../../modules/support.ts';

/** Line 3: documents by when they changed and were concluded, page by page, with the exact total. */

const service = sharedService();

describe.each(['PRODUCAO', 'TESTE'] as const)('in %s', (ambiente) => {
  let sender: Sender;
  /** Oldest first, by creation. */
  let ids: string[];
  let concluded: string[];
  const word = `p${randomUUID().slice(0, 8)}`;
  const moment = () => service().clock.now().toISOString();
  const page = (query: string, { base, as } = sender) => call(`${base}/documentos?${query}`, 'GET', undefined, as);
  /** Every page of two, each of which tells the same total. */
  const walked = async (query: string, by = sender): Promise<string[]> => {
    const seen: string[] = [];
    let cursor: string | null = '';
    let total: number | undefined;
    while (cursor !== null) {
      const { body } = await page(`${query}&limite=2${cursor && `&cursor=${cursor}`}`, by);
      seen.push(...body.itens.map(({ id }: { id: string }) => id));
      total ??= body.total;
      expect(body.total).toBe(total);
      cursor = body.proximoCursor;
    }
    expect(total).toBe(seen.length);
    return seen;
  };

  beforeAll(async () => {
    sender = await newSender(service(), ambiente);
    ids = [];
    for (let n = 0; n < 5; n += 1) ids.push((await draft(sender, { titulo: `${word} ${n}` })).id);
    concluded = [];
    for (let n = 0; n < 3; n += 1) {
      const titulo = `${word} pronto ${n}`;
      const { id, signatarios } = await sent(sender, { titulo, signatarios: [person()], campos: [field()] });
      concluded.push(id);
      const one = await readyToSign(sender, signatarios[0]);
      expect((await one.sign()).status).toBe(200);
      await until(async () => (await about(sender, id)).body.status === 'ASSINADO');
    }
    for (const id of [ids[0], ids[2]]) {
      await about(sender, id as string, '', 'PATCH', { descricao: 'mudou' });
    }
  });

  it('goes by the last change, by the conclusion or by the creation', async () => {
    const [a, b, c, d, e] = ids as [string, string, string, string, string];
    const done = [...concluded].reverse();
    expect(await walked('ordenarPor=atualizadoEm')).toEqual([c, a, ...done, e, d, b]);
    expect(await walked('ordenarPor=criadoEm')).toEqual([...done, e, d, c, b, a]);
    expect(await walked('ordenarPor=finalizadoEm')).toEqual(done);
    expect(await walked('ordenarPor=finalizadoEm&status=RASCUNHO')).toEqual([]);
    expect(await walked('ordenarPor=atualizadoEm&status=RASCUNHO')).toEqual([c, a, e, d, b]);
  });

  it('goes so with a text to look for as well', async () => {
    const [a, b, c, d, e] = ids as [string, string, string, string, string];
    const done = [...concluded].reverse();
    expect(await walked(`busca=${word}&ordenarPor=atualizadoEm`)).toEqual([c, a, ...done, e, d, b]);
    expect(await walked(`busca=${word}&ordenarPor=finalizadoEm`)).toEqual(done);
    expect(await walked(`busca=${word}%20pronto&ordenarPor=atualizadoEm&status=ASSINADO`)).toEqual(done);
  });

  it('ends where it is told: what was made, changed or concluded until then', async () => {
    const created = async (id?: string) => (await about(sender, id as string)).body.criadoEm;
    const [first, last] = [await created(ids[1]), await created(ids[3])];
    expect(await walked(`criadoDesde=${first}&criadoAte=${last}`)).toEqual([ids[3], ids[2], ids[1]]);
    expect(await walked(`criadoAte=${first}&status=RASCUNHO`)).toEqual([ids[1], ids[0]]);
    expect(await walked(`criadoDesde=${first}&criadoAte=${last}&busca=${word}%202`)).toEqual([ids[2]]);
    const { atualizadoEm, finalizadoEm } = (await about(sender, concluded[1] as string)).body;
    const until = await walked(`ordenarPor=atualizadoEm&atualizadoAte=${atualizadoEm}`);
    expect([until[0], until.includes(concluded[2] as string)]).toEqual([concluded[1], false]);
    expect(await walked(`finalizadoAte=${finalizadoEm}`)).toEqual([concluded[1], concluded[0]]);
  });

  it('begins where it is told: what was concluded since', async () => {
    const { body } = await about(sender, concluded[1] as string);
    expect(await walked(`finalizadoDesde=${body.finalizadoEm}`)).toEqual([...concluded.slice(1)].reverse());
    expect(await walked(`finalizadoDesde=${body.finalizadoEm}&busca=pronto%202`)).toEqual([concluded[2]]);
  });

  it('begins where it is told: what changed since', async () => {
    // Elsewhere, because a change gives the documents above another order.
    const other = await newSender(service(), ambiente);
    const listed = (query: string) => walked(query, other);
    const { id: first } = await sent(other, { titulo: `${word} enviado` });
    const { id: second } = await draft(other, { titulo: word });
    const since = moment();
    expect(await listed(`atualizadoDesde=${since}`)).toEqual([]);
    await about(other, second, '', 'PATCH', { descricao: 'outra' });
    await about(other, first, '/ajustar', 'POST', { referenciaExterna: 'x' });
    expect(await listed(`atualizadoDesde=${since}`)).toEqual([second, first]);
    expect(await listed(`atualizadoDesde=${since}&ordenarPor=atualizadoEm`)).toEqual([first, second]);
    expect(await listed(`atualizadoDesde=${since}&busca=${word}%20enviado`)).toEqual([first]);
  });

  it('refuses what is no order or no instant, and a cursor of another order', async () => {
    expect(refusal(await page('ordenarPor=titulo'))).toEqual([400, 'ENTRADA_INVALIDA', ['query.ordenarPor']]);
    expect(refusal(await page('atualizadoDesde=ontem'))).toEqual([400, 'ENTRADA_INVALIDA', ['query.atualizadoDesde']]);
    const { proximoCursor } = (await page('ordenarPor=atualizadoEm&limite=2')).body;
    for (const query of ['', 'ordenarPor=criadoEm&', `ordenarPor=atualizadoEm&atualizadoDesde=${moment()}&`]) {
      const other = await page(`${query}cursor=${proximoCursor}`);
      expect(refusal(other)).toEqual([400, 'ENTRADA_INVALIDA', ['query.cursor']]);
    }
  });
});
