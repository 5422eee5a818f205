import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { html } from '../../core/html.ts';
import { renderMarkdown } from './guides.ts';
import { sendSitePage } from './shell.ts';

export interface LegalDeps {
  /** Markdown files of the operator's; null for the texts that come with the service. */
  readonly privacyFile: string | null;
  readonly termsFile: string | null;
}

const own = (name: string) => new URL(`./legal/${name}.md`, import.meta.url);

/**
 * `/privacidade` and `/termos`, read at startup.
 * @throws Error for the operator if a file cannot be read or has no title
 */
export function addLegalPages(app: FastifyInstance, { privacyFile, termsFile }: LegalDeps): void {
  for (const [path, variable, file] of [
    ['/privacidade', 'PRIVACY_FILE', privacyFile ?? own('privacy')],
    ['/termos', 'TERMS_FILE', termsFile ?? own('terms')],
  ] as const) {
    const markdown = readFileSync(file, 'utf8');
    const title = /^# (.+)$/m.exec(markdown)?.[1];
    if (!title) throw new Error(`${variable}: o arquivo precisa começar com um título, como "# Privacidade".`);
    const { opening, body } = renderMarkdown(markdown);
    app.get(path, async (_request, reply) =>
      sendSitePage(reply, { title, part: null, body: html`<div class="prose alone">${opening}${body}</div>` }),
    );
  }
}
