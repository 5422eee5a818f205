import { buildOpenApi, renderOpenApi } from '@rubrica/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Html, html } from '../core/html.ts';
import { once } from '../core/once.ts';
import { refuseCredentialInQuery } from './authenticate.ts';
import { type MailboxEntry, sendDevMailbox } from './dev-mailbox.ts';
import { type IsDeveloper, onlyFor } from './developer.ts';
import { addEmailGallery } from './emails.ts';
import { renderSitePage } from './site/shell.ts';

export interface PagesDeps {
  readonly baseUrl: string;
  readonly publicUrl: string;
  readonly docsUrl: string;
  readonly authUrl: string;
  /** Whether OAuth 2.0 is on; if not, the contract does not mention it. */
  readonly oauthEnabled: boolean;
  readonly basePath: string;
  /** Captured messages of every organization. */
  readonly readMailbox: () => Promise<readonly MailboxEntry[]>;
  readonly isDeveloper: IsDeveloper;
  /** The stand-ins in use, one line each: shown to the developer. */
  readonly standIns: readonly string[];
}

/** A complete page in the service's own look: title, heading and body. */
export const page = (title: string, body: Html): string =>
  renderSitePage({ title, part: null, body: html`<div class="prose alone"><h1>${title}</h1>${body}</div>` });

/** The served contract, and the pages that only the developer sees. */
export function addPages(app: FastifyInstance, deps: PagesDeps): void {
  addContract(app, deps);
  addDevelopment(app, deps);
}

function addContract(app: FastifyInstance, { oauthEnabled: oauth, basePath, ...deps }: PagesDeps): void {
  const contract = once(() => buildOpenApi({ ...deps, oauth }));
  const json = once(() => renderOpenApi(contract()));
  // Takes a good part of a second, and on most installations nobody ever asks for it.
  const yaml = once(() => toYaml(contract()));
  const serve =
    (type: string, text: () => string | Promise<string>) => async (request: FastifyRequest, reply: FastifyReply) => {
      refuseCredentialInQuery(request);
      return reply
        .header('cache-control', 'public, max-age=300')
        .type(type)
        .send(await text());
    };
  for (const prefix of [basePath, `${basePath}/sandbox`]) {
    app.get(`${prefix}/openapi.json`, serve('application/json; charset=utf-8', json));
    app.get(`${prefix}/openapi.yaml`, serve('application/yaml; charset=utf-8', yaml));
  }
}

/** The same in YAML 1.2, quoting whatever a YAML 1.1 parser would misread (`on`, a date). */
async function toYaml(contract: object): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(contract, { aliasDuplicateObjects: false, lineWidth: 0, compat: 'yaml-1.1' });
}

function addDevelopment(app: FastifyInstance, { readMailbox, publicUrl, isDeveloper, standIns }: PagesDeps): void {
  const onRequest = onlyFor(isDeveloper);
  addEmailGallery(app, { publicUrl, onRequest });
  app.get('/dev/caixa', { onRequest }, async (_request, reply) => sendDevMailbox(reply, await readMailbox(), standIns));
}
