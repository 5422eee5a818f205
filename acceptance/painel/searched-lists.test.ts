import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { complaints } from '../browser/examination.ts';
import { openStage } from '../browser/stage.ts';
import { create, person } from '../browser/world.ts';
import { type Member, newOwner, openAt, senderOf } from './members.ts';
import { startReceiver } from './receiver.ts';

/** Nothing is taken away from under a hand: the rows of before stay until those that are looked for are there. */

const { browser, service, missing } = await openStage();

/** Keeps answers back until told otherwise. */
async function hold(page: Page, url: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

interface Case {
  readonly path: string;
  readonly make: (member: Member, nome: string) => Promise<unknown>;
  readonly list: string;
  /** The call that looks for what was typed. */
  readonly call: RegExp;
  readonly actions: string;
  readonly item: string;
}

const CASES: readonly (readonly [string, Case])[] = [
  [
    'people',
    {
      path: '/contatos',
      make: (member, nome) => member.sandbox.criarCliente({ body: { nome } }),
      list: 'Lista de contatos',
      call: /\/clientes\?.*busca=/,
      actions: 'Ações de Conceição',
      item: 'Editar',
    },
  ],
  [
    'documents',
    {
      path: '/documentos',
      make: (member, titulo) => create(senderOf(member), [person()], [], { titulo }),
      list: 'Lista de documentos',
      call: /\/documentos\?.*busca=/,
      actions: 'Ações de Conceição',
      item: 'Excluir',
    },
  ],
];

describe.skipIf(missing)('while one searches', () => {
  it.each(CASES)(
    'the rows of %s stay, marked as busy, and a menu that was opened outlasts the answer',
    async (_, one) => {
      const owner = await newOwner(service);
      for (const nome of ['Conceição', 'Rui']) await one.make(owner, nome);
      const { page, context, watch } = await openAt(browser, owner, one.path);
      const list = page.getByRole('list', { name: one.list, exact: true });
      const rows = list.getByRole('listitem').filter({ hasText: /Conceição|Rui/ });
      await rows.nth(1).waitFor();
      const release = await hold(page, one.call);
      const asked = page.waitForRequest(one.call);
      await page.getByRole('searchbox').fill('conceicao');
      await asked;
      expect(await list.getAttribute('aria-busy')).toBe('true');
      expect(await rows.count()).toBe(2);
      await page.getByRole('button', { name: one.actions, exact: true }).click();
      const item = page.getByRole('menuitem', { name: one.item });
      await item.waitFor();
      release();
      await rows.filter({ hasText: 'Rui' }).waitFor({ state: 'detached' });
      expect(await list.getAttribute('aria-busy')).toBe('false');
      expect(await rows.count()).toBe(1);
      await item.click();
      await page.getByRole('menu').waitFor({ state: 'detached' });
      expect(complaints(watch.problems)).toEqual([]);
      await context.close();
    },
  );
});

describe.skipIf(missing)('while one filters', () => {
  it('the deliveries of a webhook stay, marked as busy, until there are those of the state', async () => {
    const owner = await newOwner(service);
    const receiver = await startReceiver();
    const { id } = await owner.sandbox.criarWebhook({ body: { url: receiver.url, eventos: ['document.completed'] } });
    await owner.sandbox.testarWebhook({ params: { webhookId: id } });
    const { page, context } = await openAt(browser, owner, `/integracao/webhooks/${id}`);
    const list = page.getByRole('list', { name: 'Entregas', exact: true });
    await list.getByText('Entregue').waitFor();
    const release = await hold(page, /\/entregas\?.*status=/);
    await page.getByLabel('Situação').selectOption('PENDENTE');
    await page.locator('ul[aria-busy="true"]').waitFor();
    await list.getByText('Entregue').waitFor();
    release();
    await page.getByText('Nenhuma entrega nesta situação').waitFor();
    await context.close();
    await receiver.close();
  });
});
