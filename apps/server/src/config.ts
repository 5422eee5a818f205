import { resolve } from 'node:path';
import { WEBHOOK_RETRY_SECONDS, WEBHOOK_WINDOW_MS } from '@rubrica/contract';
import ipaddr from 'ipaddr.js';
import { unknownVariables } from './config-names.ts';

export { describeStandIns } from './config-banner.ts';

/** Parts of the service that have a development stand-in, by the name ALLOW_DEV accepts them under. */
export type StandIn = 'database' | 'mail' | 'scanner' | 'keys';
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
  readonly host: string;
  /** 0 lets the system choose; then `withPort` puts the chosen one into the derived addresses. */
  readonly port: number;
  readonly publicOrigin: string;
  readonly baseUrl: string;
  readonly publicUrl: string;
  readonly docsUrl: string;
  readonly authUrl: string;
  /** Absolute. */
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly s3: S3Config | null;
  readonly redisUrl: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: { readonly name: string; readonly address: string };
  /** Where messages of the contact form go. */
  readonly contactEmail: string;
  readonly smsGateway: { readonly url: string; readonly token: string | null } | null;
  readonly clamd: ClamdAddress | null;
  /** 32 bytes. */
  readonly masterKey: Buffer | null;
  readonly seal: { readonly path: string; readonly password: string } | null;
  readonly tsaUrl: string | null;
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
const STAND_INS: readonly StandIn[] = ['database', 'mail', 'scanner', 'keys'];
const LOOPBACK: readonly string[] = ['127.0.0.0/8', '::1/128'];

/** Their values hold a secret, or may (user:password@ in an address). */
const SECRET: ReadonlySet<string> = new Set([
  ...['DATABASE_URL', 'S3_URL', 'REDIS_URL', 'SMTP_URL', 'SMS_GATEWAY_URL', 'SMS_GATEWAY_TOKEN'],
  ...['MASTER_KEY', 'SEAL_P12_PASSWORD', 'TSA_URL'],
]);

/** Refused for the reason its message gives: what the variable takes. */
class Invalid extends Error {}

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
 * (config-names.ts has the rule). Everything else in the environment is not ours and is left alone.
 *
 * @throws ConfigError with every problem at once
 */
export function readConfig(env: Env): Config {
  const reader = new Reader(env);
  const profile = reader.read('NODE_ENV', 'development' as const, oneOf(['production', 'development', 'test']));
  const production = profile === 'production';
  const port = reader.read('PORT', 3000, integer(0, 65_535));
  const addresses = readAddresses(reader, port);
  const mailFrom = reader.read('MAIL_FROM', defaultSender(addresses.publicOrigin), mailbox);
  const config: Config = {
    profile,
    production,
    host: reader.read('HOST', '0.0.0.0', bindAddress),
    port,
    ...addresses,
    dataDir: resolve(reader.read('DATA_DIR', '.data', (text) => text)),
    databaseUrl: reader.read<string | null>('DATABASE_URL', null, databaseUrl),
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
    masterKey: reader.read<Buffer | null>('MASTER_KEY', null, masterKey),
    seal: readSeal(reader),
    tsaUrl: reader.read<string | null>('TSA_URL', null, address(['http:', 'https:'], 'https://tsa.exemplo/caminho')),
    trustProxy: reader.read<readonly string[]>('TRUST_PROXY', [], networks),
    webhookAllowNetworks: reader.read('WEBHOOK_ALLOW_NETWORKS', production ? [] : LOOPBACK, networksOrNone),
    webhookRetrySeconds: reader.read('WEBHOOK_RETRY_SECONDS', WEBHOOK_RETRY_SECONDS, retrySeconds),
    oauthEnabled: reader.read('OAUTH_ENABLED', false, onOff),
    retentionPurge: reader.read('RETENTION_PURGE', false, onOff),
    logLevel: reader.read<LogLevel>('LOG_LEVEL', 'info', oneOf(LOG_LEVELS)),
    allowDev: reader.read<readonly StandIn[]>('ALLOW_DEV', [], standIns),
  };
  const problems = [...reader.problems, ...unknownVariables(env), ...refusedStandIns(reader, config)];
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

function readSmsGateway(reader: Reader): Config['smsGateway'] {
  const url = reader.read<string | null>(
    'SMS_GATEWAY_URL',
    null,
    address(['http:', 'https:'], 'https://gateway.exemplo/sms'),
  );
  const token = reader.read<string | null>('SMS_GATEWAY_TOKEN', null, (text) => {
    if (!/^[\x21-\x7e]+$/.test(text)) throw new Invalid('use só caracteres ASCII visíveis, sem espaço.');
    return text;
  });
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

function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) throw new Invalid(`use um inteiro de ${min} a ${max}.`);
    return value;
  };
}

function oneOf<const T extends string>(values: readonly T[]): (text: string) => T {
  return (text) => {
    const found = values.find((value) => value === text);
    if (found === undefined) throw new Invalid(`use um destes: ${values.join(', ')}.`);
    return found;
  };
}

