import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { about, call, draft, field, newSender, person, type Sender, sent, sharedService, until } from '../support.ts';

/** What waits for somebody, of an organization of the sandbox whose people act by themselves. */

const service = sharedService();
const DAY_MS = 24 * 60 * 60_000;
let sender: Sender;
let own: string;

const home = async (by = sender) => (await call(`${by.base}/inicio`, 'GET', undefined, by.as)).body;
const titles = async (list: string, by = sender): Promise<string[]> =>
  (await home(by))[list].map(({ titulo }: { titulo: string }) => titulo);
const to = (email: string, dados: object = {}, by = sender) => {
  const id = randomUUID();
  const signatarios = [person({ id, metodoEntrega: 'EMAIL', email })];
  return sent(by, { signatarios, campos: [field({ signatarioId: id })], ...dados });
};
const inDays = (days: number) => new Date(service().clock.now().getTime() + days * DAY_MS).toISOString();

beforeAll(async () => {
  sender = await newSender(service());
  const { body } = await call(`${sender.base}/organizacao/membros`, 'GET', undefined, sender.as);
  own = body.itens[0].email;
});

describe('the beginning', () => {
  it('of a new organization has nothing in any list', async () => {
    expect(await home(await newSender(service()))).toEqual({
      paraAssinar: [],
      naoEntregues: [],
      aVencer: [],
      recusados: [],
      concluidos: [],
      rascunhos: [],
    });
  });

  it('has what waits for whoever asks, by the address of the account in any letter case, until it ends', async () => {
    const { id } = await to(own.toUpperCase(), { titulo: 'Para mim' });
    await to('outra.pessoa@exemplo.com.br', { titulo: 'Para outra' });
    await until(async () => (await titles('paraAssinar')).length === 1);
    expect(await titles('paraAssinar')).toEqual(['Para mim']);
    expect((await home()).paraAssinar[0]).toMatchObject({ id, signatarios: [{ email: own.toUpperCase() }] });
    await about(sender, id, '/cancelar', 'POST', { motivo: 'engano' });
    expect(await titles('paraAssinar')).toEqual([]);
  });

  it('has nobody whose turn has not come', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await sent(sender, {
      titulo: 'Em ordem',
      ordenado: true,
      signatarios: [
        person({ id: first, ordem: 1, metodoEntrega: 'LINK' }),
        person({ id: second, ordem: 2, metodoEntrega: 'EMAIL', email: own }),
      ],
      campos: [field({ signatarioId: first }), field({ signatarioId: second, x: 0.5 })],
    });
    expect(await titles('paraAssinar')).toEqual([]);
  });

  it('has what bounced, what was refused and what is complete, and each no longer once it is otherwise', async () => {
    const bounced = await to('devolve@teste.rubrica', { titulo: 'Voltou' });
    await to('recusa@teste.rubrica', { titulo: 'Recusado' });
    await to('assina@teste.rubrica', { titulo: 'Pronto' });
    await until(async () => (await titles('concluidos')).length === 1);
    await until(async () => (await titles('recusados')).length === 1);
    await until(async () => (await titles('naoEntregues')).length === 1);
    expect([await titles('concluidos'), await titles('recusados')]).toEqual([['Pronto'], ['Recusado']]);
    const [{ id }] = bounced.signatarios;
    await about(sender, bounced.id, `/signatarios/${id}`, 'PATCH', { email: 'certa@exemplo.com.br' });
    await until(async () => (await titles('naoEntregues')).length === 0);
  });

  it('has what ends within seven days, what ends first at the top', async () => {
    for (const [titulo, days] of [
      ['Em seis dias', 6],
      ['Em dois dias', 2],
      ['Em nove dias', 9],
    ] as const) {
      await to('alguem@exemplo.com.br', { titulo, prazoEm: inDays(days) });
    }
    expect(await titles('aVencer')).toEqual(['Em dois dias', 'Em seis dias']);
  });

  it('has the drafts one made, eight at most, and nothing of another organization', async () => {
    const other = await newSender(service());
    for (let n = 1; n <= 9; n += 1) await draft(other, { titulo: `Rascunho ${n}` });
    expect(await titles('rascunhos', other)).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((n) => `Rascunho ${n}`));
    expect(await titles('recusados', other)).toEqual([]);
    expect(await titles('rascunhos')).toEqual([]);
  });
});
