import { resolve } from 'node:path';
import { WEBHOOK_RETRY_SECONDS } from '@rubrica/contract';
import { isLocalHost } from '../core/networks.ts';
import { refusedAddresses } from './addresses.ts';
import { unknownVariables } from './unknown.ts';
import {
  address,
  apiRoot,
  bindAddress,
  brCodeText,
  clamdUrl,
  databaseUrl,
  Invalid,
  integer,
  list,
  mailAddress,
  mailbox,
  masterKeys,
  networks,
  networksOrNone,
  oneOf,
  onOff,
  operatorName,
  origin,
  pixKey,
  retrySeconds,
  s3Url,
  taxId,
  visibleAscii,
  webAddress,
} from './values.ts';

export { describeStandIns } from './banner.ts';
export { describeOpenDoors } from './doors.ts';

/** Parts of the service that have a development stand-in, by the name ALLOW_DEV accepts them under. */
export type StandIn = 'database' | 'mail' | 'scanner' | 'keys';
/** What a process does: answer requests, work jobs and sweeps, bring the database to the newest version first. */
export type Role = 'http' | 'jobs' | 'migrate';
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

export interface S3Config {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Put before every key: '' or ends in '/'. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export type ClamdAddress = { readonly path: string } | { readonly host: string; readonly port: number };

/** Everything the environment decides, read once. Addresses have no trailing slash; lists are frozen. */
export interface Config {
  readonly profile: 'production' | 'development' | 'test';
  readonly production: boolean;
  /** Whether the addresses people are sent to (PUBLIC_ORIGIN, BASE_URL, PUBLIC_URL) are this machine's alone. */
  readonly local: boolean;
  /** In no order, none twice. */
  readonly roles: readonly Role[];
  readonly host: string;
  /** 0 lets the system choose; then `withPort` puts the chosen one into the derived addresses. */
  readonly port: number;
  readonly publicOrigin: string;
  readonly baseUrl: string;
  readonly publicUrl: string;
  readonly docsUrl: string;
  readonly authUrl: string;
  /** Where `/metrics` is served, and to whom. Neither: on `port`, to the developer. */
  readonly metrics: { readonly port: number | null; readonly token: string | null };
  /** CIDRs taken for the developer's machine, beside loopback, while `local`. */
  readonly devAllowNetworks: readonly string[];
  /** Absolute. */
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** Of the owner of the database; null: `databaseUrl` is the owner's. */
  readonly migrateDatabaseUrl: string | null;
  readonly s3: S3Config | null;
  readonly redisUrl: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: { readonly name: string; readonly address: string };
  /** Where messages of the contact form go. */
  readonly contactEmail: string;
  readonly smsGateway: { readonly url: string; readonly token: string | null } | null;
  readonly clamd: ClamdAddress | null;
  /** The first for new rows; each key 32 bytes. */
  readonly masterKeys: readonly { readonly id: string | null; readonly key: Buffer }[] | null;
  readonly seal: { readonly path: string; readonly password: string } | null;
  /** Time-stamping authorities, asked in this order. */
  readonly tsaUrls: readonly string[];
  /** PEM file of certificates one of which their chains must reach. Absolute. */
  readonly tsaRoots: string | null;
  /** Who runs this installation, as the evidence names them; the document bare, a CNPJ or CPF. */
  readonly operator: { readonly name: string | null; readonly document: string | null };
  /** Who receives what invoices owe, in the forms a BR Code takes; null: by other means. */
  readonly pix: { readonly key: string; readonly name: string; readonly city: string } | null;
  /** CIDRs whose X-Forwarded-* headers are believed. */
  readonly trustProxy: readonly string[];
  /** CIDRs that webhooks may reach although they are private. */
  readonly webhookAllowNetworks: readonly string[];
  /** Waits between attempts, in seconds. */
  readonly webhookRetrySeconds: readonly number[];
  readonly oauthEnabled: boolean;
  readonly retentionPurge: boolean;
  readonly logLevel: LogLevel;
  readonly allowDev: readonly StandIn[];
}

/** Every problem of the environment at once, one line each, in words for the operator. Never holds a secret's value. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    const count = problems.length === 1 ? '1 problema' : `${problems.length} problemas`;
    super(`Configuração inválida (${count}):\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

type Env = Readonly<Record<string, string | undefined>>;

const LOG_LEVELS: readonly LogLevel[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const ROLES: readonly Role[] = ['http', 'jobs', 'migrate'];
const STAND_INS: readonly StandIn[] = ['database', 'mail', 'scanner', 'keys'];
const LOOPBACK: readonly string[] = ['127.0.0.0/8', '::1/128'];

/** Their values hold a secret, or may (user:password@ in an address). */
const SECRET: ReadonlySet<string> = new Set([
  ...[
    'DATABASE_URL',
    'MIGRATE_DATABASE_URL',
    'S3_URL',
    'REDIS_URL',
    'SMTP_URL',
    'SMS_GATEWAY_URL',
    'SMS_GATEWAY_TOKEN',
  ],
  ...['MASTER_KEY', 'SEAL_P12_PASSWORD', 'TSA_URL', 'METRICS_TOKEN'],
]);

/** Reads variables one by one and keeps every problem. An empty value counts as not set. */
class Reader {
  readonly problems: string[] = [];
  readonly #env: Env;
  constructor(env: Env) {
    this.#env = env;
  }

