import { ensureBundle } from '@rubrica/web/build';
import type { FastifyInstance } from 'fastify';
import { type Config, describeStandIns } from '../config/index.ts';
import type { Clock } from '../core/clock.ts';
import type { Database } from '../core/sql.ts';
import type { IsDeveloper } from '../http/developer.ts';
import type { Readiness } from '../http/health.ts';
import { addPages, type MailboxEntry } from '../http/pages.ts';
import type { ServerDeps } from '../http/server.ts';
import { addSite, loadVerifier } from '../http/site/index.ts';
import { addWebPage } from '../http/web.ts';
import { readPayment } from '../modules/faturamento/index.ts';
import type { Parts } from './assemble.ts';
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
  const [signing, panel, open] = [bundle('assinatura'), bundle('painel'), bundle('publico')];
  if (config.production) for (const { folder } of [signing, panel, open]) await folder();

  addPages(http, {
    ...config,
    basePath,
    isDeveloper,
    readMailbox: () => db.sql<MailboxEntry[]>`select * from acesso.caixa_de_desenvolvimento(200)`,
  });
  const values = { API: basePath };
  const panelValues = { ...values, OAUTH: config.oauthEnabled ? 'on' : 'off' };
  const showSigning = addWebPage(http, { bundle: signing, paths: ['/assinar'], values });
  http.get<{ Params: { '*': string } }>('/assinar/*', (request, reply) => {
    void parts.prepareSigning(request.params['*']);
    return showSigning(reply);
  });
  addWebPage(http, { bundle: panel, paths: ['/painel', '/painel/*'], values: panelValues, styleNonce: true });
  const verifier = loadVerifier();
  const address = new URL(config.publicUrl);
  const showPublic = addWebPage(http, {
    bundle: open,
    paths: ['/validar/*', '/contato'],
    values: { PUBLICO: address.pathname.replace(/\/$/, ''), ANFITRIAO: address.host, VERIFICADOR: verifier.sha256 },
    policy: { 'form-action': "'self'", 'img-src': "'self' data:" },
    headers: {
      'x-robots-tag': 'noindex, follow',
      'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
    },
  });
  addSite(http, {
    ...config,
    basePath,
    publicPath,
    standIns: describeStandIns(config),
    isDeveloper,
    verifier,
    certificate: world.seals.PRODUCAO.certificate,
    testSeal: world.seals.TESTE.certificate.fingerprint,
    readSeals: remembered(() => listSeals(db.sql)),
    readiness: site.readiness,
    consult: async (ambiente, request, codigo) =>
      (await parts.validate(ambiente, readSource(request.raw), clock.now(), { codigo })).result,
    showPublic,
    readPayment: (token) => readPayment(db.sql, parts.needs.payments, config.pix, token, clock.now()),
    pixReceiver: config.pix?.name ?? null,
  });
}

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
