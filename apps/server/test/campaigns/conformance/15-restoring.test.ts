import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Account, login, newAccount } from '../../harness.ts';
import {
  about,
  call,
  draft,
  field,
  person,
  readyToSign,
  refusal,
  type Sender,
  sent,
  sharedService,
  signer,
  tokenOf,
  trailOf,
} from '../../modules/support.ts';

/** A document deleted by mistake is found and brought back for thirty days. */

const service = sharedService();
let account: Account;
let sender: Sender;
beforeEach(async () => {
  account = await newAccount(service().origin);
  sender = { service: service(), base: `${service().origin}/v1/sandbox`, as: account.panel };
});

const DAY_MS = 24 * 3600_000;
const remove = async (id: string) => expect((await about(sender, id, '', 'DELETE')).status).toBe(204);
const restore = (id: string, who: Sender = sender) => about(who, id, '/restaurar', 'POST');
const listed = async (query: string, who: Sender = sender) =>
  call(`${who.base}/documentos?${query}`, 'GET', undefined, who.as);
const deleted = async (query = '') => (await listed(`excluidos=true${query}`)).body;
const idsOf = (page: { itens: { id: string }[] }) => page.itens.map(({ id }) => id);
async function advance(ms: number) {
  service().clock.advance(ms);
  sender = { ...sender, as: await login(service().origin, account.email, account.senha) };
}

describe('deleted documents', () => {
  it('are listed apart, newest first, by the same filters, with when they were deleted', async () => {
    const pasta = (await call(`${sender.base}/pastas`, 'POST', { nome: `P ${randomUUID()}` }, sender.as)).body;
    const kept = await draft(sender, { titulo: 'Fica' });
    const first = await draft(sender, { titulo: 'Locação das Acácias', pastaId: pasta.id });
    const second = await sent(sender, { titulo: 'Compra', signatarios: [person({ nome: 'Zilda Prado' })] });
    await about(sender, second.id, '/cancelar', 'POST', { motivo: 'Engano.' });
    for (const { id } of [first, second]) await remove(id);

    const page = await deleted();
    expect([idsOf(page), page.total, page.proximoCursor]).toEqual([[second.id, first.id], 2, null]);
    expect(page.itens[0]).toMatchObject({ titulo: 'Compra', status: 'CANCELADO', excluidoEm: expect.any(String) });
    const trail = (await about(sender, kept.id, '/auditoria', 'GET')).body.itens;
    expect(page.itens.map(({ excluidoPor }: { excluidoPor: string }) => excluidoPor)).toEqual([
      trail[0].ator,
      trail[0].ator,
    ]);
    expect(idsOf(await deleted('&status=RASCUNHO'))).toEqual([first.id]);
    expect(idsOf(await deleted(`&pastaId=${pasta.id}`))).toEqual([first.id]);
    expect(idsOf(await deleted('&busca=acacias'))).toEqual([first.id]);
    expect(idsOf(await deleted('&busca=ZILDA'))).toEqual([second.id]);
    const one = await deleted('&limite=1');
    expect([idsOf(one), one.total]).toEqual([[second.id], 2]);
    expect(idsOf(await deleted(`&limite=1&cursor=${one.proximoCursor}`))).toEqual([first.id]);
    // A cursor is of its listing.
    expect(refusal(await listed(`limite=1&cursor=${one.proximoCursor}`))[1]).toBe('ENTRADA_INVALIDA');

    for (const query of ['', 'excluidos=false']) {
      const { body } = await listed(query);
      expect(idsOf(body)).toEqual([kept.id]);
      expect(body.itens[0]).not.toHaveProperty('excluidoEm');
      expect(body.itens[0]).not.toHaveProperty('excluidoPor');
    }
    expect(refusal(await listed('excluidos=talvez'))).toEqual([400, 'ENTRADA_INVALIDA', ['query.excluidos']]);
  });

  it('are for those who may restore them, and of nobody else’s organization or environment', async () => {
    const { id } = await draft(sender);
    await remove(id);
    const of = async (papel: 'OPERADOR' | 'ADMINISTRADOR') => ({
      ...sender,
      as: (await account.member(papel)).panel as Record<string, string>,
    });
    const [operator, admin] = [await of('OPERADOR'), await of('ADMINISTRADOR')];
    expect(refusal(await listed('excluidos=true', operator))).toEqual([403, 'PAPEL_INSUFICIENTE']);
    expect((await listed('excluidos=false', operator)).status).toBe(200);
    expect(refusal(await restore(id, operator))).toEqual([403, 'PAPEL_INSUFICIENTE']);
    const elsewhere = { ...sender, base: `${service().origin}/v1` };
    const stranger = { ...sender, as: (await newAccount(service().origin)).panel };
    for (const who of [elsewhere, stranger]) {
      expect((await listed('excluidos=true', who)).body.itens).toEqual([]);
      expect(refusal(await restore(id, who))).toEqual([404, 'NAO_ENCONTRADO']);
    }
    expect(idsOf((await listed('excluidos=true', admin)).body)).toContain(id);
    expect((await restore(id, admin)).status).toBe(200);
  });
});

