import { randomUUID } from 'node:crypto';
import { FORM_REQUEST_TTL_MS, INITIAL_PLAN_DRAFTS } from '@rubrica/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, draft, messagesTo, newSender, type Sender, sent, sharedService, until } from '../support.ts';
import {
  ask,
  comeBy,
  company,
  companyId,
  confirm,
  form,
  links,
  mailed,
  newLink,
  newVisitor,
  ONE_ROLE,
  papelId,
  said,
  signature,
  TWO_ROLES,
} from './support.ts';

/** What whoever answers for a public link learns when it makes no documents (docs/adr/0086), and what they do not. */

const service = sharedService();
const DAY_S = 86_400;
/** Of the plan with which an organization begins. */
const ALLOWANCE = 20;

const ownAddress = async (of: Sender): Promise<string> =>
  (await call(`${service().origin}/v1/conta`, 'GET', undefined, of.as)).body.email;

/** The messages about stopped links, oldest first, once all that were queued have gone. */
async function warnings(of: Sender) {
  await until(async () => {
    const waiting = await service().owner`
      select from fila.job where name = 'avisar-de-link-publico' and state < 'completed' limit 1`;
    return waiting.length === 0;
  });
  return (await messagesTo(of, await ownAddress(of))).filter(({ assunto }) => assunto?.includes('Link público parado'));
}

const shown = async (of: Sender, { modeloId, id }: { modeloId: string; id: string }) =>
  (await links(of, modeloId)).body.itens.find((link: { id: string }) => link.id === id).impedimento;

const changeTemplate = async (of: Sender, modeloId: string, change: object) => {
  const { status, body } = await call(`${of.base}/modelos/${modeloId}`, 'PATCH', change, of.as);
  expect([status, body.erros]).toEqual([200, undefined]);
};

/** A visitor who asked and whose message came. */
async function asked(of: Sender, url: string, who = newVisitor()) {
  expect((await ask(of, url, who)).status).toBe(202);
  return { who, token: await mailed(of, who.email) };
}

const advance = (of: Sender, segundos: number) => call(`${of.base}/relogio/avancar`, 'POST', { segundos }, of.as);

