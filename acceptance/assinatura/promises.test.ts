import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacking } from '../../packages/pdf/test/judges/programs.ts';
import { DESKTOP, PHONE, watched } from '../browser/browser.ts';
import { openStage } from '../browser/stage.ts';
import { field, newSender, person, type Sender, send, signByApi, startService, tokenOf } from '../browser/world.ts';
import { VALID_CPF } from './scenes.ts';
import { createStamping } from './stamp.ts';
import { begin, button, drawn, fillAll, heading, nextButton, readAll, sign, typeMark } from './steps.ts';

/** What the signing page promises to everybody: to thumbs, to ears, to those who are made dizzy, to slow offices. */

/** openssl as a time-stamping authority; null where it is not installed. */
const stamping = createStamping();
/** Resolves when the authority answers, which holds every completion of a production document up. */
let answering: Promise<void> = Promise.resolve();
const authority = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  await answering;
  const reply = stamping?.(Buffer.concat(chunks));
  if (reply) response.end(reply);
  else response.writeHead(503).end();
}).listen(0, '127.0.0.1');
await once(authority, 'listening');
afterAll(() => void authority.close().closeAllConnections());
const { browser, service, missing } = await openStage(() =>
  startService({ TSA_URL: `http://127.0.0.1:${(authority.address() as AddressInfo).port}/` }),
);
let sender: Sender;

beforeAll(async () => {
  sender = await newSender(service);
});

async function open(options: BrowserContextOptions = PHONE) {
  const { context, watch } = await watched(browser, options);
  return { context, watch, page: await context.newPage() };
}

/** Targets smaller than a finger; links inside a sentence may be as high as its line (WCAG 2.5.5). */
const SMALL = `(() => {
  const small = [];
  for (const one of document.querySelectorAll("button, a[href], input, select, textarea, summary")) {
    if (one.closest("p, dd, .skip, [aria-hidden=true]") && one.tagName === "A") continue;
    const label = one.closest("label") ?? (["checkbox", "radio", "file"].includes(one.type) ? one.labels?.[0] : null);
    const boxes = [one, label].filter(Boolean).map((it) => it.getBoundingClientRect()).filter(({ width }) => width > 0);
    if (boxes.length === 0 || !one.checkVisibility({ visibilityProperty: true })) continue;
    if (boxes.some(({ width, height }) => width >= 43.5 && height >= 43.5)) continue;
    small.push(one.outerHTML.slice(0, 120) + " " + boxes.map(({ width, height }) => Math.round(width) + "x" + Math.round(height)));
  }
  return small;
})()`;

describe.skipIf(missing)('for thumbs', () => {
  it('every target of the road is 44 px or more', async () => {
    const { page, context } = await open();
    const fields = [
      field({ largura: 0.05, altura: 0.012 }),
      field({ tipo: 'TEXTO', y: 0.3, largura: 0.06, altura: 0.012, rotulo: 'Cidade', obrigatorio: false }),
      field({ tipo: 'CHECKBOX', y: 0.4, largura: 0.02, altura: 0.012, rotulo: 'Recebi as chaves' }),
    ];
    const { links } = await send(sender, [person()], fields);
    const small: string[] = [];
    const look = async (screen: string) => {
      for (const one of (await page.evaluate(SMALL)) as string[]) small.push(`${screen}: ${one}`);
    };
    await page.goto(links[0] ?? '');
    await button(page, 'Começar').waitFor();
    await look('start');
    await button(page, 'Recusar').click();
    await look('refusing');
    await button(page, 'Voltar').click();
    await button(page, 'Começar').click();
    await drawn(page);
    await look('reading');
    await readAll(page);
    await page.locator('[data-ready]').waitFor();
    await look('fields');
    await page.getByRole('textbox', { name: 'Cidade (opcional)' }).tap();
    await page.locator('[data-dock] form').waitFor();
    await look('a field beside its page');
    await page.locator('[data-tipo=ASSINATURA] button').click();
    for (const way of ['Desenhar', 'Digitar', 'Enviar imagem']) {
      await page.getByRole('dialog').getByText(way, { exact: true }).click();
      await look(way);
    }
    await typeMark(page);
    await fillAll(page);
    await look('review');
    await sign(page);
    await page.getByRole('link', { name: 'Baixar a via assinada' }).waitFor();
    await look('signed');
    expect(small).toEqual([]);
    await context.close();
  });

  it('codes, CPF and dates bring up the numeric keyboard', async () => {
    const { page, context } = await open();
    const one = person({ cpf: VALID_CPF.replace(/\D/g, ''), dataNascimento: '1987-08-25', metodoEntrega: 'LINK' });
    const { links } = await send(sender, [{ ...one, fatoresExigidos: ['DADOS_PESSOAIS', 'EMAIL'] }]);
    await begin(page, links[0] ?? '');
    await heading(page, 'Confirme que é você').waitFor();
    const modes = new Map<string, string | null>();
    const note = async (label: string) => modes.set(label, await page.getByLabel(label).getAttribute('inputmode'));
    const code = async () => {
      await button(page, 'Enviar código').click();
      await page.getByLabel('Código de 6 números').waitFor();
      await note('Código de 6 números');
      expect(await page.getByLabel('Código de 6 números').getAttribute('autocomplete')).toBe('one-time-code');
    };
    await page.getByLabel('CPF').or(button(page, 'Enviar código')).first().waitFor();
    if ((await page.getByLabel('CPF').count()) === 0) await code();
    else {
      await note('CPF');
      await note('Data de nascimento');
      await page.getByLabel('CPF').fill(VALID_CPF);
      await page.getByLabel('Data de nascimento').fill('25/08/1987');
      await button(page, 'Confirmar').click();
      await page.getByLabel('CPF').waitFor({ state: 'detached' });
      await code();
    }
    expect([...modes.values()].every((mode) => mode === 'numeric')).toBe(true);
    expect(modes.size).toBeGreaterThan(0);
    await context.close();
  });
});

