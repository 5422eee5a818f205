import { randomBytes, randomUUID } from 'node:crypto';
import { KEY_SCOPES, type OperationId, operationIds, operationOf } from '@rubrica/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call, newKey } from '../../harness.ts';
import { granted, newClient } from '../oauth/support.ts';
import {
  about,
  draft,
  field,
  newSender,
  person,
  refusal,
  type Sender,
  sharedService,
  trailOf,
  until,
} from '../support.ts';

/** The field editor of one draft, inside a page of the sender's own system (docs/adr/0084), and what its person must not get. */

const service = sharedService();
const APP = 'https://app.acacia.exemplo.com.br';
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
  await allow([APP]);
});

const allow = (origensPermitidas: string[], of = sender) =>
  call(`${of.base}/organizacao`, 'PATCH', { origensPermitidas }, of.as);
const said = ({ status, body }: Answer) => [status, body?.regra ?? body?.codigo];
const newDraft = (of = sender, more: object = {}) => draft(of, { signatarios: [person()], campos: [field()], ...more });
const editorOf = (id: string, origem = APP, of = sender) => about(of, id, '/edicao', 'POST', { origem });
const newChave = () => randomBytes(16).toString('base64url');
const begin = (url: string, chave = newChave(), of = sender) =>
  call(`${of.base}/edicao/${url.split('/').pop()}/sessao`, 'POST', { chave });

/** A draft and the editor's session over it, as a sender who has but its token. */
async function editing(of = sender, more: object = {}) {
  const documento = await newDraft(of, more);
  const { body } = await begin((await editorOf(documento.id, APP, of)).body.url, newChave(), of);
  const editor: Sender = { service: service(), base: of.base, as: { authorization: `Bearer ${body.token}` } };
  return { documento, editor, session: body };
}

