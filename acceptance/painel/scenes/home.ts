import type { Page } from 'playwright-core';
import { create, field, person, type Sender, until } from '../../browser/world.ts';
import { panelUrl, senderOf } from '../members.ts';
import type { Scene } from './scene.ts';

const DAY_MS = 24 * 60 * 60_000;

/** One document of each kind that the first screen tells of, by people of the sandbox who act by themselves. */
export async function ofEachKind(sender: Sender, email: string): Promise<void> {
  const to = async (titulo: string, who: Parameters<typeof person>[0], more: object = {}) => {
    const one = person(who);
    const documentoId = await create(sender, [one], [field({ signatarioId: one.id })], { titulo, ...more });
    await sender.api.enviarDocumento({ params: { documentoId } });
  };
  await to('Termo para eu assinar', { nome: 'Ana Lima', email, metodoEntrega: 'LINK' });
  await to('Convite que voltou', { nome: 'Marina Duarte', email: 'devolve@teste.rubrica' });
  await to('Proposta recusada', { nome: 'José Prado', email: 'recusa@teste.rubrica' });
  await to('Contrato de manutenção', { nome: 'Carla Nunes', email: 'assina@teste.rubrica' });
  const prazoEm = new Date(Date.now() + 2.5 * DAY_MS).toISOString();
  await to('Locação da sala 12', { nome: 'Helena Prado' }, { prazoEm });
  await create(sender, [], [], { titulo: 'Rascunho começado ontem' });
  await until(async () => {
    const { naoEntregues, recusados, concluidos } = await sender.api.obterInicio({});
    return naoEntregues.length * recusados.length * concluidos.length > 0;
  });
}

const open = async (page: Page, origin: string) => {
  await page.goto(panelUrl(origin, '/inicio'));
  await page.locator('main h1').waitFor();
};

const home: Scene = {
  name: 'inicio',
  async *show(page, { service, owner }) {
    await open(page, service.origin);
    await page.getByText('Os primeiros dez minutos').waitFor();
    yield 'novo';
    await page.getByRole('button', { name: 'Enviar o exemplo para mim' }).click();
    await page.getByRole('button', { name: 'Assinar o exemplo' }).waitFor();
    yield 'exemplo-enviado';
    await ofEachKind(senderOf(owner), owner.email);
    await open(page, service.origin);
    await page.getByText('Convite que voltou').waitFor();
    yield 'tudo';
    await page.getByRole('button', { name: 'Mais ações de Locação da sala 12' }).click();
    await page.getByRole('menuitem', { name: 'Abrir' }).waitFor();
    yield 'menu';
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Guardar esta lista' }).click();
    yield 'sem-os-passos';
  },
};

export const HOME: readonly Scene[] = [home];
