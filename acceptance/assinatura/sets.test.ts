import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PHONE, watched } from '../browser/browser.ts';
import { openStage } from '../browser/stage.ts';
import {
  create,
  type Draft,
  field,
  messageTo,
  newSender,
  type Person,
  person,
  type Sender,
  signByApi,
} from '../browser/world.ts';
import { begin, button, fillAll, heading, readAll, sign, wholeRoad } from './steps.ts';

/** One link for several documents that stand differently: signed in one, refused in another, still to be done in a third. */

const { browser, service, missing } = await openStage();
let sender: Sender;

beforeAll(async () => {
  sender = await newSender(service);
});

async function open() {
  const { context } = await watched(browser, PHONE);
  return { context, page: await context.newPage() };
}

const newEnvelope = async () => (await sender.api.criarEnvelope({ body: { titulo: 'Locação' } })).id;
const sendEnvelope = (envelopeId: string) => sender.api.enviarEnvelope({ params: { envelopeId } });
const linkTo = (one: { email: string }) => messageTo(sender, one.email, /(http\S+\/assinar\/[\w-]{43})/);
const statusOf = async (documentoId: string) => (await sender.api.obterDocumento({ params: { documentoId } })).status;

/** A draft with a field for each of its people, and one more for the first. */
function draftFor(people: readonly Person[], draft: Draft): Promise<string> {
  const placed = people.map((one) => ({ ...one, id: randomUUID() }));
  const fields = placed.map(({ id }, index) => field({ signatarioId: id, y: 0.4 + index * 0.12, altura: 0.06 }));
  const position = field({ tipo: 'TEXTO', signatarioId: placed[0]?.id ?? null, y: 0.2, altura: 0.04, rotulo: 'Cargo' });
  return create(sender, placed, [...fields, position], draft);
}

/**
 * An ordered set of two documents: one is the first person's to begin, the other the second's. A third signs both last.
 * @param lower whether the document the first person begins has the lower id of the two
 */
async function crossed(people: readonly Person[], lower: boolean): Promise<{ begun: string; later: string }> {
  const envelopeId = await newEnvelope();
  const ordered = people.map((one, index) => ({ ...one, ordem: index + 1 }));
  const drafts = [];
  for (let i = 0; i < 2; i += 1) drafts.push(await draftFor(ordered, { envelopeId, ordenado: true }));
  drafts.sort();
  const [begun = '', later = ''] = lower ? drafts : drafts.reverse();
  const params = { documentoId: later };
  await sender.api.alterarDocumento({ params, body: { titulo: 'Termo de vistoria' } });
  const { signatarios } = await sender.api.obterDocumento({ params });
  const orders = [2, 1];
  for (const [index, ordem] of orders.entries()) {
    const signatarioId = signatarios[index]?.id ?? '';
    await sender.api.alterarSignatario({ params: { documentoId: later, signatarioId }, body: { ordem } });
  }
  await sendEnvelope(envelopeId);
  return { begun, later };
}

describe.skipIf(missing)('a document whose turn comes after another was signed', () => {
  it.each([
    ['lower', true],
    ['higher', false],
  ] as const)('is read, agreed to and signed by itself, the signed one having the %s id', async (_which, lower) => {
    const { page, context } = await open();
    const people = [person(), person(), person()] as const;
    const { begun, later } = await crossed(people, lower);
    const link = await linkTo(people[0]);
    await wholeRoad(page, link, { Cargo: 'Locatária' });
    // The one who begins the other document signs all that is theirs by now.
    await signByApi(sender, await linkTo(people[1]));
    await page.goto(link);
    await heading(page, /^Olá/).waitFor();
    expect(await page.locator('.title').allTextContents()).toEqual(['Termo de vistoria']);
    await button(page, 'Começar').waitFor();
    await wholeRoad(page, link, { Cargo: 'Locatária' });
    expect(await Promise.all([begun, later].map(ownStatus))).toEqual(['ASSINADO', 'ASSINADO']);
    await context.close();
  });

  const ownStatus = async (documentoId: string) =>
    (await sender.api.obterDocumento({ params: { documentoId } })).signatarios[0]?.status;
});