describe('the editor', () => {
  it('reads its draft, changes people and fields and sends it, in the name of whoever asked for it', async () => {
    const { documento, editor, session } = await editing();
    expect(session).toMatchObject({ documentoId: documento.id, ambiente: 'TESTE', origem: APP });
    const { id, signatarios } = documento;
    expect((await about(editor, id)).body.titulo).toBe('Contrato');
    expect((await about(editor, id, '/arquivo?tipo=ORIGINAL')).status).toBe(200);
    expect((await about(editor, id, '', 'PATCH', { titulo: 'Outro' })).body.titulo).toBe('Outro');
    const added = await about(editor, id, '/signatarios', 'POST', person());
    expect(added.status).toBe(201);
    const other = `/signatarios/${added.body.id}`;
    expect((await about(editor, id, other, 'PATCH', { nome: 'Rui' })).body.nome).toBe('Rui');
    expect((await about(editor, id, other, 'DELETE')).status).toBe(204);
    const campos = [field({ signatarioId: signatarios[0].id, pagina: 1 })];
    expect((await about(editor, id, '/campos', 'PUT', { campos })).status).toBe(200);
    const sent = await about(editor, id, '/enviar', 'POST');
    expect([sent.status, sent.body.status]).toEqual([200, 'AGUARDANDO_ASSINATURAS']);
    const trail = await trailOf(sender, id);
    const acted = trail.find(({ acao }) => acao === 'DOCUMENTO_ENVIADO') as unknown as { ator: string };
    expect(acted.ator).toMatch(new RegExp(`\\(editor em ${APP}\\)$`));
  });

  it('sees nobody’s personal link, whichever of its calls shows people', async () => {
    const { documento, editor } = await editing();
    const { id, signatarios } = documento;
    const token = signatarios[0].link.split('/').pop();
    const answers = [
      await about(editor, id),
      await about(editor, id, '', 'PATCH', { titulo: 'Outro' }),
      await about(editor, id, '/signatarios', 'POST', person()),
      await about(editor, id, `/signatarios/${signatarios[0].id}`, 'PATCH', { nome: 'Rui' }),
      await about(editor, id, `/campos`, 'PUT', { campos: [field({ signatarioId: signatarios[0].id })] }),
      await about(editor, id, '/enviar', 'POST'),
    ];
    for (const { bytes } of answers) expect(bytes.toString()).not.toMatch(/\/assinar\//);
    expect(answers.map(({ bytes }) => bytes.toString()).join()).not.toContain(token);
  });

  it('is over once the draft is sent, deleted, or its time has passed', async () => {
    const [first, second] = [await editing(), await editing()];
    await about(first.editor, first.documento.id, '/enviar', 'POST');
    expect((await about(first.editor, first.documento.id)).status).toBe(401);
    await about(sender, second.documento.id, '', 'DELETE');
    expect((await about(second.editor, second.documento.id)).status).toBe(401);
    const third = await editing();
    service().clock.advance(2 * 3600_000 + 1000);
    expect((await about(third.editor, third.documento.id)).status).toBe(401);
  });

  it('is over with its origin, the key that asked for it, and the place of its member', async () => {
    const there = await newSender(service());
    await allow([APP], there);
    const owned = await editing(there);
    const { authorization } = await newKey(service().origin, there.as as never, 'TESTE');
    const byKey: Sender = { ...there, as: { authorization } };
    const keyed = await editing(byKey);
    expect((await about(keyed.editor, keyed.documento.id)).status).toBe(200);
    const { body } = await call(`${there.base}/chaves-api`, 'GET', undefined, there.as);
    const own = body.itens.find(({ nome }: { nome: string }) => keyed.documento && nome);
    for (const { id } of [own]) await call(`${there.base}/chaves-api/${id}`, 'DELETE', undefined, there.as);
    expect((await about(keyed.editor, keyed.documento.id)).status).toBe(401);
    expect((await about(owned.editor, owned.documento.id)).status).toBe(200);
    await allow([], there);
    expect((await about(owned.editor, owned.documento.id)).status).toBe(401);
  });

  it('is over with the consent it was asked for by, and with the session of the panel', async () => {
    const there = await newSender(service());
    await allow([APP], there);
    const client = await newClient(service());
    const { access_token } = await granted(
      service(),
      client,
      { panel: there.as as never },
      { scope: KEY_SCOPES.join(' ') },
    );
    const application = await editing({ ...there, as: { authorization: `Bearer ${access_token}` } });
    const member = await editing(there);
    const isOpen = async ({ editor, documento }: typeof member) => (await about(editor, documento.id)).status;
    expect([await isOpen(application), await isOpen(member)]).toEqual([200, 200]);
    const { body } = await call(`${there.base}/oauth/concessoes`, 'GET', undefined, there.as);
    await call(`${there.base}/oauth/concessoes/${body.itens[0].id}`, 'DELETE', undefined, there.as);
    expect([await isOpen(application), await isOpen(member)]).toEqual([401, 200]);
    await call(`${service().origin}/v1/sessoes/atual`, 'DELETE', undefined, there.as);
    expect(await isOpen(member)).toBe(401);
  });

  it('gives no key more than it has', async () => {
    const { authorization } = await newKey(service().origin, sender.as as never, 'TESTE', ['documentos:escrever']);
    const documento = await newDraft();
    const answer = await editorOf(documento.id, APP, { ...sender, as: { authorization } });
    expect([answer.status, answer.body.codigo]).toEqual([403, 'ESCOPO_INSUFICIENTE']);
  });
});

/** Waits until so many calls wait for what others hold. */
const untilWaiting = (calls: number) =>
  until(async () => {
    const waiting = await service().owner`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return waiting.length === calls;
  });

describe('what it asked while the document was a draft', () => {
  it.each([
    ['PATCH', { email: 'outra@exemplo.com.br' }],
    ['DELETE', undefined],
  ])('changes nobody by %s if that is sent first', async (method, body) => {
    const people = [person(), person()].map((one) => ({ id: randomUUID(), ...one }));
    const campos = people.map(({ id }) => field({ signatarioId: id }));
    const { documento, editor } = await editing(sender, { signatarios: people, campos });
    const path = `/signatarios/${people[0]?.id}`;
    const [sent, changed] = await service().owner.begin(async (holding) => {
      await holding`select from documento where id = ${documento.id} for update`;
      const sending = about(sender, documento.id, '/enviar', 'POST');
      await untilWaiting(1);
      const changing = about(editor, documento.id, path, method, body);
      await untilWaiting(2);
      return [sending, changing] as const;
    });
    expect([(await sent).status, (await changed).status]).toEqual([200, 401]);
    const { body: after } = await about(sender, documento.id);
    expect(after.signatarios.map(({ email }: { email: string }) => email)).toEqual(people.map(({ email }) => email));
  });
});

describe('its token', () => {
  it('opens no other operation and no other document', async () => {
    const { documento, editor } = await editing();
    const other = await newDraft();
    expect((await about(editor, other.id)).status).toBe(404);
    expect((await about(editor, documento.id.toUpperCase())).status).toBe(200);
    for (const [path, method] of [
      ['/documentos', 'GET'],
      ['/organizacao', 'GET'],
      ['/clientes', 'GET'],
      ['/eventos', 'GET'],
      [`/documentos/${documento.id}`, 'DELETE'],
      [`/documentos/${documento.id}/edicao`, 'POST'],
      [`/documentos/${documento.id}/auditoria`, 'GET'],
      [`/documentos/${documento.id}/signatarios/${documento.signatarios[0].id}/link`, 'POST'],
    ] as const) {
      const answer = await call(editor.base + path, method, method === 'POST' ? { origem: APP } : undefined, editor.as);
      expect([path, ...said(answer)]).toEqual([path, 403, 'editorOnly']);
    }
    const production = { ...editor, base: editor.base.replace('/sandbox', '') };
    expect((await about(production, documento.id)).status).toBe(401);
    const inAddress = await call(`${editor.base}/documentos/${documento.id}?x=${editor.as.authorization?.slice(7)}`);
    expect(inAddress.status).toBe(401);
  });

  it('is for these operations, and no other of the contract', () => {
    const its = operationIds.filter((id) => operationOf(id).edits);
    expect(its.sort()).toEqual<OperationId[]>([
      'alterarDocumento',
      'alterarSignatario',
      'baixarArquivo',
      'criarSignatario',
      'definirCampos',
      'enviarDocumento',
      'excluirSignatario',
      'obterDocumento',
    ]);
    for (const id of its) expect(operationOf(id).path).toMatch(/^\/documentos\/\{documentoId\}/);
  });
});

describe('its address', () => {
  it('is opened by one tab, within a quarter of an hour', async () => {
    const { id } = await newDraft();
    const { url } = (await editorOf(id)).body;
    const mine = newChave();
    const first = await begin(url, mine);
    expect(first.status).toBe(200);
    expect((await begin(url, mine)).body).toEqual(first.body);
    expect(said(await begin(url))).toEqual([410, 'editorOver']);
    const late = (await editorOf(id)).body.url;
    service().clock.advance(15 * 60_000 + 1000);
    expect(said(await begin(late))).toEqual([410, 'editorOver']);
    // Forgotten once another is made.
    await editorOf(id);
    expect((await begin(late)).status).toBe(404);
  });

  it('opens nothing before it is begun, and is of its own kind', async () => {
    const { id, signatarios } = await newDraft();
    const { url } = (await editorOf(id)).body;
    const ticket = url.split('/').pop();
    expect((await call(`${sender.base}/assinatura/${ticket}/sessao`, 'POST', { chave: newChave() })).status).toBe(404);
    expect((await call(`${sender.base}/assinatura/${ticket}`)).status).toBe(404);
    expect((await about({ ...sender, as: { authorization: `Bearer svc_edicao_${ticket}` } }, id)).status).toBe(401);
    const token = signatarios[0].link.split('/').pop();
    expect((await begin(`/${token}`)).status).toBe(404);
  });

  it('is made for drafts, listed origins, and whoever may change the draft', async () => {
    const { id } = await newDraft();
    expect(refusal(await editorOf(id, 'https://outra.exemplo.com.br'))).toEqual([400, 'ENTRADA_INVALIDA', ['origem']]);
    await about(sender, id, '/enviar', 'POST');
    expect((await editorOf(id)).body.codigo).toBe('DOCUMENTO_IMUTAVEL');
    expect((await editorOf(id, APP, await newSender(service()))).status).toBe(404);
  });

  it('is shown by pages of its origin alone', async () => {
    const { url } = (await editorOf((await newDraft()).id)).body;
    const policyOf = async (path: string) =>
      (await fetch(service().origin + path)).headers.get('content-security-policy') ?? '';
    expect(await policyOf(new URL(url).pathname)).toContain(`frame-ancestors ${APP}`);
    for (const path of ['/incorporar/edicao/inventado', '/painel', '/painel/documentos']) {
      expect(await policyOf(path)).toContain("frame-ancestors 'none'");
    }
  });
});
