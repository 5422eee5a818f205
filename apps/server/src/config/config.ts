import { type Env, readVariables } from './read.ts';
import { refusals } from './rules.ts';
import { unknownVariables } from './unknown.ts';
import { areLocal, type WitnessAddress } from './values.ts';
import type { Values } from './variables/index.ts';

/** Everything determined by the environment, read once. Addresses have no trailing slash; lists are frozen. */
export interface Config {
  readonly profile: Values['NODE_ENV'];
  readonly production: boolean;
  /** Whether the addresses given to people (PUBLIC_ORIGIN, BASE_URL, PUBLIC_URL) are all local to this machine. */
  readonly local: boolean;
  /** Unordered, without duplicates. */
  readonly roles: Values['ROLES'];
  readonly host: string;
  /** 0 lets the system choose; then `withPort` puts the chosen port into the derived addresses. */
  readonly port: number;
  readonly publicOrigin: string;
  readonly baseUrl: string;
  readonly publicUrl: string;
  readonly docsUrl: string;
  readonly authUrl: string;
  /** Where `/metrics` is served, and to whom. If neither is set: on `port`, to the developer. */
  readonly metrics: { readonly port: number | null; readonly token: string | null };
  /** CIDRs treated as the developer's machine, besides loopback, while `local`. */
  readonly devAllowNetworks: readonly string[];
  /** Absolute. */
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** Replicas to read from. */
  readonly databaseReadUrl: string | null;
  /** The owner's login for the database; null: `databaseUrl` is the owner's. */
  readonly migrateDatabaseUrl: string | null;
  readonly s3: Values['S3_URL'];
  readonly redisUrl: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: Values['MAIL_FROM'];
  /** Where messages from the contact form are sent. */
  readonly contactEmail: string;
  readonly smsGateway: { readonly url: string; readonly token: string | null } | null;
  readonly clamd: Values['CLAMD_URL'];
  /** The first is for new rows. */
  readonly masterKeys: Values['MASTER_KEY'];
  readonly seal: { readonly path: string; readonly password: string } | null;
  /** Time-stamping authorities, asked in this order. */
  readonly witnesses: readonly WitnessAddress[];
  /** How many of them the published policy demands; 0 if there are none. */
  readonly witnessQuorum: number;
  readonly tsaUrls: readonly string[];
  /** PEM file of certificates, one of which their chains must reach. Absolute. */
  readonly tsaRoots: string | null;
  /** Who runs this installation, as named in the evidence; the document is a CNPJ or CPF without punctuation. */
  readonly operator: { readonly name: string | null; readonly document: string | null };
  /** The recipient of payments, as written in a BR Code; null: payments are made by other means. */
  readonly pix: { readonly key: string; readonly name: string; readonly city: string } | null;
  /** CIDRs whose X-Forwarded-* headers are trusted. */
  readonly trustProxy: readonly string[];
  /** CIDRs that webhooks may reach although they are private. */
  readonly webhookAllowNetworks: readonly string[];
  /** Delays between attempts, in seconds. */
  readonly webhookRetrySeconds: readonly number[];
  /** Requests a minute of an API key of the sandbox. */
  readonly sandboxRateLimit: number;
  readonly oauthEnabled: boolean;
  readonly retentionPurge: boolean;
  /** Whether the front page offers a document to sign without an account. */
  readonly demoEnabled: boolean;
  /** Where traces go, and which share of them; null: nowhere. */
  readonly tracing: TracingConfig | null;
  /** Whom `operador doutor` asks. */
  readonly doctor: {
    /** Time servers, as `host` or `host:port`. */
    readonly timeServers: readonly string[];
    /** DNS servers; empty: the system's. */
    readonly dnsServers: readonly string[];
    /** An address outside, which webhooks should reach. */
    readonly outside: string;
  };
  /** Markdown of the operator's for `/privacidade` and `/termos`; null: the texts that come with the service. */
  readonly privacyFile: string | null;
  readonly termsFile: string | null;
  readonly logLevel: Values['LOG_LEVEL'];
  readonly allowDev: Values['ALLOW_DEV'];
  /** The folder of pg_dump and pg_restore; null: where they are found. */
  readonly postgresBin: string | null;
  readonly backup: {
    readonly target: string | null;
    readonly passphrase: string | null;
    readonly passphraseFile: string | null;
  };
}

/** A collector of OpenTelemetry, and what it is told. */
export interface TracingConfig {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** From 0 to 1. */
  readonly share: number;
}

