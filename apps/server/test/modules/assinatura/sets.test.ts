import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  about,
  call,
  draft,
  field,
  linkSentTo,
  newSender,
  person,
  type Sender,
  type Signer,
  sharedService,
  signer,
} from '../support.ts';

/** What one link tells of a set whose documents stand differently, whichever of them has the lower id. */

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

type Details = ReturnType<typeof person>;

/**
 * An envelope of two ordered documents with the same people, sent.
 * @param lower what is different about each of them in the document with the lower id
 * @param higher the same of the other document
 */
async function setOf(people: readonly Details[], lower: readonly object[], higher: readonly object[]) {
  const { body: envelope } = await call(`${sender.base}/envelopes`, 'POST', { titulo: 'Conjunto' }, sender.as);
  const drafts = [];
  for (let i = 0; i < 2; i += 1) {
    const signatarios = people.map((one) => ({ ...one, id: randomUUID() }));
    const campos = signatarios.map(({ id }) => field({ signatarioId: id }));
    drafts.push(await draft(sender, { envelopeId: envelope.id, ordenado: true, signatarios, campos }));
  }
  const [low, high] = drafts.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const [{ id, signatarios }, changes] of [[low, lower] as const, [high, higher] as const]) {
    for (const [index, change] of changes.entries()) {
      const changed = await about(sender, id, `/signatarios/${signatarios[index].id}`, 'PATCH', change);
      expect([changed.status, changed.body?.erros]).toEqual([200, undefined]);
    }
  }
  const sending = await call(`${sender.base}/envelopes/${envelope.id}/enviar`, 'POST', undefined, sender.as);
  expect([sending.status, sending.body?.erros]).toEqual([200, undefined]);
}

describe.each([
  ['lower', [{ travarDados: true, nome: null }], [{}]],
  ['higher', [{}], [{ travarDados: true, nome: null }]],
] as const)('a set whose document with the %s id locks the data and lacks the name', (_, lower, higher) => {
  it('is locked as a whole, and has the name of the other document in both', async () => {
    const ana = person({ metodoEntrega: 'EMAIL' });
    await setOf([ana], lower, higher);
    const { body } = await signer(sender.base, await linkSentTo(sender, ana.email)).open();
    expect(body.signatario).toMatchObject({ nome: ana.nome, travarDados: true });
    expect(body.documentos.map(({ pessoas }: { pessoas: { nome: string }[] }) => pessoas[0]?.nome)).toEqual([
      ana.nome,
      ana.nome,
    ]);
  });
});

const FIRST_AND_SECOND = [{ ordem: 1 }, { ordem: 2 }];
const SECOND_AND_FIRST = [{ ordem: 2 }, { ordem: 1 }];

describe.each([
  ['lower', FIRST_AND_SECOND, SECOND_AND_FIRST],
  ['higher', SECOND_AND_FIRST, FIRST_AND_SECOND],
] as const)('a person who begins the document with the %s id and waits in the other', (_, lower, higher) => {
  /** Reads and agrees to whatever is open; the link came by e-mail, and opening it proves the mailbox. */
  async function agree(one: Signer) {
    const { documentos, textoAceite } = (await one.open()).body;
    for (const { id: documentoId, paginas } of documentos) {
      await call(`${one.path}/leitura`, 'POST', { documentoId, paginasLidas: paginas, segundos: 1 });
    }
    expect((await one.accept(textoAceite.textoHash)).status).toBe(200);
  }

  const holderOf = async ({ email }: Details) => signer(sender.base, await linkSentTo(sender, email));

  /** The person at their first visit, who agreed to the one document there was, and what signs for the other. */
  async function begun() {
    const [ana, rui] = [person({ metodoEntrega: 'EMAIL' }), person({ metodoEntrega: 'EMAIL' })];
    await setOf([ana, rui], lower, higher);
    const one = await holderOf(ana);
    await agree(one);
    const otherSigns = async () => {
      const other = await holderOf(rui);
      await agree(other);
      expect((await other.sign()).status).toBe(200);
    };
    return { one, otherSigns };
  }

  it('agrees to the second document too when it comes, though the first was agreed to before', async () => {
    const { one, otherSigns } = await begun();
    expect((await one.open()).body.textoAceite.aceitoEm).not.toBeNull();
    await otherSigns();
    expect((await one.open()).body.textoAceite.aceitoEm).toBeNull();
    await agree(one);
    expect((await one.open()).body.textoAceite.aceitoEm).not.toBeNull();
    expect((await one.sign()).body.documentos).toHaveLength(2);
  });

  it('agrees to it though the first was signed, and is who signed only once both are', async () => {
    const { one, otherSigns } = await begun();
    expect((await one.sign()).status).toBe(200);
    expect((await one.open()).body.signatario.status).toBe('ASSINADO');
    await otherSigns();
    const again = (await one.open()).body;
    expect([again.suaVez, again.signatario.status, again.textoAceite.aceitoEm]).toEqual([true, 'VISUALIZADO', null]);
    await agree(one);
    expect((await one.sign()).body.documentos).toHaveLength(1);
    const done = (await one.open()).body;
    expect([done.suaVez, done.signatario.status]).toEqual([false, 'ASSINADO']);
  });
});
