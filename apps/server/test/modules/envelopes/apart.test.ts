import { beforeAll, describe, expect, it } from 'vitest';
import { detailsOf, sentEnvelope, several } from '../../campaigns/evidence/support.ts';
import { type Account, newAccount } from '../../harness.ts';
import { about, authenticated, call, person, type Sender, sharedService, trailOf } from '../support.ts';

/** Sets whose documents stand differently for the person of their link: what is done in one is told by that one alone. */

const service = sharedService();
let account: Account;
let sender: Sender;
beforeAll(async () => {
  account = await newAccount(service().origin);
  sender = { service: service(), base: `${service().origin}/v1/sandbox`, as: account.panel };
});

/** Documents of one envelope, each with these people and going on without whoever refuses. */
const setOf = (...people: object[][]) =>
  sentEnvelope(
    sender,
    people.map((signatarios) => ({ ...several(...signatarios), pararSeRecusado: false })),
  );

const read = (path: string, documentoId: string) =>
  call(`${path}/leitura`, 'POST', { documentoId, paginasLidas: 9, segundos: 3 });
const shownIn = async (id: string) => detailsOf(await trailOf(sender, id), 'LINK_EXIBIDO');

describe('what a person refused', () => {
  it('is not accepted afterwards, and is completed by those who are left', async () => {
    const [ana, rui] = [person(), person()];
    const [first, second] = await setOf([ana], [ana, rui]);
    const one = await authenticated(sender, first?.signatarios[0] as never);
    for (const { id } of [first, second] as { id: string }[]) await read(one.path, id);
    expect((await one.refuse('Não é o combinado.', second?.id)).status).toBe(200);
    const accepted = await one.accept();
    expect((await one.sign()).status).toBe(200);

    expect((await one.accept()).body).toEqual(accepted.body);
    const acts = (await trailOf(sender, second?.id ?? '')).map(({ acao }) => acao);
    expect(acts).not.toContain('ACEITE_REGISTRADO');
    const other = await authenticated(sender, second?.signatarios[1] as never);
    await other.read();
    await other.accept();
    const done = { id: second?.id, status: 'ASSINADO', recibo: expect.any(String) };
    expect((await other.sign()).body.documentos).toEqual([done]);
  });

  it('is not accepted where nothing is left that could be', async () => {
    const [ana, rui] = [person(), person()];
    const [first, second] = await setOf([ana, rui], [ana, rui]);
    const one = await authenticated(sender, first?.signatarios[0] as never);
    await one.refuse('Não.', first?.id);
    await about(sender, second?.id ?? '', '/cancelar', 'POST', { motivo: 'Engano.' });
    expect((await one.accept()).body.regra).toBe('youDeclined');
  });
});

describe('a link that stands for several documents', () => {
  it('is told as shown by each of them, once to each credential', async () => {
    const ana = person();
    const [first, second] = await setOf([ana], [ana]);
    expect(await shownIn(first?.id ?? '')).toEqual([{ signatarioId: first?.signatarios[0]?.id }]);
    expect(await shownIn(second?.id ?? '')).toEqual([{ signatarioId: second?.signatarios[0]?.id }]);

    const program = { ...sender, as: account.test };
    await about(program, second?.id ?? '');
    await about(program, second?.id ?? '');
    expect(await shownIn(first?.id ?? '')).toHaveLength(1);
    expect(await shownIn(second?.id ?? '')).toHaveLength(2);
  });
});