describe('a public link whose documents cannot be made', () => {
  let of: Sender;
  beforeAll(async () => {
    of = await newSender(service());
  });

  it('tells its owner why and what to do, once a day, and nothing of the visitors', async () => {
    const link = await newLink(of);
    const visitors = [];
    for (let n = 0; n < 3; n += 1) visitors.push(await asked(of, link.url, newVisitor({ nome: `Zulmira ${n}` })));
    await changeTemplate(of, link.modeloId, { campos: [] });
    const answers = await Promise.all(visitors.map(({ token }) => confirm(of, token)));
    expect(answers.map(said)).toEqual(visitors.map(() => [409, 'formUnavailable']));
    const [message, ...more] = await warnings(of);
    expect(more).toEqual([]);
    expect(message?.assunto).toContain('Adesão 2027');
    expect(message?.texto).toContain('O modelo, ou algo que o link usa, mudou');
    expect(message?.texto).toContain('Posicione ao menos um campo ASSINATURA.');
    expect(message?.texto).toContain(`/painel/sandbox/modelos/${link.modeloId}`);
    for (const { who } of visitors) {
      expect(`${message?.assunto} ${message?.texto} ${message?.html}`).not.toMatch(new RegExp(`${who.email}|Zulmira`));
    }
    expect(await shown(of, link)).toMatchObject({ motivo: 'MODELO_INCOMPLETO' });
    await advance(of, DAY_S - 60);
    const next = await asked(of, link.url);
    await confirm(of, next.token);
    expect((await warnings(of)).length).toBe(1);
    await advance(of, 61);
    await confirm(of, next.token);
    expect((await warnings(of)).length).toBe(2);
  });

  it('works again once that is mended, for who confirmed before too, and shows nothing any more', async () => {
    const link = await newLink(of);
    const { token } = await asked(of, link.url);
    await changeTemplate(of, link.modeloId, { campos: [] });
    expect((await confirm(of, token)).status).toBe(409);
    await changeTemplate(of, link.modeloId, { campos: ONE_ROLE.campos });
    expect((await confirm(of, token)).status).toBe(200);
    expect(await shown(of, link)).toBeNull();
  });

  it('tells of a folder that is gone, and of a role that was taken out of the template', async () => {
    const pasta = await call(`${of.base}/pastas`, 'POST', { nome: 'Adesões' }, of.as);
    const link = await newLink(of, { documento: { pastaId: pasta.body.id } });
    const { token } = await asked(of, link.url);
    expect((await call(`${of.base}/pastas/${pasta.body.id}`, 'DELETE', undefined, of.as)).status).toBe(204);
    expect(said(await confirm(of, token))).toEqual([409, 'formUnavailable']);
    expect(await shown(of, link)).toMatchObject({ motivo: 'MODELO_INCOMPLETO' });
    const before = (await warnings(of)).length;
    const other = await newLink(of, { documento: { papeis: [company] } }, TWO_ROLES);
    await changeTemplate(of, other.modeloId, {
      papeis: [{ id: companyId, rotulo: 'Associação', funcao: 'ASSINAR' }],
      campos: [signature(companyId)],
    });
    expect(said(await form(of, other.url))).toEqual([410, 'formClosed']);
    expect(await shown(of, other)).toMatchObject({ motivo: 'MODELO_INCOMPLETO' });
    expect((await warnings(of)).length).toBe(before + 1);
  });

  it('tells nothing of a visitor’s own mistakes, nor of a link that was full, over, ended or whose template is gone', async () => {
    const own = await newSender(service());
    const link = await newLink(own);
    const wrong = newVisitor({ nome: ' ', email: 'nobody' });
    expect((await ask(own, link.url, wrong)).status).toBe(400);
    const outside = newVisitor({ nome: 'Zoé \u{1f600}' });
    expect((await ask(own, link.url, outside)).status).toBe(400);
    const slow = await asked(own, link.url);
    await advance(own, FORM_REQUEST_TTL_MS / 1000 + 1);
    expect(said(await confirm(own, slow.token))).toEqual([410, 'formRequestOver']);
    const quick = await comeBy(own, link.url);
    expect(said(await confirm(own, quick.token))[0]).toBe(200);
    expect(await shown(own, link)).toBeNull();
    expect((await confirm(own, 'x'.repeat(43))).status).toBe(404);
    const full = await newLink(own, { limite: 1 });
    const late = await asked(own, full.url);
    await comeBy(own, full.url);
    expect(said(await confirm(own, late.token))).toEqual([410, 'formFull']);
    const ended = await newLink(own);
    await links(own, ended.modeloId, `/${ended.id}`, 'DELETE');
    expect(said(await form(own, ended.url))).toEqual([410, 'formClosed']);
    const gone = await newLink(own);
    await call(`${own.base}/modelos/${gone.modeloId}`, 'DELETE', undefined, own.as);
    expect(said(await form(own, gone.url))).toEqual([410, 'formClosed']);
    expect(await warnings(own)).toEqual([]);
  });

  it('tells of a suspended organization whoever only opens it, and nobody who does without the notice', async () => {
    const own = await newSender(service());
    const [link, other] = [await newLink(own), await newLink(own)];
    const { owner, origin } = service();
    const [row] = await owner<{ id: string }[]>`select organizacao_id as id from formulario where id = ${link.id}`;
    await owner`update organizacao set status = 'SUSPENSA' where id = ${row?.id ?? ''}`;
    expect(said(await form(own, link.url))).toEqual([409, 'formUnavailable']);
    expect(said(await form(own, link.url))).toEqual([409, 'formUnavailable']);
    expect((await warnings(own)).map(({ texto }) => texto.includes('suspensa'))).toEqual([true]);
    const quiet = await call(`${origin}/v1/conta`, 'PATCH', { avisos: { linkPublicoParado: false } }, own.as);
    expect(quiet.body.avisos.linkPublicoParado).toBe(false);
    expect(said(await ask(own, other.url, newVisitor()))).toEqual([409, 'formUnavailable']);
    expect((await warnings(own)).length).toBe(1);
    expect(await shown(own, other)).toMatchObject({ motivo: 'ORGANIZACAO_SUSPENSA' });
  });

  it('tells of an allowance that is used up', async () => {
    const live = await newSender(service(), 'PRODUCAO');
    const link = await newLink(live);
    const { token } = await asked(live, link.url);
    for (let n = 0; n < ALLOWANCE; n += 1) await sent(live);
    expect(said(await confirm(live, token))).toEqual([409, 'formUnavailable']);
    expect(await shown(live, link)).toMatchObject({ motivo: 'FRANQUIA_ESGOTADA' });
    const [message, ...more] = await warnings(live);
    expect(more).toEqual([]);
    expect(message?.texto).toContain('franquia de envelopes do mês acabou');
    expect((await links(live, link.modeloId)).body.itens[0]).toMatchObject({ situacao: 'ABERTO', respostas: 0 });
  });

  it('tells of as many drafts as the plan keeps, of which each document begins as one more', async () => {
    const own = await newSender(service());
    const link = await newLink(own);
    const { token } = await asked(own, link.url);
    const { id } = await draft(own);
    // Copies of the draft as rows, instead of five hundred uploads.
    await service().owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`create temporary table copia on commit drop as select * from documento where id = ${id}`;
      for (let made = 1; made < INITIAL_PLAN_DRAFTS; made += 1) {
        await tx`update copia set id = gen_random_uuid()`;
        await tx`insert into documento select * from copia`;
      }
    });
    expect(said(await confirm(own, token))).toEqual([409, 'formUnavailable']);
    expect(await shown(own, link)).toMatchObject({ motivo: 'RASCUNHOS_DEMAIS' });
    const [message, ...more] = await warnings(own);
    expect(more).toEqual([]);
    expect(message?.texto).toContain('todos os rascunhos que o plano permite');
    expect(message?.texto).toContain('Envie ou exclua rascunhos que não usa');

    await call(`${own.base}/documentos/${id}`, 'DELETE', undefined, own.as);
    expect((await confirm(own, token)).status).toBe(200);
    expect(await shown(own, link)).toBeNull();
  });

  it('is shown as the last visitor found it, whatever hindered the one before', async () => {
    const own = await newSender(service());
    const link = await newLink(own, {}, { ...ONE_ROLE, papeis: [{ ...ONE_ROLE.papeis[0], id: papelId }] });
    const { token } = await asked(own, link.url);
    await changeTemplate(own, link.modeloId, { campos: [] });
    await confirm(own, token);
    const first = await shown(own, link);
    await advance(own, 3600);
    await confirm(own, token);
    expect(await shown(own, link)).toEqual(first);
    await changeTemplate(own, link.modeloId, {
      papeis: [{ id: randomUUID(), rotulo: 'Associado', funcao: 'ASSINAR' }],
      campos: [],
    });
    expect((await form(own, link.url)).status).toBe(410);
    expect(await shown(own, link)).toEqual(first);
    expect((await warnings(own)).length).toBe(1);
  });
});
