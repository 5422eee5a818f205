import type { Page } from 'playwright-core';
import { create, field, messageTo, person, type Sender } from '../browser/world.ts';
import { begin, button, drawn, fillAll, heading, readAll, sign } from './steps.ts';

/** Several documents behind one link, whose data the sender locked. */
export const envelope = {
  name: 'envelope',
  async *show(page: Page, sender: Sender): AsyncGenerator<string> {
    const one = person({ travarDados: true });
    const { id: envelopeId } = await sender.api.criarEnvelope({ body: { titulo: 'Locação' } });
    for (const titulo of ['Contrato de locação', 'Termo de vistoria']) {
      await create(sender, [{ ...one, id: crypto.randomUUID() }], [field()], { titulo, envelopeId });
    }
    await sender.api.enviarEnvelope({ params: { envelopeId } });
    const link = await messageTo(sender, one.email, /(http\S+\/assinar\/[\w-]{43})/);
    await begin(page, link);
    await drawn(page);
    yield 'leitura';
    await readAll(page);
    await fillAll(page);
    yield 'revisao-dados-travados';
  },
};

/** Two documents that do not have the person in the same role, nor under the same name. */
export const roles = {
  name: 'envelope-papeis',
  async *show(page: Page, sender: Sender): AsyncGenerator<string> {
    const one = person();
    const { id: envelopeId } = await sender.api.criarEnvelope({ body: { titulo: 'Locação' } });
    const places = [
      { titulo: 'Contrato de locação', funcao: 'TESTEMUNHAR', nome: 'Marina Duarte Leal' },
      { titulo: 'Termo de vistoria', funcao: 'ASSINAR', nome: 'Marina D. Leal' },
    ] as const;
    for (const { titulo, ...place } of places) {
      const id = crypto.randomUUID();
      const fields = [
        field({ signatarioId: id }),
        field({ tipo: 'NOME', signatarioId: id, x: 0.12, y: 0.3, altura: 0.025 }),
      ];
      await create(sender, [{ ...one, ...place, id }], fields, { titulo, envelopeId });
    }
    await sender.api.enviarEnvelope({ params: { envelopeId } });
    const link = await messageTo(sender, one.email, /(http\S+\/assinar\/[\w-]{43})/);
    await page.goto(link);
    await page.getByText('Assinar como testemunha').waitFor();
    await page.locator('[data-first-page] img').nth(1).waitFor();
    yield 'inicio';
    await button(page, 'Começar').click();
    await readAll(page);
    await fillAll(page);
    yield 'review';
    await sign(page, 'Concluir');
    await heading(page, 'Pronto, você concluiu a sua parte').waitFor();
    await page.getByText(/SVC-/).nth(1).waitFor();
    yield 'assinado';
  },
};
