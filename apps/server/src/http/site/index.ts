import type { Ambiente, ResultadoValidacao } from '@rubrica/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addBrandFiles } from './brand-files.ts';
import { addDemo } from './demo.ts';
import { addDocs, type DocsDeps } from './docs.ts';
import { addEmbedScript } from './embed-script.ts';
import { addFrontPage, type FrontDeps } from './front.ts';
import { addLegalPages, type LegalDeps } from './legal-pages.ts';
import { addOpenLogs, type OpenLogPages } from './open-log.ts';
import { addPaymentPage, type PaymentDeps } from './payment-page.ts';
import { addScripts } from './scripts.ts';
import { addSealFiles } from './seal-page.ts';
import { sendSitePage } from './shell.ts';
import { addStylesheets } from './stylesheet.ts';
import { validationContent } from './validation-fallback.ts';
import { addVerifier } from './verifier.ts';

export type { OpenLogPages } from './open-log.ts';
export type { PublishedSeal } from './seal-page.ts';
export { loadVerifier, ownVerifier } from './verifier.ts';

export interface SiteDeps extends FrontDeps, DocsDeps, LegalDeps, PaymentDeps {
  /** Public validation in an environment, with the API's own result. */
  readonly consult: (ambiente: Ambiente, request: FastifyRequest, codigo: string) => Promise<ResultadoValidacao>;
  /** Serves the bundle of `/validar` and `/contato`. */
  readonly showPublic: (reply: FastifyReply) => Promise<FastifyReply>;
  readonly openLogs: OpenLogPages;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Of the installation, as `https://host`; absent where a process has no pages. */
    siteOrigin?: string;
  }
}

/** The site: everything that can be opened without a credential, except the signing page. */
export function addSite(app: FastifyInstance, deps: SiteDeps): void {
  app.decorate('siteOrigin', new URL(deps.publicUrl).origin);
  addBrandFiles(app);
  addStylesheets(app);
  addScripts(app);
  addEmbedScript(app);
  addFrontPage(app, deps);
  addDemo(app, deps);
  addDocs(app, deps);
  addLegalPages(app, deps);
  addSealFiles(app, deps);
  addVerifier(app, deps);
  addOpenLogs(app, deps.openLogs);
  addPaymentPage(app, deps);
  addValidationForm(app, deps, '/validar', 'PRODUCAO');
  addValidationForm(app, deps, '/validar/teste', 'TESTE');
}

/** A browser without JavaScript submits the form here; otherwise the page makes the request itself. */
function addValidationForm(app: FastifyInstance, deps: SiteDeps, path: string, ambiente: Ambiente): void {
  app.get<{ Querystring: { codigo?: unknown } }>(path, async (request, reply) => {
    const { codigo } = request.query;
    if (typeof codigo !== 'string' || codigo === '') return deps.showPublic(reply);
    const body = await validationContent(path, () => deps.consult(ambiente, request, codigo));
    return sendSitePage(reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }), {
      title: 'Validar um documento',
      part: 'validation',
      body,
    });
  });
}
