import { ensureBundle } from '@rubrica/web/build';
import type { FastifyInstance } from 'fastify';
import { type Config, describeStandIns } from '../config/index.ts';
import type { Clock } from '../core/clock.ts';
import { columnsOf } from '../core/row.ts';
import type { Database } from '../core/sql.ts';
import type { MailboxEntry } from '../http/dev-mailbox.ts';
import type { IsDeveloper } from '../http/developer.ts';
import type { Readiness } from '../http/health.ts';
import { addPages } from '../http/pages.ts';
import type { ServerDeps } from '../http/server.ts';
import { pageHead } from '../http/site/head.ts';
import { addSite, loadVerifier, type OpenLogPages } from '../http/site/index.ts';
import { addWebPage, type Bundle } from '../http/web.ts';
import { publishedPlans } from '../modules/consumo/index.ts';
import { createLender } from '../modules/demo/index.ts';
import { readPayment } from '../modules/faturamento/index.ts';
import { createServedLogs } from '../modules/registro/index.ts';
import { countConsult } from '../modules/validacao/index.ts';
import type { Parts } from './assemble.ts';
import { policiesOf } from './open-log.ts';
import { listSeals } from './seals.ts';
import type { World } from './world.ts';

export interface SiteParts {
  readonly world: World;
  readonly db: Database;
  readonly clock: Clock;
  readonly parts: Parts;
  readonly readSource: ServerDeps['readSource'];
  readonly readiness: () => Promise<Readiness>;
  readonly isDeveloper: IsDeveloper;
  /** Path prefixes of the API and of the public host's API. */
  readonly basePath: string;
  readonly publicPath: string;
}

/**
 * All pages: the bundles of `apps/web`, the site and the served contract. In production every bundle is located or
 * built first, so that a missing page is discovered at startup and never by a signer; a development start does not wait
 * for that.
 */
export async function addSiteAndBundles(http: FastifyInstance, config: Config, site: SiteParts): Promise<void> {
  const { world, db, clock, parts, readSource, isDeveloper, basePath, publicPath } = site;
  const bundle = (name: Parameters<typeof ensureBundle>[0]) => ({ name, folder: () => ensureBundle(name) });
  const [signing, panel, open, form] = [
    bundle('assinatura'),
    bundle('painel'),
    bundle('publico'),
    bundle('formulario'),
  ];
  if (config.production) for (const { folder } of [signing, panel, open, form]) await folder();

  addPages(http, {
    ...config,
    basePath,
    isDeveloper,
    standIns: describeStandIns(config),
    readMailbox: () => db.sql<MailboxEntry[]>`
      select ${columnsOf('mensagem_capturada', 'm')} from acesso.caixa_de_desenvolvimento(200) m`,
  });
  const values = { API: basePath };
  const panelValues = { ...values, OAUTH: config.oauthEnabled ? 'on' : 'off' };
  const origin = new URL(config.publicUrl).origin;
  const shown = (title: string, description: string) => pageHead({ origin, title, description }).html;
  addSigners(http, { signing, form }, { values, shown, parts });
  const showPanel = addWebPage(http, {
    bundle: panel,
    paths: ['/painel', '/painel/*'],
    values: panelValues,
    styleNonce: true,
    head: pageHead(null).html,
  });
  http.get<{ Params: { token: string } }>('/incorporar/edicao/:token', async (request, reply) =>
    showPanel(reply, (await parts.findTicket.editing(request.params.token))?.origem ?? undefined),
  );
  const verifier = loadVerifier();
  const address = new URL(config.publicUrl);
  const showPublic = addWebPage(http, {
    bundle: open,
    paths: ['/validar/*', '/contato'],
    head: shown(
      'Validar um documento — Rubrica',
      'Confira se um documento é autêntico e se está concluído, pelo código, pelo QR ou pelo próprio PDF, que não sai do seu aparelho.',
    ),
    values: { BASE: address.pathname.replace(/\/$/, ''), HOST: address.host, VERIFIER: verifier.sha256 },
    policy: { 'form-action': "'self'", 'img-src': "'self' data:" },
    headers: {
      'x-robots-tag': 'noindex, follow',
      'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
    },
  });
  const lend = config.demoEnabled ? createLender(parts.needs) : null;
  addSite(http, {
    ...config,
    basePath,
    publicPath,
    plans: config.pix === null ? [] : publishedPlans(),
    isDeveloper,
    verifier,
    certificate: world.seals.PRODUCAO.certificate,
    testSeal: world.seals.TESTE.certificate.fingerprint,
    readSeals: remembered(() => listSeals(db.sql)),
    readiness: site.readiness,
    consult: async (ambiente, request, codigo) =>
      (await parts.validate(ambiente, readSource(request.raw), clock.now(), { codigo })).result,
    showPublic,
    lendDemo: lend && ((words, request) => lend(words, readSource(request.raw).ip, clock.now())),
    openLogs: openLogPages(config, site),
    readPayment: (token) => readPayment(db.sql, parts.needs.payments, config.pix, token, clock.now()),
    pixReceiver: config.pix?.name ?? null,
  });
}

interface SignersPages {
  /** Placeholders of their HTML. */
  readonly values: Readonly<Record<string, string>>;
  readonly shown: (title: string, description: string) => string;
  readonly parts: Parts;
}

/** The pages of who signs: by a personal link, inside another page, and by a public link. */
function addSigners(
  http: FastifyInstance,
  { signing, form }: Readonly<Record<'signing' | 'form', Bundle>>,
  { values, shown, parts }: SignersPages,
): void {
  const showSigning = addWebPage(http, {
    bundle: signing,
    paths: ['/assinar'],
    values,
    // Whoever shares a personal link shows nobody what it is about.
    head: shown('Documento para assinar', 'Um link pessoal, para ler e assinar um documento.'),
  });
  http.get<{ Params: { '*': string } }>('/assinar/*', (request, reply) => {
    void parts.prepareSigning(request.params['*']);
    return showSigning(reply);
  });
  // Whoever has no such address is shown a page that says so, inside of nobody's.
  http.get<{ Params: { token: string } }>('/incorporar/:token', async (request, reply) =>
    showSigning(reply, (await parts.findTicket.signature(request.params.token))?.origem ?? undefined),
  );
  addWebPage(http, {
    bundle: form,
    paths: ['/formulario/*'],
    values,
    head: shown('Documento para assinar', 'Preencha o seu nome e o seu e-mail para ler e assinar um documento.'),
  });
}

/** What the open logs are served from. */
const openLogPages = (config: Config, { world, db, clock, readSource, parts }: SiteParts): OpenLogPages => ({
  logs: createServedLogs(db),
  proofs: parts.needs.proofs,
  policyOf: policiesOf(config),
  countConsult: async (request) => void (await countConsult(world.limiter, readSource(request.raw), clock.now())),
});

/** Anyone may request the seals as often as they like, and they seldom change. */
const REMEMBERED_MS = 5_000;

function remembered<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { readonly value: T; readonly until: number } | null = null;
  return async () => {
    if (last === null || performance.now() > last.until) {
      last = { value: await read(), until: performance.now() + REMEMBERED_MS };
    }
    return last.value;
  };
}