function onOff(text: string): boolean {
  const value = text.toLowerCase();
  if (['on', 'true', '1'].includes(value)) return true;
  if (['off', 'false', '0'].includes(value)) return false;
  throw new Invalid('use on ou off.');
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function parsed(text: string, protocols: readonly string[], example: string): URL {
  const url = URL.parse(text);
  if (url === null || !protocols.includes(url.protocol)) throw new Invalid(`use um endereço como ${example}`);
  return url;
}

function address(protocols: readonly string[], example: string): (text: string) => string {
  return (text) => {
    if (parsed(text, protocols, example).hostname === '') throw new Invalid(`use um endereço como ${example}`);
    return text;
  };
}

function webAddress(text: string): string {
  const example = 'https://rubrica.exemplo/caminho, sem usuário, parâmetros nem âncora.';
  const url = parsed(text, ['http:', 'https:'], example);
  if (url.username || url.password || url.search || url.hash) throw new Invalid(`use um endereço como ${example}`);
  return url.href.replace(/\/+$/, '');
}

function origin(text: string): string {
  const address = webAddress(text);
  if (new URL(address).pathname !== '/')
    throw new Invalid('use só a origem, como https://rubrica.exemplo, sem caminho.');
  return address;
}

function apiRoot(text: string): string {
  const address = webAddress(text);
  if (!address.endsWith('/v1')) throw new Invalid('use um endereço que termine em /v1, como https://api.exemplo/v1');
  return address;
}

function databaseUrl(text: string): string {
  const example = 'postgres://usuario:senha@máquina:5432/banco';
  const url = parsed(text, ['postgres:', 'postgresql:'], example);
  if (url.pathname.length < 2) throw new Invalid(`falta o nome do banco; use um endereço como ${example}`);
  return text;
}

/** `s3://KEY:SECRET@host[:port]/bucket[/prefix][?region=…&tls=on|off]`; key and secret percent-encoded. */
function s3Url(text: string): S3Config {
  const example = 's3://CHAVE:SEGREDO@máquina:porta/balde/prefixo?region=us-east-1&tls=on';
  const url = parsed(text, ['s3:'], example);
  const [bucket = '', ...prefix] = url.pathname.slice(1).split('/').filter(Boolean);
  const unknown = [...url.searchParams.keys()].filter((name) => name !== 'region' && name !== 'tls');
  if (!url.hostname || !bucket || !url.username || !url.password || unknown.length > 0 || url.hash) {
    throw new Invalid(`use um endereço como ${example} (region e tls podem faltar)`);
  }
  const tls = onOff(url.searchParams.get('tls') ?? 'on');
  return {
    endpoint: `${tls ? 'https' : 'http'}://${url.host}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    bucket,
    prefix: prefix.map((part) => `${part}/`).join(''),
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}

function clamdUrl(text: string): ClamdAddress {
  const example = 'tcp://máquina:3310 ou unix:/run/clamav/clamd.ctl';
  const url = parsed(text, ['tcp:', 'unix:'], example);
  if (url.protocol === 'unix:' && !url.hostname && url.pathname.startsWith('/'))
    return { path: decodeURIComponent(url.pathname) };
  if (url.protocol === 'tcp:' && url.hostname) {
    return { host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port === '' ? 3310 : Number(url.port) };
  }
  throw new Invalid(`use um endereço como ${example}`);
}

function bindAddress(text: string): string {
  if (ipaddr.isValid(text) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)) return text;
  throw new Invalid('use um endereço IP ou nome de máquina, como 0.0.0.0 ou 127.0.0.1.');
}

function mailbox(text: string): Config['mailFrom'] {
  const [, name = '', bracketed, bare] =
    /^(?:"?([^"<>]*?)"?\s*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/.exec(text) ?? [];
  const address = bracketed ?? bare;
  if (address === undefined) throw new Invalid('use um remetente como Rubrica <nao-responda@exemplo.com.br>');
  return { name: name || 'Rubrica', address };
}

function mailAddress(text: string): string {
  if (!/^[^\s<>@,;]+@[^\s<>@,;]+$/.test(text)) throw new Invalid('use um só endereço, como contato@exemplo.com.br');
  return text;
}

function defaultSender(publicOrigin: string): Config['mailFrom'] {
  return {
    name: 'Rubrica',
    address: `nao-responda@${new URL(publicOrigin).hostname.replace(/^\[.*\]$/, 'localhost')}`,
  };
}

function masterKey(text: string): Buffer {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  const isEncoded = /^([0-9a-f]{64}|[A-Za-z0-9+/_-]{43}=?)$/i.test(text);
  if (!isEncoded || key.length !== 32)
    throw new Invalid('use 32 bytes em hexadecimal ou base64 (openssl rand -base64 32).');
  return key;
}

function networks(text: string): readonly string[] {
  return list(text).map((item) => {
    if (ipaddr.isValidCIDR(item)) return item;
    if (ipaddr.IPv4.isValidFourPartDecimal(item)) return `${item}/32`;
    if (ipaddr.IPv6.isValid(item)) return `${item}/128`;
    throw new Invalid('use uma lista de redes separadas por vírgula, como 10.0.0.0/8,192.168.0.1.');
  });
}

function networksOrNone(text: string): readonly string[] {
  return text.toLowerCase() === 'none' ? [] : networks(text);
}

function retrySeconds(text: string): readonly number[] {
  const longest = WEBHOOK_WINDOW_MS / 1000;
  const items = list(text);
  const values = items.map(Number);
  if (items.length === 0 || items.some((item, i) => !/^\d+$/.test(item) || (values[i] ?? 0) > longest)) {
    throw new Invalid(`use segundos inteiros de 0 a ${longest} separados por vírgula, como 10,30,60.`);
  }
  return values;
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