  has(name: string): boolean {
    return this.#env[name] !== undefined && this.#env[name] !== '';
  }

  /** The parsed value, or `fallback` when it is not set or, with the problem noted, when it cannot be parsed. */
  read<T>(name: string, fallback: T, parse: (text: string) => T): T {
    const text = this.#env[name];
    if (text === undefined || text === '') return fallback;
    try {
      return parse(text.trim());
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      const given = SECRET.has(name) ? 'o valor dado (oculto)' : JSON.stringify(text);
      this.problems.push(`${name}: ${given} não serve; ${error.message}`);
      return fallback;
    }
  }
}

/**
 * Reads and validates the whole environment.
 *
 * Refused as unknown: a variable under a prefix that is ours, or one or two letters away from one of our names
 * (unknown.ts has the rule). Everything else in the environment is not ours and is left alone.
 *
 * @throws ConfigError with every problem at once
 */
export function readConfig(env: Env): Config {
  const reader = new Reader(env);
  const profile = reader.read('NODE_ENV', 'development' as const, oneOf(['production', 'development', 'test']));
  const production = profile === 'production';
  const port = reader.read('PORT', 3000, integer(0, 65_535));
  const addresses = readAddresses(reader, port);
  const local = isLocal(addresses);
  const mailFrom = reader.read('MAIL_FROM', defaultSender(addresses.publicOrigin), mailbox);
  const config: Config = {
    profile,
    production,
    local,
    roles: reader.read('ROLES', ROLES, roles),
    host: reader.read('HOST', production ? '0.0.0.0' : '127.0.0.1', bindAddress),
    port,
    ...addresses,
    metrics: {
      port: reader.read<number | null>('METRICS_PORT', null, integer(0, 65_535)),
      token: reader.read<string | null>('METRICS_TOKEN', null, visibleAscii),
    },
    devAllowNetworks: reader.read<readonly string[]>('DEV_ALLOW_NETWORKS', [], networksOrNone),
    dataDir: resolve(reader.read('DATA_DIR', '.data', (text) => text)),
    databaseUrl: reader.read<string | null>('DATABASE_URL', null, databaseUrl),
    migrateDatabaseUrl: reader.read<string | null>('MIGRATE_DATABASE_URL', null, databaseUrl),
    s3: reader.read<S3Config | null>('S3_URL', null, s3Url),
    redisUrl: reader.read<string | null>('REDIS_URL', null, address(['redis:', 'rediss:'], 'redis://máquina:6379')),
    smtpUrl: reader.read<string | null>(
      'SMTP_URL',
      null,
      address(['smtp:', 'smtps:'], 'smtp://usuario:senha@máquina:587'),
    ),
    mailFrom,
    contactEmail: reader.read('CONTACT_EMAIL', mailFrom.address, mailAddress),
    smsGateway: readSmsGateway(reader),
    clamd: reader.read<ClamdAddress | null>('CLAMD_URL', null, clamdUrl),
    masterKeys: reader.read<Config['masterKeys']>('MASTER_KEY', null, masterKeys),
    seal: readSeal(reader),
    ...readTimeAuthorities(reader),
    operator: readOperator(reader),
    pix: readPix(reader),
    trustProxy: reader.read<readonly string[]>('TRUST_PROXY', [], networks),
    webhookAllowNetworks: reader.read('WEBHOOK_ALLOW_NETWORKS', local && !production ? LOOPBACK : [], networksOrNone),
    webhookRetrySeconds: reader.read('WEBHOOK_RETRY_SECONDS', WEBHOOK_RETRY_SECONDS, retrySeconds),
    oauthEnabled: reader.read('OAUTH_ENABLED', false, onOff),
    retentionPurge: reader.read('RETENTION_PURGE', false, onOff),
    logLevel: reader.read<LogLevel>('LOG_LEVEL', 'info', oneOf(LOG_LEVELS)),
    allowDev: reader.read<readonly StandIn[]>('ALLOW_DEV', [], standIns),
  };
  const problems = [
    ...reader.problems,
    ...unknownVariables(env),
    ...refusedAddresses(env, config),
    ...refusedStandIns(reader, config),
    ...refusedRoles(config),
    ...(config.migrateDatabaseUrl !== null && config.databaseUrl === null
      ? ['MIGRATE_DATABASE_URL: só vale junto de DATABASE_URL, que não foi definida.']
      : []),
  ];
  if (problems.length > 0) throw new ConfigError(problems);
  return deepFreeze(config);
}

/** The configuration with the port that was really bound in the addresses that follow from it (PORT=0, in tests). */
export function withPort(config: Config, port: number): Config {
  const own = 'http://localhost:0';
  const bound = (url: string) =>
    url === own || url.startsWith(`${own}/`) ? `http://localhost:${port}${url.slice(own.length)}` : url;
  return deepFreeze({
    ...config,
    port,
    publicOrigin: bound(config.publicOrigin),
    baseUrl: bound(config.baseUrl),
    publicUrl: bound(config.publicUrl),
    docsUrl: bound(config.docsUrl),
    authUrl: bound(config.authUrl),
  });
}

function readAddresses(reader: Reader, port: number) {
  const publicOrigin = reader.read('PUBLIC_ORIGIN', `http://localhost:${port}`, origin);
  return {
    publicOrigin,
    baseUrl: reader.read('BASE_URL', `${publicOrigin}/v1`, apiRoot),
    publicUrl: reader.read('PUBLIC_URL', publicOrigin, webAddress),
    docsUrl: reader.read('DOCS_URL', `${publicOrigin}/docs`, webAddress),
    authUrl: reader.read('AUTH_URL', publicOrigin, webAddress),
  };
}

function isLocal({ publicOrigin, baseUrl, publicUrl }: ReturnType<typeof readAddresses>): boolean {
  return [publicOrigin, baseUrl, publicUrl].every((address) => isLocalHost(new URL(address).hostname));
}

function readSmsGateway(reader: Reader): Config['smsGateway'] {
  const url = reader.read<string | null>(
    'SMS_GATEWAY_URL',
    null,
    address(['http:', 'https:'], 'https://gateway.exemplo/sms'),
  );
  const token = reader.read<string | null>('SMS_GATEWAY_TOKEN', null, visibleAscii);
  if (token !== null && !reader.has('SMS_GATEWAY_URL')) {
    reader.problems.push('SMS_GATEWAY_TOKEN: só vale junto de SMS_GATEWAY_URL, que não foi definida.');
  }
  return url === null ? null : { url, token };
}

function readSeal(reader: Reader): Config['seal'] {
  const path = reader.read<string | null>('SEAL_P12_PATH', null, (text) => resolve(text));
  const password = reader.read('SEAL_P12_PASSWORD', '', (text) => text);
  if (path === null && password !== '') {
    reader.problems.push('SEAL_P12_PASSWORD: só vale junto de SEAL_P12_PATH, que não foi definida.');
  }
  return path === null ? null : { path, password };
}

function readTimeAuthorities(reader: Reader): Pick<Config, 'tsaUrls' | 'tsaRoots'> {
  const one = address(['http:', 'https:'], 'https://tsa.exemplo/caminho (vários se separam por espaço)');
  const tsaUrls = reader.read<readonly string[]>('TSA_URL', [], (text) => text.split(/\s+/).map(one));
  const tsaRoots = reader.read<string | null>('TSA_ROOTS', null, (text) => resolve(text));
  if (tsaRoots !== null && !reader.has('TSA_URL')) {
    reader.problems.push('TSA_ROOTS: só vale junto de TSA_URL, que não foi definida.');
  }
  return { tsaUrls, tsaRoots };
}

function readOperator(reader: Reader): Config['operator'] {
  const name = reader.read<string | null>('OPERATOR_NAME', null, operatorName);
  const document = reader.read<string | null>('OPERATOR_DOCUMENT', null, taxId);
  if (document !== null && !reader.has('OPERATOR_NAME')) {
    reader.problems.push('OPERATOR_DOCUMENT: só vale junto de OPERATOR_NAME, que não foi definida.');
  }
  return { name, document };
}

/** All three, or none: a BR Code names key, receiver and city. */
function readPix(reader: Reader): Config['pix'] {
  const key = reader.read<string | null>('PIX_KEY', null, pixKey);
  const name = reader.read<string | null>('PIX_NAME', null, brCodeText(PIX_NAME_MAX_CHARS));
  const city = reader.read<string | null>('PIX_CITY', null, brCodeText(PIX_CITY_MAX_CHARS));
  const set = (['PIX_KEY', 'PIX_NAME', 'PIX_CITY'] as const).filter((one) => reader.has(one));
  for (const missing of ['PIX_KEY', 'PIX_NAME', 'PIX_CITY'].filter((one) => !reader.has(one))) {
    if (set.length > 0) reader.problems.push(`${missing}: falta; o Pix pede PIX_KEY, PIX_NAME e PIX_CITY juntas.`);
  }
  return key === null || name === null || city === null ? null : { key, name, city };
}

const PIX_NAME_MAX_CHARS = 25;
const PIX_CITY_MAX_CHARS = 15;

/** Production runs on the real thing unless the operator accepts the stand-in by name. */
function refusedStandIns(reader: Reader, { production, allowDev }: Config): string[] {
  if (!production) return [];
  const needs: Array<[name: string, standIn: StandIn, instead: string]> = [
    ['DATABASE_URL', 'database', 'o PostgreSQL embutido'],
    ['SMTP_URL', 'mail', 'e-mails capturados em vez de enviados'],
    ['CLAMD_URL', 'scanner', 'a verificação estrutural sem antivírus'],
    ['MASTER_KEY', 'keys', 'uma chave gerada em DATA_DIR'],
    ['SEAL_P12_PATH', 'keys', 'um certificado gerado em DATA_DIR'],
  ];
  return needs
    .filter(([name, standIn]) => !reader.has(name) && !allowDev.includes(standIn))
    .map(
      ([name, standIn, instead]) =>
        `${name}: falta, e NODE_ENV=production a exige; para aceitar ${instead}, inclua "${standIn}" em ALLOW_DEV.`,
    );
}

/** The embedded database is one process's own; without a role nobody else could take it. */
function refusedRoles({ roles, databaseUrl }: Config): string[] {
  const alone = roles.length === 1 && roles[0] === 'migrate';
  if (databaseUrl !== null || alone || ROLES.every((role) => roles.includes(role))) return [];
  return [
    'ROLES: dividir o trabalho entre processos exige DATABASE_URL, pois o banco embutido pertence a um processo só.',
  ];
}

function roles(text: string): readonly Role[] {
  const found = list(text).map(oneOf(ROLES));
  if (found.length === 0) throw new Invalid(`use um ou mais destes: ${ROLES.join(', ')}.`);
  return [...new Set(found)];
}

function defaultSender(publicOrigin: string): Config['mailFrom'] {
  return {
    name: 'Rubrica',
    address: `nao-responda@${new URL(publicOrigin).hostname.replace(/^\[.*\]$/, 'localhost')}`,
  };
}

function standIns(text: string): readonly StandIn[] {
  return list(text).map(oneOf(STAND_INS));
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) {
    // The bytes of a Buffer cannot be frozen, and nobody writes into the key.
    if (typeof inner === 'object' && inner !== null && !Buffer.isBuffer(inner)) deepFreeze(inner);
  }
  return Object.freeze(value);
}
