import { verificarWebhook } from '@rubrica/sdk';
import { createClient } from '@rubrica/sdk/client';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DESKTOP } from '../browser/browser.ts';
import { complaints } from '../browser/examination.ts';
import { openStage } from '../browser/stage.ts';
import { field, person, send, until } from '../browser/world.ts';
import { settledDialog } from './editor.ts';
import { type Member, newMember, newOwner, openAs, panelUrl, senderOf } from './members.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/** Integration: keys, webhooks, the use of the API, and the mailbox of the sandbox. */

const { browser, service, missing } = await openStage();
let receiver: Receiver;
let owner: Member;
const HOSTILE = '<img src=x onerror=alert(1)> \u202Eoãçircsed';

beforeEach(async () => {
  if (missing) return;
  receiver = await startReceiver();
  owner = await newOwner(service);
});
afterEach(() => receiver?.close());

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const go = (page: Page, path: string) => page.goto(panelUrl(service.origin, path));

/** Waits for a message at the edge of the page, and dismisses it. */
async function told(page: Page, text: string): Promise<void> {
  await page.locator('.mantine-Notifications-notification', { hasText: text }).first().waitFor();
}

async function kept(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog');
  const value = await dialog.getByRole('textbox').inputValue();
  await dialog.getByRole('button', { name: 'Já guardei' }).click();
  await dialog.waitFor({ state: 'detached' });
  return value;
}