describe('restoring', () => {
  it('brings a draft back as it was, to be sent and signed, with a new link', async () => {
    const before = await draft(sender, { titulo: 'Volta', signatarios: [person()], campos: [field()] });
    await remove(before.id);
    const answer = await restore(before.id);
    expect(answer.status).toBe(200);
    const link = answer.body.signatarios[0].link;
    expect(link).toMatch(/\/assinar\//);
    expect(link).not.toBe(before.signatarios[0].link);
    expect({ ...answer.body, atualizadoEm: null }).toEqual({
      ...before,
      atualizadoEm: null,
      signatarios: [{ ...before.signatarios[0], link }],
    });
    expect((await signer(sender.base, tokenOf(before.signatarios[0])).open()).status).toBe(410);
    expect(idsOf(await deleted())).not.toContain(before.id);
    expect(idsOf((await listed('busca=volta')).body)).toEqual([before.id]);
    expect((await trailOf(sender, before.id)).map(({ acao }) => acao)).toEqual(
      expect.arrayContaining(['DOCUMENTO_EXCLUIDO', 'DOCUMENTO_RESTAURADO']),
    );

    const out = (await about(sender, before.id, '/enviar', 'POST')).body;
    const one = await readyToSign(sender, out.signatarios[0]);
    expect((await one.sign()).status).toBe(200);
    expect((await about(sender, before.id)).body.status).toBe('ASSINADO');
  });

  it('brings back what had ended, whose links stay dead', async () => {
    const made = await sent(sender);
    await about(sender, made.id, '/cancelar', 'POST', { motivo: 'Engano.' });
    await remove(made.id);
    const { body } = await restore(made.id);
    expect([body.status, body.signatarios[0].status, body.signatarios[0].link]).toEqual([
      'CANCELADO',
      'CANCELADO',
      undefined,
    ]);
  });

  it('is once for each deletion, for thirty days', async () => {
    const { id } = await draft(sender);
    expect(refusal(await restore(id))).toEqual([409, 'CONFLITO']);
    await remove(id);
    const answers = await Promise.all([restore(id), restore(id), restore(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await remove(id);
    await advance(30 * DAY_MS - 60_000);
    expect((await restore(id)).status).toBe(200);
    await remove(id);
    await advance(30 * DAY_MS + 1000);
    expect(idsOf(await deleted())).toEqual([]);
    expect(refusal(await restore(id))).toEqual([404, 'NAO_ENCONTRADO']);
  });

  it('leads to the folder and the envelope it was in, where they still are', async () => {
    const create = async (path: string, body: object) =>
      (await call(`${sender.base}${path}`, 'POST', body, sender.as)).body;
    const pasta = await create('/pastas', { nome: `P ${randomUUID()}` });
    const gone = await create('/pastas', { nome: `P ${randomUUID()}` });
    const envelope = await create('/envelopes', { titulo: 'Conjunto' });
    const filed = await draft(sender, { pastaId: pasta.id, envelopeId: envelope.id });
    const loose = await draft(sender, { pastaId: gone.id });
    await remove(filed.id);
    await remove(loose.id);
    expect((await call(`${sender.base}/pastas/${gone.id}`, 'DELETE', undefined, sender.as)).status).toBe(204);
    expect((await restore(filed.id)).body).toMatchObject({ pastaId: pasta.id, envelopeId: envelope.id });
    expect((await restore(loose.id)).body).toMatchObject({ pastaId: null });
    const folders = (await call(`${sender.base}/pastas?limite=100`, 'GET', undefined, sender.as)).body.itens;
    expect(folders.find(({ id }: { id: string }) => id === pasta.id).quantidadeDocumentos).toBe(1);
  });

  it('of a draft whose envelope was sent meanwhile leaves the envelope, which is concluded without it', async () => {
    const envelope = (await call(`${sender.base}/envelopes`, 'POST', { titulo: 'Conjunto' }, sender.as)).body;
    const inside = { envelopeId: envelope.id, signatarios: [person()], campos: [field()] };
    const one = await draft(sender, inside);
    const other = await draft(sender, { ...inside, signatarios: [person()] });
    await remove(other.id);
    expect((await call(`${sender.base}/envelopes/${envelope.id}/enviar`, 'POST', undefined, sender.as)).status).toBe(
      200,
    );
    const out = (await about(sender, one.id)).body;
    expect((await (await readyToSign(sender, out.signatarios[0])).sign()).status).toBe(200);
    const shown = async () => (await call(`${sender.base}/envelopes/${envelope.id}`, 'GET', undefined, sender.as)).body;
    expect((await shown()).status).toBe('CONCLUIDO');
    expect((await restore(other.id)).body).toMatchObject({ envelopeId: null, status: 'RASCUNHO' });
    expect((await shown()).documentos.map(({ id }: { id: string }) => id)).toEqual([one.id]);
    expect((await about(sender, other.id, '/enviar', 'POST')).status).toBe(200);
  });
});