describe.skipIf(missing)('for ears and for those who are made dizzy', () => {
  it('the text of a page stands beside its picture, and alone where that is wanted', async () => {
    const { page, context } = await open();
    const { links } = await send(sender, [person()]);
    await begin(page, links[0] ?? '');
    await drawn(page);
    const first = page.locator('[data-page="1"]');
    await first.locator('.textLayer span').first().waitFor({ state: 'attached' });
    expect(await first.locator('.textLayer').textContent()).toContain('CONTRATO DE PRESTAÇÃO DE SERVIÇOS');
    expect(await first.locator('.picture').getAttribute('aria-hidden')).toBe('true');
    expect(await first.getAttribute('aria-label')).toBe('Página 1 de 4');
    await button(page, 'Ver como texto').click();
    await first.getByText('CONTRATO DE PRESTAÇÃO DE SERVIÇOS', { exact: true }).waitFor();
    await first.getByText('artigos 593 a 609 do Código Civil').waitFor();
    expect(await first.getByText(/^As partes acima qualificadas .* pelas cláusulas seguintes\.$/).count()).toBe(1);
    expect(await first.locator('canvas').count()).toBe(0);
    await context.close();
  });

  it.each([
    ['reduce', 0],
    ['no-preference', 1],
  ] as const)(
    'motion: %s',
    async (reducedMotion, moving) => {
      const { page, context } = await open({ ...PHONE, reducedMotion });
      const { links } = await send(sender, [person()]);
      await page.route('**/v1/assinatura/*', () => {});
      await page.goto(links[0] ?? '');
      await page.locator('.spinner').waitFor();
      const running =
        'document.getAnimations().filter(({ playState, effect }) => playState === "running" && effect.getComputedTiming().duration > 10).length';
      expect(Math.min(1, Number(await page.evaluate(running)))).toBe(moving);
      await context.close();
    },
    120_000,
  );
});

