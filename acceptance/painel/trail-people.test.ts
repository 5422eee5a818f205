import { expect, it } from 'vitest';
import { openStage } from '../browser/stage.ts';
import { field, person, send } from '../browser/world.ts';
import { newOwner, openAt, senderOf } from './members.ts';

/** Whom the trail on a document's page names, when not everything in it is about who is in a place now. */

const { browser, service, missing } = await openStage();

it.skipIf(missing)('an event is of whom it was about then, not of who took their place since', async () => {
  const owner = await newOwner(service);
  const before = person({ nome: 'Ana Reis', metodoEntrega: 'LINK' });
  const { id, links } = await send(senderOf(owner), [before], [field({ signatarioId: before.id })]);
  const token = links[0]?.split('/').pop() ?? '';
  await fetch(`${service.origin}/v1/sandbox/assinatura/${token}`);
  await owner.sandbox.alterarSignatario({
    params: { documentoId: id, signatarioId: before.id },
    body: { nome: 'Bruno Dias', email: `bruno.${Date.now()}@exemplo.com.br` },
  });
  const { page, context } = await openAt(browser, owner, `/documentos/${id}?aba=trilha`);
  const whomOf = (what: string) =>
    page.locator('li', { hasText: what }).locator('dt', { hasText: 'Pessoa' }).locator('+ dd').first();
  await whomOf('Documento visualizado').waitFor({ state: 'attached' });
  expect(await whomOf('Documento visualizado').textContent()).toBe('Ana Reis');
  expect(await whomOf('Dados do signatário corrigidos').textContent()).toBe('de Ana Reis para Bruno Dias');
  await context.close();
});
