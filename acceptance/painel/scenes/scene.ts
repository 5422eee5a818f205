import type { Page } from 'playwright-core';
import type { Service } from '../../browser/world.ts';
import { type Member, newOwner } from '../members.ts';

/** One screen of the panel or several, brought about by the real service. A scene stops at each screen worth a look. */
export interface Scene {
  readonly name: string;
  /** Shown to somebody who has not entered; otherwise to the owner of the organization. */
  readonly stranger?: true;
  show(page: Page, cast: Cast): AsyncGenerator<string>;
}

/** Who plays. A scene needs nothing that another left; its first screens may want an organization without anything. */
export interface Cast {
  readonly service: Service;
  readonly owner: Member;
}

export const castOf = async (service: Service): Promise<Cast> => ({ service, owner: await newOwner(service) });

/** Opens the navigation, which a narrow screen puts away. */
export async function showNavigation(page: Page): Promise<void> {
  const opener = page.getByRole('button', { name: 'Abrir a navegação' });
  if (await opener.isVisible()) await opener.click();
}
