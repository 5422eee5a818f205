import type { Page } from 'playwright-core';
import { field, knownPerson, type Sender, send } from '../browser/world.ts';
import { button, fillAndSign, heading, prove, readAll } from './steps.ts';

/** Somebody to whom a device is handed over, and who gives it back. */
export const inPerson = {
  name: 'presencial',
  async *show(page: Page, sender: Sender): AsyncGenerator<string> {
    const one = knownPerson({ presencial: true });
    const { links } = await send(sender, [one], [field()], { fatoresExigidos: ['DADOS_PESSOAIS'] });
    await page.goto(links[0] ?? '');
    await heading(page, /^Entregue o aparelho/).waitFor();
    yield 'entregar';
    await button(page, /^Sou/).click();
    await button(page, 'Começar').click();
    await prove(page);
    await readAll(page);
    await fillAndSign(page);
    await button(page, 'Guardar o recibo').waitFor();
    yield 'assinado';
    await button(page, 'Concluir').click();
    await heading(page, /^Devolva o aparelho/).waitFor();
    yield 'devolver';
  },
};
