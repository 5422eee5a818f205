import type { Page } from 'playwright-core';
import type { Service } from '../browser/world.ts';

/** Every message of the gallery, as `/dev/emails` serves it. */
export interface Shown {
  readonly id: string;
  readonly html: string;
  readonly texto: string;
}

export async function messagesOf({ origin }: Service): Promise<Shown[]> {
  const read = async (path: string) => (await fetch(`${origin}/dev/emails${path}`)).text();
  const ids = [...(await read('')).matchAll(/<section id="([^"]+)">/g)].map((match) => match[1] ?? '');
  return Promise.all(
    ids.map(async (id) => ({ id, html: await read(`/${id}/html`), texto: await read(`/${id}/texto`) })),
  );
}

/** Widths messages are read at: the pane of a desktop program, and a small phone. */
export const WIDTHS = [600, 360] as const;

/** Shows the messages one after the other. @returns the id of each, once it is shown */
export async function* show(page: Page, service: Service): AsyncGenerator<string> {
  for (const { id, html } of await messagesOf(service)) {
    await page.setContent(html);
    yield id;
  }
}
