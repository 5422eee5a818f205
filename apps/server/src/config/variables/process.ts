import { resolve } from 'node:path';
import {
  apiRoot,
  bindAddress,
  integer,
  networksOrNone,
  oneOf,
  origin,
  PROFILES,
  type Profile,
  ROLES,
  type Role,
  roles,
  visibleAscii,
  webAddress,
} from '../values.ts';
import { variable } from '../variable.ts';

const port = integer(0, 65_535);

/** What a process is and does. */
export const PROCESS = {
  NODE_ENV: variable<Profile>({
    about:
      'The purpose of the installation. `production` refuses every stand-in for a real service, unless `ALLOW_DEV` accepts it by name.',
    form: '`production`, `development` or `test`',
    example: 'production',
    parse: oneOf(PROFILES),
    otherwise: () => 'development',
  }),
  ROLES: variable<readonly Role[]>({
    about:
      'What the process does: answer requests, run jobs and sweeps, bring the database to the newest version before starting. Leaving one out requires `DATABASE_URL`. See [processes](processes.md).',
    form: 'a list of `http`, `jobs` and `migrate`, separated by commas',
    example: 'http,jobs',
    parse: roles,
    otherwise: () => ROLES,
  }),
  HOST: variable({
    about: 'The address the service listens on.',
    form: 'an IP address or a host name',
    example: '127.0.0.1',
    parse: bindAddress,
    otherwise: ({ NODE_ENV }) => (NODE_ENV === 'production' ? '0.0.0.0' : '127.0.0.1'),
    unset: '`127.0.0.1`, in production `0.0.0.0`',
  }),
  PORT: variable({
    about: 'The port the service listens on; 0 lets the system choose one.',
    form: 'an integer from 0 to 65535',
    example: '3000',
    parse: port,
    otherwise: () => 3000,
  }),
};

/** Where people and programs reach it. None ends in a slash. */
export const ADDRESSES = {
  PUBLIC_ORIGIN: variable({
    about: 'What people type to reach the service. The other addresses default to it.',
    form: 'an origin: scheme, host and port, without a path',
    example: 'https://assinar.exemplo.com.br',
    parse: origin,
    otherwise: ({ PORT }) => `http://localhost:${PORT}`,
    unset: '`http://localhost:` and `PORT`',
    elsewhere: 'https and production',
  }),
  BASE_URL: variable({
    about: 'Root of the API; operations of the sandbox are under its `/sandbox`.',
    form: 'a web address that ends in `/v1`',
    example: 'https://api.exemplo.com.br/v1',
    parse: apiRoot,
    otherwise: ({ PUBLIC_ORIGIN }) => `${PUBLIC_ORIGIN}/v1`,
    unset: '`PUBLIC_ORIGIN` and `/v1`',
    elsewhere: 'https',
  }),
  PUBLIC_URL: variable({
    about: 'Root of the pages: personal links, `/validar`, `/painel` and `/pagar`.',
    form: 'a web address',
    example: 'https://assinar.exemplo.com.br',
    parse: webAddress,
    otherwise: ({ PUBLIC_ORIGIN }) => PUBLIC_ORIGIN,
    unset: '`PUBLIC_ORIGIN`',
    elsewhere: 'https',
  }),
  DOCS_URL: variable({
    about: 'Where the documentation is published; the `type` of every problem is below it.',
    form: 'a web address',
    example: 'https://assinar.exemplo.com.br/docs',
    parse: webAddress,
    otherwise: ({ PUBLIC_ORIGIN }) => `${PUBLIC_ORIGIN}/docs`,
    unset: '`PUBLIC_ORIGIN` and `/docs`',
    elsewhere: 'https',
  }),
  AUTH_URL: variable({
    about:
      'Root of the page on which an organization authorizes an OAuth application. It must be on the host where people log in: see [OAuth](oauth.md).',
    form: 'a web address',
    example: 'https://assinar.exemplo.com.br',
    parse: webAddress,
    otherwise: ({ PUBLIC_ORIGIN }) => PUBLIC_ORIGIN,
    unset: '`PUBLIC_ORIGIN`',
    elsewhere: 'https',
  }),
};

/** Where it writes, and what it exposes. */
export const LOCAL = {
  DATA_DIR: variable({
    about:
      'The folder for everything not stored in an external service: embedded database, files, generated master key and seal.',
    form: 'a path',
    example: '/var/lib/rubrica',
    parse: (text) => resolve(text),
    otherwise: () => resolve('.data'),
    unset: '`.data` in the folder where the process is started',
  }),
  METRICS_PORT: variable<number | null>({
    about:
      'A separate port for `/metrics`, `/healthz` and `/readyz`, open to anyone who can reach it, also of a process without `http`; `PORT` then does not serve `/metrics`. See [Put it on the internet](internet.md).',
    form: 'an integer from 0 to 65535',
    example: '9100',
    parse: port,
    otherwise: () => null,
    unset: '`/metrics` is on `PORT`',
  }),
  METRICS_TOKEN: variable<string | null>({
    about: 'What a scraper sends as `Authorization: Bearer` to read `/metrics`.',
    form: 'visible ASCII without spaces',
    example: 'segredo-das-medidas',
    parse: visibleAscii,
    otherwise: () => null,
    unset: 'no token: see `METRICS_PORT`; with neither, only the developer',
    secret: true,
  }),
  DEV_ALLOW_NETWORKS: variable<readonly string[]>({
    about:
      "Networks treated like the developer's own machine, while every address is local: they see `/dev/caixa`, `/dev/emails` and `/metrics`.",
    form: 'IP addresses and networks separated by commas, or `none`',
    example: '172.17.0.1',
    parse: networksOrNone,
    otherwise: () => [],
    unset: 'none',
  }),
};
