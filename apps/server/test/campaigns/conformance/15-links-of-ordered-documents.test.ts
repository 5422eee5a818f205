import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import {
  about,
  call,
  documentForm,
  draft,
  field,
  newSender,
  person,
  readyToSign,
  type Sender,
  sharedService,
  signer,
  tinyPdf,
  tokenOf,
  trailOf,
} from '../../modules/support.ts';

/** Who is handed a link has it from the creation on, whoever signs first; opened before their turn it does nothing. */

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

const post = async (path: string, body: unknown) => (await call(sender.base + path, 'POST', body, sender.as)).body;
const inOrder = (count: number, of: (ordem: number) => object = (ordem) => person({ ordem })) =>
  Array.from({ length: count }, (_, index) => ({ id: randomUUID(), ...of(index + 1) }));
const ordered = async (signatarios = inOrder(3), more: object = {}) =>
  draft(sender, {
    ordenado: true,
    signatarios,
    campos: signatarios.map(({ id }, index) => field({ signatarioId: id, y: 0.1 * index, altura: 0.05 })),
    ...more,
  });
const linksOf = ({ signatarios }: { signatarios: { link?: string }[] }) => signatarios.map(({ link }) => link);
const allThere = (links: (string | undefined)[]) =>
  links.map((link) => /^http.*\/assinar\/[\w-]{43}$/.test(link ?? ''));

/** The links in every answer that shows the document's signers whole. */
async function everywhere(id: string) {
  const list = (await about(sender, id, '/signatarios')).body.itens;
  const each = [];
  for (const one of list) each.push((await about(sender, id, `/signatarios/${one.id}`)).body);
  return [linksOf((await about(sender, id)).body), linksOf({ signatarios: list }), linksOf({ signatarios: each })];
}

it('every LINK signer’s link is in the answers to creation, sending and reading', async () => {
  const made = await ordered();
  expect(allThere(linksOf(made))).toEqual([true, true, true]);
  expect(await everywhere(made.id)).toEqual(Array(3).fill(linksOf(made)));
  const out = (await about(sender, made.id, '/enviar', 'POST')).body;
  expect(linksOf(out)).toEqual(linksOf(made));
  expect(await everywhere(made.id)).toEqual(Array(3).fill(linksOf(made)));

  await (await readyToSign(sender, out.signatarios[0])).sign();
  expect(await everywhere(made.id)).toEqual(Array(3).fill(linksOf(made)));
  expect((await signer(sender.base, tokenOf(made.signatarios[1])).open()).body.suaVez).toBe(true);
});

it('a signer added, or made a LINK signer, after sending has the link in that answer', async () => {
  const made = await ordered(inOrder(2));
  const added = await post(`/documentos/${made.id}/signatarios`, person({ ordem: 3 }));
  expect(allThere([added.link])).toEqual([true]);
  const mailed = await post(`/documentos/${made.id}/signatarios`, person({ ordem: 4, metodoEntrega: 'EMAIL' }));
  expect(mailed).not.toHaveProperty('link');
  await about(sender, made.id, '/enviar', 'POST');
  const changed = await about(sender, made.id, `/signatarios/${mailed.id}`, 'PATCH', { metodoEntrega: 'LINK' });
  expect([changed.status, allThere([changed.body.link])]).toEqual([200, [true]]);
  const corrected = await about(sender, made.id, `/signatarios/${added.id}`, 'PATCH', { email: person().email });
  expect([allThere([corrected.body.link]), corrected.body.link === added.link]).toEqual([[true], false]);
});

it('LINK signers of templates and envelopes have their links too', async () => {
  const papeis = inOrder(2, (ordem) => ({ rotulo: `Parte ${ordem}`, funcao: 'ASSINAR', ordem }));
  const dados = {
    nome: 'Contrato',
    papeis,
    campos: papeis.map(({ id }, index) => field({ papelId: id, y: 0.1 * index, altura: 0.05 })),
  };
  const modelo = (await call(`${sender.base}/modelos`, 'POST', documentForm(tinyPdf(), dados), sender.as)).body;
  const envelope = await post('/envelopes', { titulo: 'Conjunto' });
  const made = await post(`/modelos/${modelo.id}/documentos`, {
    ordenado: true,
    envelopeId: envelope.id,
    papeis: modelo.papeis.map(({ id }: { id: string }) => {
      const { funcao: _, ...who } = person();
      return { papelId: id, ...who };
    }),
  });
  expect(allThere(linksOf(made))).toEqual([true, true]);
  await post(`/envelopes/${envelope.id}/enviar`, undefined);
  expect(await everywhere(made.id)).toEqual(Array(3).fill(linksOf(made)));
});

it('a link opened before its turn says so, and counts as no view', async () => {
  const made = await ordered(inOrder(2));
  const out = (await about(sender, made.id, '/enviar', 'POST')).body;
  const before = await trailOf(sender, made.id);
  const early = await signer(sender.base, tokenOf(made.signatarios[1])).open();
  expect([early.status, early.body.suaVez]).toEqual([200, false]);
  expect(await trailOf(sender, made.id)).toEqual(before);
  const { visualizadoEm, status, fatoresCumpridos } = (await about(sender, made.id)).body.signatarios[1];
  expect([visualizadoEm, status, fatoresCumpridos]).toEqual([null, out.signatarios[1].status, []]);
});