/** Every problem of the environment at once, one line each, for the operator. Never contains a secret's value. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    const count = problems.length === 1 ? '1 problema' : `${problems.length} problemas`;
    super(`Configuração inválida (${count}):\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * Reads and validates the whole environment, using the table of variables.
 *
 * Refused as unknown: a variable with one of our prefixes, or one or two letters away from one of our names (the rule
 * is in unknown.ts). Everything else in the environment is ignored.
 *
 * @throws ConfigError with every problem at once
 */
export function readConfig(env: Env = process.env): Config {
  const { values, problems } = readVariables(env);
  const all = [...problems, ...unknownVariables(env), ...refusals(env, values)];
  if (all.length > 0) throw new ConfigError(all);
  return deepFreeze(configOf(values));
}

function configOf(values: Values): Config {
  const { NODE_ENV, SMS_GATEWAY_URL, SEAL_P12_PATH, PIX_KEY, PIX_NAME, PIX_CITY } = values;
  return {
    profile: NODE_ENV,
    production: NODE_ENV === 'production',
    local: areLocal(values),
    roles: values.ROLES,
    host: values.HOST,
    port: values.PORT,
    publicOrigin: values.PUBLIC_ORIGIN,
    baseUrl: values.BASE_URL,
    publicUrl: values.PUBLIC_URL,
    docsUrl: values.DOCS_URL,
    authUrl: values.AUTH_URL,
    metrics: { port: values.METRICS_PORT, token: values.METRICS_TOKEN },
    devAllowNetworks: values.DEV_ALLOW_NETWORKS,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    migrateDatabaseUrl: values.MIGRATE_DATABASE_URL,
    s3: values.S3_URL,
    redisUrl: values.REDIS_URL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    contactEmail: values.CONTACT_EMAIL,
    smsGateway: SMS_GATEWAY_URL === null ? null : { url: SMS_GATEWAY_URL, token: values.SMS_GATEWAY_TOKEN },
    clamd: values.CLAMD_URL,
    masterKeys: values.MASTER_KEY,
    seal: SEAL_P12_PATH === null ? null : { path: SEAL_P12_PATH, password: values.SEAL_P12_PASSWORD },
    witnesses: values.WITNESSES,
    witnessQuorum: values.WITNESS_QUORUM ?? majorityOf(values.WITNESSES.length),
    tsaUrls: values.TSA_URL,
    tsaRoots: values.TSA_ROOTS,
    operator: { name: values.OPERATOR_NAME, document: values.OPERATOR_DOCUMENT },
    pix: PIX_KEY && PIX_NAME && PIX_CITY ? { key: PIX_KEY, name: PIX_NAME, city: PIX_CITY } : null,
    trustProxy: values.TRUST_PROXY,
    webhookAllowNetworks: values.WEBHOOK_ALLOW_NETWORKS,
    webhookRetrySeconds: values.WEBHOOK_RETRY_SECONDS,
    sandboxRateLimit: values.SANDBOX_RATE_LIMIT,
    oauthEnabled: values.OAUTH_ENABLED,
    retentionPurge: values.RETENTION_PURGE,
    demoEnabled: values.DEMO_ENABLED,
    tracing: tracingOf(values),
    doctor: { timeServers: values.DOCTOR_NTP, dnsServers: values.DOCTOR_DNS, outside: values.DOCTOR_OUTSIDE },
    privacyFile: values.PRIVACY_FILE,
    termsFile: values.TERMS_FILE,
    logLevel: values.LOG_LEVEL,
    allowDev: values.ALLOW_DEV,
    postgresBin: values.POSTGRES_BIN,
    backup: {
      target: values.BACKUP_TARGET,
      passphrase: values.BACKUP_PASSPHRASE,
      passphraseFile: values.BACKUP_PASSPHRASE_FILE,
    },
  };
}

function tracingOf(values: Values): TracingConfig | null {
  if (values.OTEL_EXPORTER_OTLP_ENDPOINT === null) return null;
  return {
    endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: values.OTEL_SERVICE_NAME,
    attributes: values.OTEL_RESOURCE_ATTRIBUTES,
    share: values.OTEL_TRACES_SAMPLER_ARG,
  };
}

/** The configuration with the port that was actually bound in the addresses derived from it (PORT=0, in tests). */
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

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) {
    // The bytes of a Buffer cannot be frozen, and nobody writes to the key.
    if (typeof inner === 'object' && inner !== null && !Buffer.isBuffer(inner)) deepFreeze(inner);
  }
  return Object.freeze(value);
}

/** More than half of them. */
const majorityOf = (count: number): number => (count === 0 ? 0 : Math.floor(count / 2) + 1);
