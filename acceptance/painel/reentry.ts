import type { Page } from 'playwright-core';
import { PASSWORD } from '../browser/world.ts';
import { enter, type Member, newAddress } from './members.ts';

/** Ends every session of a person, from elsewhere. */
export async function endSessionsOf(member: Member): Promise<void> {
  const elsewhere = await enter(member.origin, member.email, newAddress());
  await elsewhere.production.encerrarSessoes({});
}

/** Enters over the page whose session ended. */
export async function enterAgain(page: Page, senha = PASSWORD): Promise<void> {
  const again = page.getByRole('dialog', { name: 'Sua sessão terminou' });
  await again.getByLabel('Senha', { exact: true }).fill(senha);
  await again.getByRole('button', { name: 'Entrar', exact: true }).click();
}
