import { describe, expect, it } from 'vitest';
import { newKey } from '../../harness.ts';
import { untilWaitedFor } from '../support.ts';
import { call, draft, medicaoOf, newSender, quantidadeOf, type Sender, send, sent, sharedWorld } from './world.ts';

const ALLOWANCE = 20;
const world = sharedWorld();

/** An organization that has used up its allowance but for so many envelopes. */
async function almostUsedUp(left: number): Promise<Sender> {
  const by = await newSender(world().service);
  for (let i = 0; i < ALLOWANCE - left; i++) await sent(by);
  return by;
}
const trySend = async (by: Sender, id: string) => {
  const { status, body } = await by.api(`/documentos/${id}/enviar`, 'POST');
  return [status, body.codigo ?? body.status];
};

describe('the allowance of a plan without excess', () => {
  it('lets the 20th envelope go and refuses the 21st, which stays a draft and consumes nothing', async () => {
    const by = await almostUsedUp(1);
    const [last, beyond] = [await draft(by), await draft(by)];
    expect(await trySend(by, last)).toEqual([200, 'AGUARDANDO_ASSINATURAS']);
    expect(await trySend(by, beyond)).toEqual([402, 'FRANQUIA_ESGOTADA']);
    expect((await by.api(`/documentos/${beyond}`)).body.status).toBe('RASCUNHO');
    expect(await medicaoOf(by, 'ENVELOPE_ENVIADO')).toMatchObject({
      quantidade: 20,
      franquia: 20,
      excedente: 0,
      valorExcedenteCentavos: 0,
    });
  });

  it('gives the last envelope to one of ten sendings at once', async () => {
    const by = await almostUsedUp(1);
    const drafts: string[] = [];
    for (let i = 0; i < 10; i++) drafts.push(await draft(by));
    const outcomes = await Promise.all(drafts.map((id) => trySend(by, id)));
    expect(outcomes.filter(([status]) => status === 200).length).toBe(1);
    expect(outcomes.filter(([status, codigo]) => status === 402 && codigo === 'FRANQUIA_ESGOTADA').length).toBe(9);
    expect(await quantidadeOf(by, 'ENVELOPE_ENVIADO')).toBe(20);
  });

  it('is held by a sending only for its commit, and not while its answer is made', async () => {
    const by = await newSender(world().service);
    const { owner, origin } = by.service;
    const [first, second] = [await draft(by), await draft(by)];
    // A credential to which the link was never shown: that it is now is written last.
    const key = await newKey(origin, by.account.panel, 'PRODUCAO');
    const held = await owner.begin(async (other) => {
      await other`
        select from link l join link_signatario ls on ls.link_id = l.id where ls.documento_id = ${first} for update of l`;
      const held = call(`${by.base}/documentos/${first}/enviar`, 'POST', undefined, {
        authorization: key.authorization,
      });
      await untilWaitedFor(other);
      await send(by, second);
      return { answer: held };
    });
    expect((await held.answer).status).toBe(200);
    expect(await quantidadeOf(by, 'ENVELOPE_ENVIADO')).toBe(2);
  });

  it('begins anew with the month in Brasília', async () => {
    const by = await almostUsedUp(0);
    const id = await draft(by);
    expect((await trySend(by, id))[0]).toBe(402);
    await by.advance(32 * 24 * 3600_000);
    await send(by, id);
    expect(await quantidadeOf(by, 'ENVELOPE_ENVIADO')).toBe(1);
  });
});