describe.skipIf(missing)('a set in which the person is not the same everywhere', () => {
  const VARIANTS = [
    { titulo: 'Contrato', funcao: 'TESTEMUNHAR', nome: 'Marina Duarte Leal' },
    { titulo: 'Termo de vistoria', funcao: 'ASSINAR', nome: 'Marina D. Leal' },
  ] as const;

  /** @param locked which of the two documents does not let the person's data be corrected */
  async function mixed(locked?: number) {
    const envelopeId = await newEnvelope();
    const one = person();
    const ids: string[] = [];
    for (const [index, { titulo, ...variant }] of VARIANTS.entries()) {
      const place = { ...one, ...variant, id: randomUUID(), travarDados: index === locked };
      const name = field({ tipo: 'NOME', y: 0.3, altura: 0.03, signatarioId: place.id });
      ids.push(await create(sender, [place], [field({ signatarioId: place.id }), name], { titulo, envelopeId }));
    }
    await sendEnvelope(envelopeId);
    return { ids, link: await linkTo(one) };
  }

  const told = (page: Page) =>
    Promise.all(
      VARIANTS.map(async ({ titulo }) => {
        const card = page.locator('li, section').filter({ has: page.locator('.title', { hasText: titulo }) });
        const text = (await card.textContent()) ?? '';
        return [
          /Assinar( como testemunha)?/.exec(text)?.[0],
          /Com o nome (Marina (?:Duarte|D\.) Leal)/.exec(text)?.[1],
        ];
      }),
    );
  const EACH = [
    ['Assinar como testemunha', 'Marina Duarte Leal'],
    ['Assinar', 'Marina D. Leal'],
  ];
  const signedAs = (ids: readonly string[]) =>
    Promise.all(
      ids.map(async (documentoId) => {
        const { conteudo } = await sender.api.obterCertificado({ params: { documentoId } });
        const [who] = (conteudo as { signatarios: { nome: string; funcao: string }[] }).signatarios;
        return [who?.funcao, who?.nome];
      }),
    );

  it('tells for each document in what role and under what name it is signed, and signs so', async () => {
    const { page, context } = await open();
    const { ids, link } = await mixed();
    await page.goto(link);
    await page.getByText('pede que você conclua estes 2 documentos').waitFor();
    expect(await told(page)).toEqual(EACH);
    // The tab, and what a report refers to, is the set, or the document that is read.
    expect(await page.title()).toMatch(/^2 documentos — /);
    await button(page, 'Começar').click();
    const which = page.locator('#which');
    await which.selectOption(ids[1] ?? '');
    const shown = await which.locator('option:checked').textContent();
    await expect.poll(() => page.title()).toContain(shown?.replace('✓ ', ''));
    const report = page.getByRole('link', { name: 'Denunciar o remetente' });
    expect(await report.getAttribute('href')).toContain(`referencia=${ids[1]}`);
    await which.selectOption(ids[0] ?? '');
    await readAll(page);
    await fillAll(page);
    expect(await told(page)).toEqual(EACH);
    // The field of the name has in each document that document's.
    const names = page.locator('dl > div').filter({ hasText: 'Nome completo' }).locator('dd');
    expect(await names.allTextContents()).toEqual(VARIANTS.map(({ nome }) => nome));
    await sign(page, 'Concluir');
    await heading(page, 'Pronto, você concluiu a sua parte').waitFor();
    expect(await signedAs(ids)).toEqual(VARIANTS.map(({ funcao, nome }) => [funcao, nome]));
    await context.close();
  });

  it('takes one name for all of it, where one is given', async () => {
    const { page, context } = await open();
    const { ids, link } = await mixed();
    await begin(page, link);
    await readAll(page);
    await fillAll(page);
    await page.getByLabel('Nome completo (se quiser o mesmo em todos)').fill('Marina Duarte Leal');
    expect((await told(page)).map(([, name]) => name)).toEqual(['Marina Duarte Leal', 'Marina Duarte Leal']);
    await sign(page, 'Concluir');
    await heading(page, 'Pronto, você concluiu a sua parte').waitFor();
    expect(await signedAs(ids)).toEqual(VARIANTS.map(({ funcao }) => [funcao, 'Marina Duarte Leal']));
    await context.close();
  });

  it.each([0, 1])('lets nothing be corrected where document %i does not', async (locked) => {
    const { page, context } = await open();
    const { link } = await mixed(locked);
    await begin(page, link);
    await readAll(page);
    await fillAll(page);
    await page.getByText('Quem enviou não permite alterar estes dados.').waitFor();
    expect(await page.locator('#nome, #cpf').count()).toBe(0);
    await sign(page, 'Concluir');
    await heading(page, 'Pronto, você concluiu a sua parte').waitFor();
    await context.close();
  });
});

describe.skipIf(missing)('a document that was refused where the others may go on', () => {
  it('asks nothing more, and the rest of the set is signed to its end', async () => {
    const { page, context } = await open();
    const envelopeId = await newEnvelope();
    const [one, other] = [person(), person()];
    const going = { envelopeId, pararSeRecusado: false };
    const refused = await draftFor([one, other], { ...going, titulo: 'Contrato' });
    const signed = await draftFor([one], { ...going, titulo: 'Termo de vistoria' });
    await sendEnvelope(envelopeId);
    await page.goto(await linkTo(one));
    await button(page, 'Recusar').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('O que você recusa').selectOption('Contrato');
    await dialog.getByLabel('Motivo da recusa').fill('O valor não é o combinado.');
    await dialog.getByRole('button', { name: 'Recusar' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.locator('.title').allTextContents()).toEqual(['Termo de vistoria']);
    await button(page, 'Começar').click();
    await readAll(page);
    await fillAll(page, { Cargo: 'Locatária' });
    await sign(page);
    await heading(page, 'Pronto, você assinou').waitFor();
    // The one refused is told as such, and nothing of it is waited for.
    await page.getByText('Você recusou', { exact: true }).waitFor();
    await page.getByText('Todos assinaram. O documento está concluído e selado.').waitFor();
    expect(await page.getByRole('link', { name: 'Baixar o certificado' }).count()).toBe(1);
    expect(await Promise.all([refused, signed].map(statusOf))).toEqual(['AGUARDANDO_ASSINATURAS', 'ASSINADO']);
    await context.close();
  });
});