describe.skipIf(!browser)('an API key', () => {
  it('is made, copied, used, and refused once it is revoked', async () => {
    if (!browser) return;
    const { page, context, watch } = await openAs(browser, owner, {
      ...DESKTOP,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await go(page, '/integracao/chaves');
    await page.getByText('Nenhuma chave ainda').waitFor();
    await page.getByRole('link', { name: 'Nova chave' }).click();
    await button(page, 'Criar chave').click();
    await page.getByText('Dê um nome à chave.').waitFor();
    await page.getByText('Marque ao menos um escopo.').waitFor();
    await page.getByLabel('Nome da chave').fill('ERP da matriz');
    await page.getByRole('checkbox', { name: 'Ler os dados da organização' }).check();
    await button(page, 'Criar chave').click();
    await button(page, 'Copiar o valor').click();
    await button(page, 'Copiado').waitFor();
    const copied = String(await page.evaluate('navigator.clipboard.readText()'));
    const shown = await kept(page);
    expect(shown).toBe(copied);
    expect(shown).toMatch(/^svc_test_\w+\./);
    const [prefixo = ''] = shown.split('.');
    await page.getByText('Nunca usada').waitFor();
    expect(await page.content()).not.toContain(shown.slice(prefixo.length + 1));

    const api = createClient({
      baseUrl: `${service.origin}/v1/sandbox`,
      init: { headers: { authorization: `Bearer ${copied}`, 'x-forwarded-for': '203.0.113.77' } },
    });
    await expect(api.obterOrganizacao({})).resolves.toMatchObject({ nome: 'Imobiliária Acácia Ltda.' });
    await expect(api.listarDocumentos({})).rejects.toMatchObject({ status: 403, codigo: 'ESCOPO_INSUFICIENTE' });
    await until(async () => (await owner.sandbox.listarChavesApi({})).itens[0]?.ultimoIp);
    await page.reload();
    await page.getByText(/Último uso: .*de 203\.0\.113\.77/).waitFor();

    await button(page, 'Revogar a chave ERP da matriz').click();
    await page.getByText('Vale na hora e não tem volta').waitFor();
    await button(page, 'Revogar agora').click();
    await told(page, 'Chave revogada.');
    await expect(api.obterOrganizacao({})).rejects.toMatchObject({ status: 401, codigo: 'CREDENCIAL_INVALIDA' });
    await page.getByText('1 chave revogada').click();
    await page.getByText('Revogada:').waitFor();
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });
});

interface Browser {
  getComputedStyle(element: unknown): { readonly fontSize: string };
}
const fontSizeOf = (element: unknown) => (globalThis as unknown as Browser).getComputedStyle(element).fontSize;

/** The signature pairs of a delivery. */
const pairs = (signature: string) => signature.match(/v1=/g)?.length ?? 0;

describe.skipIf(!browser)('a webhook', () => {
  it('is registered, tried, seen with body and answer, rotated and sent again', async () => {
    if (!browser) return;
    const { page, context, watch } = await openAs(browser, owner);
    await go(page, '/integracao/webhooks');
    await page.getByRole('link', { name: 'Novo webhook' }).click();
    await page.getByLabel('Endereço (URL)').fill('erp.exemplo.com.br');
    await button(page, 'Desmarcar todos').click();
    await button(page, 'Criar webhook').click();
    await page.getByText('Informe um endereço completo').waitFor();
    await page.getByText('Marque ao menos um evento.').waitFor();
    // The service judges where an address leads; what was typed stays.
    await button(page, 'Marcar todos').click();
    await page.getByLabel('Descrição').fill(HOSTILE);
    const address = page.getByLabel('Endereço (URL)');
    await address.fill('http://169.254.169.254/');
    await address.press('Enter');
    await page.getByText('O endereço não pode receber entregas').first().waitFor();
    await address.fill(receiver.url);
    await address.press('Enter');
    const first = await kept(page);
    expect(first).toMatch(/^whsec_/);
    await page.getByText('Nenhuma entrega ainda').waitFor();
    await page.getByText(HOSTILE).waitFor();

    await button(page, 'Enviar evento de teste').click();
    const detail = page.locator('.integration-expandable-row_detail');
    await detail
      .getByText(/HTTP 204 em \d+ ms/)
      .first()
      .waitFor();
    const [got] = receiver.received;
    await verificarWebhook(got?.body ?? '', { 'x-service-signature': got?.signature }, first);
    expect(await detail.locator('pre').innerText()).toContain('"teste": true');
    await detail.getByText('Como foi enviado').click();
    expect(await detail.locator('pre').innerText()).toBe(got?.body);
    expect(new URL(page.url()).searchParams.get('entrega')).toMatch(/^[0-9a-f-]{36}$/);

    await button(page, 'Mais ações').click();
    await page.getByRole('menuitem', { name: 'Trocar o segredo' }).click();
    await page.getByText('duas assinaturas (dois pares v1=)').waitFor();
    await button(page, 'Gerar segredo novo').click();
    await page.getByText('O segredo anterior também assina até').waitFor();
    const second = await kept(page);
    expect(second).not.toBe(first);
    // Two dialogs one after the other: what opened the first has the focus again.
    await until(() => page.evaluate<boolean>('document.activeElement.getAttribute("aria-label") === "Mais ações"'));

    await button(page, 'Reenviar').click();
    await told(page, 'Entrega reenviada');
    await detail.locator('.integration-delivery_attempts li').nth(1).waitFor();
    const again = receiver.received[1];
    expect(again?.body).toBe(got?.body);
    expect(pairs(again?.signature ?? '')).toBe(2);
    for (const secret of [first, second]) {
      await verificarWebhook(again?.body ?? '', { 'x-service-signature': again?.signature }, secret);
    }
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('shows what failed under a filter and on the page of the day, and comes back from what was done to it', async () => {
    if (!browser) return;
    const { page, context, watch } = await openAs(browser, owner);
    receiver.answer(500, `Fila cheia ${HOSTILE}`);
    await owner.sandbox.criarWebhook({ body: { url: receiver.url, eventos: ['document.completed'] } });
    await go(page, '/integracao/webhooks');
    await page.getByRole('link', { name: receiver.url }).click();
    await button(page, 'Enviar evento de teste').click();
    await page
      .locator('.integration-expandable-row_detail')
      .getByText(/HTTP 500/)
      .first()
      .waitFor();
    await page
      .locator('.integration-delivery_body pre', { hasText: 'Fila cheia <img src=x onerror=alert(1)>' })
      .waitFor();
    await page.getByLabel('Situação').selectOption('DESISTIU');
    await until(async () => (await page.locator('.integration-expandable-row_row').count()) === 1);
    await page.getByLabel('Situação').selectOption('PENDENTE');
    await page.getByText('Nenhuma entrega nesta situação').waitFor();
    const address = page.url();
    await go(page, '/integracao/uso');
    await page.getByText('O sandbox não é medido').waitFor();
    await page.getByRole('link', { name: /document\./ }).click();
    await page
      .locator('.integration-expandable-row_detail')
      .getByText(/HTTP 500/)
      .first()
      .waitFor();

    await page.goto(address);
    await button(page, 'Mais ações').click();
    await page.getByRole('menuitem', { name: 'Desativar' }).click();
    await page.getByText('Nada é entregue enquanto está inativo.').waitFor();
    await button(page, 'Desfazer').click();
    await page.getByText('Nada é entregue enquanto está inativo.').waitFor({ state: 'detached' });

    await button(page, 'Editar').click();
    await (await settledDialog(page)).getByLabel('Descrição').fill('Fila do ERP');
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
    await told(page, 'Webhook alterado.');
    await page.getByText('Fila do ERP').waitFor();

    await button(page, 'Mais ações').click();
    await page.getByRole('menuitem', { name: 'Excluir' }).click();
    await page.getByText('Nenhum webhook ainda').waitFor();
    await button(page, 'Desfazer').click();
    await page.getByRole('link', { name: receiver.url }).waitFor();
    const { itens } = await owner.sandbox.listarWebhooks({});
    expect(itens).toMatchObject([{ url: receiver.url, ativo: true, descricao: 'Fila do ERP' }]);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });
});

describe.skipIf(!browser)('what is wrong with a field', () => {
  it('is said in the language of the page', async () => {
    if (!browser) return;
    const { page, context } = await openAs(browser, owner);
    await page.addInitScript("document.cookie = 'rubrica_idioma=en; Path=/'");
    await go(page, '/integracao/webhooks/novo');
    await page.getByLabel('Address (URL)').fill('http://169.254.169.254/');
    await button(page, 'Create webhook').click();
    const said = 'The address cannot receive deliveries: 169.254.169.254 is not a public address (linkLocal).';
    await page.getByText(said).waitFor();
    await context.close();
  });
});

/** A sandbox key, and a call with it. */
async function newCaller(nome: string) {
  const { chave } = await owner.sandbox.criarChaveApi({
    body: { nome, ambiente: 'TESTE', escopos: ['documentos:ler'] },
  });
  const headers = { authorization: `Bearer ${chave}`, 'x-forwarded-for': '203.0.113.80' };
  return async (path: string) => {
    const answer = await fetch(`${service.origin}/v1/sandbox${path}`, { headers });
    return answer.headers.get('x-request-id') ?? '';
  };
}

describe.skipIf(!browser)('the calls of the day', () => {
  it('are listed, narrowed, found by an id however it was pasted, and told whole', async () => {
    if (!browser) return;
    const ask = await newCaller('Robô da noite');
    const missing = '/documentos/00000000-0000-4000-8000-000000000000';
    await ask('/documentos');
    const requestId = await ask(missing);
    const { page, context, watch } = await openAs(browser, owner);
    await go(page, '/integracao/uso');
    const rows = page.locator('.integration-expandable-row_row', { has: page.locator('.integration-call_route') });
    await rows.filter({ hasText: 'GET /documentos/{documentoId}' }).filter({ hasText: '404' }).first().waitFor();
    await rows
      .filter({ hasText: /GET \/documentos\d/ })
      .first()
      .waitFor();
    // One upon the other: what was chosen first is not yet in the address that is shown.
    await page.evaluate(`(() => {
      for (const [label, value] of [['Quem chamou', 'chave'], ['Resultado', 'erros']]) {
        const select = [...document.querySelectorAll('select')].find(({ labels }) => labels[0].textContent === label);
        select.value = value;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      }
    })()`);
    await until(async () => {
      const { searchParams } = new URL(page.url());
      return searchParams.get('quem') === 'chave' && searchParams.get('resultado') === 'erros';
    });
    await until(
      async () => (await rows.count()) > 0 && !(await rows.allInnerTexts()).some((text) => /\b200\b/.test(text)),
    );

    const search = page.getByRole('textbox', { name: 'Id da chamada' });
    await search.fill('não é um id');
    await search.blur();
    await page.getByText('Não há aqui o id de uma chamada').waitFor();
    await search.fill(`  "x-request-id": "${requestId.slice(0, 20)} \n ${requestId.slice(20).toUpperCase()}" `);
    const detail = page.locator('.integration-expandable-row_detail');
    await detail.getByText('obterDocumento').waitFor();
    await until(async () => (await rows.count()) === 1);
    const text = await detail.innerText();
    for (const said of [requestId, 'HTTP 404 NAO_ENCONTRADO', '203.0.113.80', 'Robô da noite (svc_test_']) {
      expect(text).toContain(said);
    }
    const meaning = detail.getByRole('link', { name: 'O que significa' });
    expect(await meaning.getAttribute('href')).toBe('/docs/erros.html#nao_encontrado');
    expect(new URL(page.url()).searchParams.get('requestId')).toBe(requestId);

    await search.fill('00000000-0000-4000-8000-000000000000');
    await page.getByText('Chamada não encontrada').waitFor();
    await button(page, 'Ver todas').click();
    await rows.nth(1).waitFor();
    expect(await search.inputValue()).toBe('');
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('come on top by themselves, but not while one is being read', async () => {
    if (!browser) return;
    const ask = await newCaller('Robô do dia');
    const first = await ask('/documentos');
    const { page, context } = await openAs(browser, owner);
    await go(page, '/integracao/uso?quem=chave');
    const rows = page.locator('.integration-expandable-row_row');
    const mine = rows.filter({ hasText: 'Robô do dia' });
    await mine.first().waitFor();
    await page.mouse.move(0, 0);
    await ask('/documentos');
    await until(async () => (await mine.count()) === 2);

    await mine.nth(1).click();
    await page.locator(`#chamada-${first}`).waitFor();
    const before = await mine.nth(1).boundingBox();
    await ask('/documentos');
    const show = button(page, 'Mostrar 1 chamada nova');
    await show.waitFor();
    expect([await mine.count(), await mine.nth(1).boundingBox()]).toEqual([2, before]);
    await show.click();
    await until(async () => (await mine.count()) === 3);
    await show.waitFor({ state: 'detached' });
    await context.close();
  });

  it('are where an error leads, for those who may look', async () => {
    if (!browser) return;
    const missing = '/documentos/00000000-0000-4000-8000-000000000000';
    const { page, context } = await openAs(browser, owner);
    await go(page, missing);
    await page.getByText('Código para o suporte').waitFor();
    await page.getByRole('link', { name: 'Ver a chamada' }).click();
    await page.locator('.integration-expandable-row_detail').getByText('obterDocumento').waitFor();
    expect(await page.locator('.integration-expandable-row_detail').innerText()).toContain('Ana Lima');
    await context.close();

    const other = await openAs(browser, await newMember(owner, 'VISUALIZADOR'));
    await go(other.page, missing);
    await other.page.getByText('Código para o suporte').waitFor();
    expect(await other.page.getByText('Ver a chamada').count()).toBe(0);
    await other.context.close();
  });
});

describe.skipIf(!browser)('the use of the API', () => {
  it('shows what production metered today', async () => {
    if (!browser) return;
    await owner.production.listarDocumentos({});
    const { page, context } = await openAs(browser, owner);
    await page.goto(panelUrl(service.origin, '/integracao/uso', 'PRODUCAO'));
    await page.locator('.integration-usage_number', { hasText: /[1-9]\d* hoje/ }).waitFor();
    await page.locator('.integration-usage_hours li').first().waitFor();
    await context.close();
  });
});

describe.skipIf(!browser)('the time line of the sandbox', () => {
  it('shows calls, messages, events and deliveries as one, and leads to each', async () => {
    if (!browser) return;
    const one = person({ email: 'assina.ana@teste.rubrica' });
    await owner.sandbox.criarWebhook({ body: { url: receiver.url, eventos: ['document.completed'] } });
    const { id } = await send(senderOf(owner), [one], [field({ signatarioId: one.id })]);
    const escopos = ['documentos:ler'] as const;
    const { chave } = await owner.sandbox.criarChaveApi({
      body: { nome: 'Loja', ambiente: 'TESTE', escopos: [...escopos] },
    });
    const headers = { authorization: `Bearer ${chave}`, 'x-forwarded-for': '203.0.113.78' };
    const shop = createClient({ baseUrl: `${service.origin}/v1/sandbox`, init: { headers } });
    await shop.obterDocumento({ params: { documentoId: id } });
    const { page, context, watch } = await openAs(browser, owner, DESKTOP);
    await go(page, '/integracao/linha');
    const of = (kind: string, text: string) => page.locator(`[data-kind="${kind}"]`, { hasText: text }).first();
    await of('entrega', 'document.completed').waitFor();
    await of('chamada', '/documentos/{documentoId}').waitFor();
    await of('mensagem', 'Convite').waitFor();
    await of('evento', 'document.signed').waitFor();
    await page.getByText('Mensagens', { exact: true }).click();
    await of('mensagem', '').waitFor({ state: 'detached' });
    await of('evento', 'document.signed').getByRole('link').click();
    await page.waitForURL(`**/documentos/${id}`);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });
});

describe.skipIf(!browser)('the mailbox of the sandbox', () => {
  it('shows a message as its reader sees it, runs nothing of it, and leads to the signing page', async () => {
    if (!browser) return;
    const one = person({ nome: 'Marina Duarte Leal' });
    const titulo = '<script>alert(1)</script> & "aspas"';
    await send(senderOf(owner), [one], [field({ signatarioId: one.id })], { titulo });
    const { page, context, watch } = await openAs(browser, owner);
    await go(page, '/caixa');
    await page.locator('.integration-mailbox_message', { hasText: one.email }).click();
    const frame = page.frameLocator('iframe');
    await frame.getByText(titulo).first().waitFor();
    // The message's own styles hold, though the page's policy allows none inline.
    const size = await frame.locator('h1').evaluate(fontSizeOf);
    expect(size).toBe('23px');
    const opening = context.waitForEvent('page');
    await frame.getByRole('link').first().click();
    const signing = await opening;
    await signing.waitForURL(/\/assinar\/[\w-]{43}/);
    await signing.getByText('Imobiliária Acácia Ltda.').first().waitFor();
    await signing.close();

    await page.reload();
    await page.getByText('Só texto').click();
    await page.locator('.integration-message_text').getByText(titulo).waitFor();
    const link = page.locator('.integration-message_text a').first();
    expect(await link.getAttribute('href')).toMatch(/\/assinar\/[\w-]{43}$/);
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    // What looks into the frame from outside is refused there too: this test's own questions.
    const own = /^Blocked script execution in 'about:srcdoc'/;
    expect(complaints(watch.problems).filter((problem) => !own.test(problem))).toEqual([]);
    await context.close();
  });

  it('has the code of a message to copy, beside it and in its text', async () => {
    if (!browser) return;
    const one = person({ telefone: '+5519987654321', fatoresExigidos: ['EMAIL', 'SMS_OTP'] });
    const sender = senderOf(owner);
    const { links } = await send(sender, [one], [field({ signatarioId: one.id })]);
    const params = { token: links[0]?.split('/').pop() ?? '' };
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page, context } = await openAs(browser, owner, { ...DESKTOP, permissions });
    await go(page, '/caixa');
    await sender.anyone.abrirAssinatura({ params });
    await sender.anyone.solicitarCodigo({ params, body: { fator: 'SMS_OTP' } });
    await page.locator('.integration-mailbox_message', { hasText: '+5519987654321' }).first().click();
    const copy = page.getByRole('button', { name: /^Copiar \d{6}$/ });
    await copy.nth(1).waitFor();
    const code = (await copy.first().getAttribute('aria-label'))?.slice(-6) ?? '';
    expect(await page.locator('.integration-message_text').innerText()).toContain(code);
    await copy.last().click();
    await until(async () => (await page.evaluate<string>('navigator.clipboard.readText()')) === code);
    await context.close();
  });

  it('is told to be of the test environment where somebody looks for it in production', async () => {
    if (!browser) return;
    await send(senderOf(owner), [person()], [field()]);
    const { page, context } = await openAs(browser, owner);
    await page.goto(panelUrl(service.origin, '/caixa', 'PRODUCAO'));
    await page.getByRole('link', { name: 'Abrir a caixa de teste' }).click();
    await page.locator('.integration-mailbox_message').first().waitFor();
    await context.close();
  });
});

describe.skipIf(!browser)('an OPERADOR', () => {
  it('is offered the mailbox, neither keys nor webhooks nor usage, and is refused them', async () => {
    if (!browser) return;
    const operator = await newMember(owner, 'OPERADOR');
    const { page, context } = await openAs(browser, operator);
    await go(page, '/caixa');
    const navigation = page.getByRole('navigation', { name: 'Navegação do painel' });
    await navigation.getByRole('link', { name: 'Caixa de teste' }).waitFor();
    const names = await navigation.getByRole('link').allInnerTexts();
    expect(names.filter((name) => /Chaves|Webhooks|Uso/.test(name))).toEqual([]);
    for (const path of ['chaves', 'chaves/nova', 'webhooks', 'webhooks/novo', 'uso']) {
      await go(page, `/integracao/${path}`);
      await page.getByText('Fora do alcance do seu papel').waitFor();
    }
    const refusal = { status: 403, codigo: 'PAPEL_INSUFICIENTE' };
    const key = { nome: 'Minha', ambiente: 'TESTE', escopos: ['documentos:ler'] } as const;
    await expect(operator.sandbox.criarChaveApi({ body: { ...key, escopos: [...key.escopos] } })).rejects.toMatchObject(
      refusal,
    );
    await expect(operator.sandbox.listarWebhooks({})).rejects.toMatchObject(refusal);
    await context.close();
  });
});