describe.skipIf(missing)('for everybody', () => {
  it('who sits at a desktop goes on with the phone by a code that holds the link', async () => {
    const { page, context } = await open(DESKTOP);
    const { links } = await send(sender, [person()]);
    await page.goto(links[0] ?? '');
    await button(page, 'Continuar no celular').click();
    const { data, info } = await sharp(await page.locator('svg.qr').screenshot())
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(decodeQR({ width: info.width, height: info.height, data })).toBe(links[0]);
    await context.close();
  });

  it('who may not refuse is not offered to', async () => {
    const { page, context } = await open();
    const { links } = await send(sender, [person()], [field()], { recusavel: false });
    await page.goto(links[0] ?? '');
    await button(page, 'Começar').waitFor();
    expect(await button(page, 'Recusar').count()).toBe(0);
    await context.close();
  });

  it('the sender can be reported, by name and without the link', async () => {
    const { page, context } = await open();
    const { links } = await send(sender, [person()]);
    await page.goto(links[0] ?? '');
    await button(page, 'Começar').waitFor();
    const href = await page.getByRole('link', { name: 'Denunciar o remetente' }).getAttribute('href');
    const { pathname, searchParams } = new URL(href ?? '', service.origin);
    expect([pathname, searchParams.get('assunto')]).toEqual([
      '/contato',
      'Denúncia do remetente Imobiliária Acácia Ltda.',
    ]);
    expect(href).not.toContain(tokenOf(links[0] ?? ''));
    await context.close();
  });

  it('a wrong CNPJ is found on the page, and a right one is written the usual way', async () => {
    const { page, context } = await open(DESKTOP);
    const { links } = await send(sender, [person()], [field({ tipo: 'CNPJ', y: 0.3, altura: 0.03 }), field()]);
    await begin(page, links[0] ?? '');
    await readAll(page);
    await page.locator('[data-ready]').waitFor();
    await nextButton(page).click();
    const beside = page.locator('[data-dock]').getByLabel('CNPJ');
    const onPage = page.locator('[data-tipo=CNPJ] input');
    await beside.fill('11222333000180');
    await button(page, 'Próximo').click();
    await page.locator('[data-dock] .error').waitFor();
    expect(await beside.inputValue()).toBe('11.222.333/0001-80');
    for (const one of [beside, onPage]) expect(await one.getAttribute('aria-invalid')).toBe('true');
    await beside.fill('11222333000181');
    expect(await onPage.inputValue()).toBe('11.222.333/0001-81');
    await button(page, 'Próximo').click();
    await page.locator('[data-tipo=ASSINATURA][data-active]').waitFor();
    await context.close();
  });

  it('while the file is being sealed that is said, and then the copy is there', {
    ...lacking('openssl'),
    timeout: 120_000,
  }, async () => {
    const { page, context } = await open();
    const live = await newSender(service, {}, 'PRODUCAO');
    const proof = { cpf: VALID_CPF, dataNascimento: '1990-05-17' };
    const [one, other] = [1, 2].map(() =>
      person({ ...proof, metodoEntrega: 'LINK', fatoresExigidos: ['DADOS_PESSOAIS'] }),
    ) as [ReturnType<typeof person>, ReturnType<typeof person>];
    const fields = [field({ signatarioId: one.id }), field({ signatarioId: other.id, y: 0.5 })];
    const { links } = await send(live, [one, other], fields, { fatoresExigidos: ['DADOS_PESSOAIS'] });
    for (const link of links) {
      const params = { token: tokenOf(link) };
      await live.anyone.abrirAssinatura({ params });
      await live.anyone.autenticarSignatario({ params, body: { fator: 'DADOS_PESSOAIS', ...proof } });
    }
    await signByApi(live, links[0] ?? '');
    await page.goto(links[0] ?? '');
    await page.getByText('Aguardando as outras pessoas').waitFor();
    let release = () => {};
    answering = new Promise((done) => {
      release = done;
    });
    const last = signByApi(live, links[1] ?? '');
    await page.getByText('Estamos selando o arquivo').waitFor();
    expect(await page.getByText('Aguardando as outras pessoas').count()).toBe(0);
    release();
    await last;
    await page.getByRole('link', { name: 'Baixar a via assinada' }).waitFor();
    await context.close();
  });

  it('what was typed is there after the line was gone, and arrives', async () => {
    const { page, context } = await open();
    const { id, links } = await send(
      sender,
      [person()],
      [field({ tipo: 'TEXTO', y: 0.3, altura: 0.04, rotulo: 'Cidade' }), field()],
    );
    await begin(page, links[0] ?? '');
    await readAll(page);
    await page.locator('[data-ready]').waitFor();
    await page.getByLabel('Cidade').fill('Campinas');
    await context.setOffline(true);
    await fillAll(page);
    await sign(page);
    await page.getByText('Não feche a página').waitFor();
    await page.goBack();
    expect(await page.getByLabel('Cidade').inputValue()).toBe('Campinas');
    await page.goForward();
    await context.setOffline(false);
    await heading(page, 'Pronto, você assinou').waitFor();
    const { status } = await sender.api.obterDocumento({ params: { documentoId: id } });
    expect(status).toBe('ASSINADO');
    await context.close();
  });
});
