import { beforeAll, describe, expect, it } from 'vitest';
import { NARROW, watched } from '../browser/browser.ts';
import { findings } from '../browser/examination.ts';
import { openStage } from '../browser/stage.ts';
import { field, newSender, person, type Sender, send } from '../browser/world.ts';
import { countTaps, sampleField, signSample } from './sample.ts';
import { begin, button, drawn, heading, nextButton, turnPages } from './steps.ts';

/** One guided pass over the document, on the narrowest phone. */

const { browser, service, missing } = await openStage();
let sender: Sender;

beforeAll(async () => {
  sender = await newSender(service);
});

async function open() {
  const { context } = await watched(browser, NARROW);
  return { context, page: await context.newPage() };
}

describe.skipIf(missing)('on a screen of 360 px', () => {
  it('the document begins in the upper third, under one row of tools', async () => {
    const { page, context } = await open();
    const { links } = await send(sender, [person()], [field()]);
    await begin(page, links[0] ?? '');
    await drawn(page);
    const height = page.viewportSize()?.height ?? 0;
    const top = (await page.locator('[data-page="1"]').boundingBox())?.y ?? height;
    expect(top).toBeLessThan(height / 3);
    const tools = page.getByRole('group', { name: 'Ferramentas de leitura' });
    const rows = await tools.evaluate((element) => {
      const tops = [...element.querySelectorAll('button, a')].map((one) => one.getBoundingClientRect().top);
      return new Set(tops).size;
    });
    expect(rows).toBe(1);
    expect(await findings(page)).toEqual([]);
    await button(page, 'Etapa anterior').click();
    await page.getByRole('heading', { name: 'Olá, Marina', level: 1 }).waitFor();
    await context.close();
  });
});

describe.skipIf(missing)('who never saw it', () => {
  it.each([
    ['in one go', false],
    ['with the tab killed in the middle', true],
  ])('signs the sample %s by five taps', async (_name, killed) => {
    const { page, context } = await open();
    const taps = await countTaps(context);
    const { id, links } = await send(sender, [person()], [sampleField()]);
    const last = await signSample(page, links[0] ?? '', killed);
    await heading(last, 'Pronto, você assinou').waitFor();
    expect(taps()).toBeLessThanOrEqual(5);
    // What the service is told, and in which order, is what it was with a step for each.
    const { itens } = await sender.api.listarAuditoria({ params: { documentoId: id } });
    const acts = ['LEITURA_CONCLUIDA', 'ACEITE_REGISTRADO', 'ASSINATURA_REGISTRADA'];
    const told = itens.map(({ acao }) => acao as string);
    expect(told.filter((acao) => acts.includes(acao))).toEqual(acts);
    await context.close();
  });

  it('signs the document of the front page, which asks for no account and no factor', async () => {
    const { page, context } = await open();
    await page.goto(service.origin);
    expect(await findings(page)).toEqual([]);
    await button(page, 'Assinar um exemplo agora').tap();
    await page.waitForURL(/\/assinar\/[\w-]{43}$/);
    const taps = await countTaps(context);
    const last = await signSample(page, page.url(), false);
    await heading(last, 'Pronto, você assinou').waitFor();
    await last.getByText('Contrato de exemplo').first().waitFor();
    expect(taps()).toBeLessThanOrEqual(5);
    await context.close();
  });

  it('is led to what is lacking, each field beside its page, and no further while it is wrong', async () => {
    const { page, context } = await open();
    const fields = [
      field({ tipo: 'CPF', y: 0.3, altura: 0.03 }),
      field({ tipo: 'NOME', y: 0.4, altura: 0.03 }),
      field(),
      field({ tipo: 'TEXTO', y: 0.5, altura: 0.04, rotulo: 'Recado', obrigatorio: false }),
    ];
    const { links } = await send(sender, [person()], fields);
    await begin(page, links[0] ?? '');
    await drawn(page);
    await button(page, 'Próxima página').waitFor();
    // Free to go on by hand: a field that is touched opens too, before the pages were passed.
    await page.locator('[data-tipo=CPF] input').tap();
    const beside = page.locator('[data-dock]');
    await beside.getByLabel('CPF').fill('11111111111');
    await beside.getByRole('button', { name: 'Pronto' }).tap();
    await beside.getByText('Confira o CPF').waitFor();
    await beside.getByLabel('CPF').fill('52998224725');
    expect(await page.locator('[data-tipo=CPF] input').inputValue()).toBe('529.982.247-25');
    await beside.getByRole('button', { name: 'Pronto' }).tap();
    await beside.locator('form').waitFor({ state: 'detached' });
    // The button leads through the pages that are left, and then to the field.
    await turnPages(page);
    await nextButton(page).tap();
    // The name is there already, and is no stop; the message may stay empty, and is offered once.
    await beside.getByLabel('Recado').waitFor();
    const at = await page.locator('[data-active]').boundingBox();
    const top = (await beside.boundingBox())?.y ?? 0;
    expect(at && at.y > 0 && at.y + at.height < top, 'the field is seen above').toBe(true);
    expect(await findings(page)).toEqual([]);
    await nextButton(page).tap();
    await button(page, 'Usar e revisar').tap();
    await heading(page, 'Revise e conclua').waitFor();
    await context.close();
  });
});
