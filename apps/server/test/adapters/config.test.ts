import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, describeStandIns, readConfig, withPort } from '../../src/config/index.ts';
import { ROWS } from '../../src/config/variables/index.ts';

const KEY_BASE64 = Buffer.alloc(32, 7).toString('base64');

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).problems;
  }
}

describe('readConfig', () => {
  it('starts development with nothing set', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      profile: 'development',
      production: false,
      local: true,
      host: '127.0.0.1',
      port: 3000,
      publicOrigin: 'http://localhost:3000',
      baseUrl: 'http://localhost:3000/v1',
      publicUrl: 'http://localhost:3000',
      docsUrl: 'http://localhost:3000/docs',
      authUrl: 'http://localhost:3000',
      dataDir: resolve('.data'),
      databaseUrl: null,
      smtpUrl: null,
      webhookAllowNetworks: ['127.0.0.0/8', '::1/128'],
      oauthEnabled: false,
      retentionPurge: false,
      logLevel: 'info',
    });
    expect(config.webhookRetrySeconds).toHaveLength(11);
    expect(Object.isFrozen(config) && Object.isFrozen(config.mailFrom) && Object.isFrozen(config.trustProxy)).toBe(
      true,
    );
  });

  it('reads every variable', () => {
    const config = readConfig({
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '8080',
      PUBLIC_ORIGIN: 'https://rubrica.exemplo/',
      BASE_URL: 'https://api.exemplo/v1/',
      DATA_DIR: '/srv/rubrica',
      DATABASE_URL: 'postgres://u:p@db:5432/rubrica',
      S3_URL: 's3://AK:S%2Fecret@minio:9000/bucket/a/b?region=sa-east-1&tls=off',
      REDIS_URL: 'rediss://:pw@redis:6380/1',
      SMTP_URL: 'smtps://u:p@mail:465',
      MAIL_FROM: 'Assinaturas <no@exemplo.com.br>',
      CONTACT_EMAIL: 'contato@exemplo.com.br',
      SMS_GATEWAY_URL: 'https://sms.exemplo/send',
      SMS_GATEWAY_TOKEN: 'tok',
      CLAMD_URL: 'unix:/run/clamav/clamd.ctl',
      MASTER_KEY: KEY_BASE64,
      SEAL_P12_PATH: '/etc/seal.p12',
      SEAL_P12_PASSWORD: 'pw',
      TSA_URL: 'http://tsa.exemplo/tsr  https://outra.exemplo/',
      TSA_ROOTS: '/etc/tsa.pem',
      OPERATOR_NAME: 'Cartório Acácia',
      OPERATOR_DOCUMENT: '11.222.333/0001-81',
      TRUST_PROXY: '10.0.0.0/8, 192.168.1.4,::1',
      WEBHOOK_ALLOW_NETWORKS: 'none',
      WEBHOOK_RETRY_SECONDS: '1,1,2,2',
      OAUTH_ENABLED: 'on',
      RETENTION_PURGE: 'on',
      LOG_LEVEL: 'warn',
      METRICS_PORT: '9100',
      METRICS_TOKEN: 'medidas',
      DEV_ALLOW_NETWORKS: '172.17.0.1',
    });
    expect(config.s3).toEqual({
      endpoint: 'http://minio:9000',
      region: 'sa-east-1',
      bucket: 'bucket',
      prefix: 'a/b/',
      accessKeyId: 'AK',
      secretAccessKey: 'S/ecret',
    });
    expect(config.mailFrom).toEqual({ name: 'Assinaturas', address: 'no@exemplo.com.br' });
    expect(config.contactEmail).toBe('contato@exemplo.com.br');
    expect(config.trustProxy).toEqual(['10.0.0.0/8', '192.168.1.4/32', '::1/128']);
    expect(config).toMatchObject({
      local: false,
      metrics: { port: 9100, token: 'medidas' },
      devAllowNetworks: ['172.17.0.1/32'],
      publicOrigin: 'https://rubrica.exemplo',
      baseUrl: 'https://api.exemplo/v1',
      docsUrl: 'https://rubrica.exemplo/docs',
      clamd: { path: '/run/clamav/clamd.ctl' },
      webhookAllowNetworks: [],
      webhookRetrySeconds: [1, 1, 2, 2],
      retentionPurge: true,
      seal: { path: '/etc/seal.p12', password: 'pw' },
      tsaUrls: ['http://tsa.exemplo/tsr', 'https://outra.exemplo/'],
      tsaRoots: '/etc/tsa.pem',
      operator: { name: 'Cartório Acácia', document: '11222333000181' },
    });
    expect(config.masterKeys).toEqual([{ id: null, key: Buffer.alloc(32, 7) }]);
  });

  it('tells every problem at once, each by its name', () => {
    const wrong = {
      NODE_ENV: 'prod',
      HOST: 'a b',
      PORT: '70000',
      PUBLIC_ORIGIN: 'https://a/b',
      BASE_URL: 'https://a/api',
      PUBLIC_URL: 'ftp://a',
      DATABASE_URL: 'mysql://a/b',
      S3_URL: 's3://bucket',
      REDIS_URL: 'http://a',
      SMTP_URL: 'mail.exemplo:25',
      MAIL_FROM: 'ninguém',
      CONTACT_EMAIL: 'Contato <contato@exemplo.com.br>',
      SMS_GATEWAY_TOKEN: 'com espaço',
      CLAMD_URL: 'clamd',
      MASTER_KEY: 'abc',
      SEAL_P12_PASSWORD: 'x',
      TSA_URL: 'http://tsa.exemplo/ tsa',
      OPERATOR_NAME: 'a'.repeat(201),
      OPERATOR_DOCUMENT: '11222333000180',
      TRUST_PROXY: 'proxy.local',
      WEBHOOK_ALLOW_NETWORKS: '10.0.0.0/33',
      WEBHOOK_RETRY_SECONDS: '1,-2',
      OAUTH_ENABLED: 'yes',
      RETENTION_PURGE: 'talvez',
      LOG_LEVEL: 'verbose',
      ALLOW_DEV: 'database,tudo',
    };
    const problems = problemsOf(wrong);
    expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual(Object.keys(wrong).sort());
  });

  it.each([
    ['PORT', '3000.5'],
    ['PORT', '-1'],
    ['PORT', ' 0x10'],
    ['DATABASE_URL', 'postgres://u:p@host'],
    ['DATABASE_URL', 'postgres://u:p@a,/db'],
    ['DATABASE_URL', 'postgres://u:p@a:0,b/db'],
    ['DATABASE_URL', 'postgres://u:p@a:1:2,b/db'],
    ['DATABASE_URL', 'postgres://u:p@a,a:5432/db'],
    ['DATABASE_URL', 'postgres://u@/db?host=a,b,c&port=1,2'],
    ['DATABASE_URL', 'postgres://a,b/db?target_session_attrs=standby'],
    ['DATABASE_URL', 'postgres://a,b/db?target_session_attrs=any'],
    ['S3_URL', 's3://k:s@h/b?tsl=off'],
    ['MASTER_KEY', 'a'.repeat(63)],
    ['MASTER_KEY', Buffer.alloc(31).toString('base64')],
    ['MASTER_KEY', Buffer.alloc(33).toString('base64')],
    ['MASTER_KEY', `a:${KEY_BASE64},b:${KEY_BASE64}`],
    ['MASTER_KEY', `a:${KEY_BASE64},a:${Buffer.alloc(32, 8).toString('base64')}`],
    ['MASTER_KEY', `a b:${KEY_BASE64}`],
    ['MASTER_KEY', `:${KEY_BASE64}`],
    ['PUBLIC_ORIGIN', 'https://u:p@host'],
    ['TSA_ROOTS', '/etc/tsa.pem'],
    ['OPERATOR_DOCUMENT', '11222333000181'],
    ['WEBHOOK_RETRY_SECONDS', ','],
    ['WEBHOOK_RETRY_SECONDS', '90000'],
  ])('refuses %s=%s', (name, value) => {
    expect(problemsOf({ [name]: value })).toHaveLength(1);
  });

  it.each([
    ['u:p@a/d', 'a/d'],
    ['u:p%40@a:1,[::1]:2,c/d%20e?sslmode=require', 'a:1, ::1:2, c/d e'],
    ['u@a,b/d?target_session_attrs=read-write', 'a, b/d'],
    ['u@localhost:7/d?host=a,b', 'a:7, b:7/d'],
    ['u@/d?host=/run/p,b&port=1,2&target_session_attrs=primary', 'socket local, b:2/d'],
  ])('reads the hosts of postgres://%s as libpq does', (address, told) => {
    const lines = describeStandIns(readConfig({ DATABASE_URL: `postgres://${address}` }));
    expect(lines[0]?.endsWith(`  PostgreSQL em ${told}`)).toBe(true);
  });

  it('sends contact messages to the sender’s own address unless told another', () => {
    expect(readConfig({ MAIL_FROM: 'Assinaturas <no@exemplo.com.br>' }).contactEmail).toBe('no@exemplo.com.br');
  });

  it('never shows the value of a secret, misspelt names included', () => {
    const secrets = {
      DATABASE_URL: 'mysql://u:segredo1@a/b',
      SMTP_URL: 'http://u:segredo2@a',
      S3_URL: 's3://k:segredo3@/',
      MASTER_KEY: 'segredo4',
      MASTER_KEYS: 'segredo5',
      SMS_GATEWAY_TOKEN: 'segredo6 ã',
    };
    const text = problemsOf(secrets).join('\n');
    expect(text).not.toContain('segredo');
    for (const name of Object.keys(secrets)) expect(text).toContain(name);
  });

  it.each([
    'PORTS',
    'WEBHOOK_RETRIES',
    'RUBRICA_X',
    'SEAL_PATH',
    'LOGLEVEL',
    'DATABSE_URL',
    'port',
    'SMTP_HOST',
    'S3_BUCKET',
  ])('refuses the unknown %s by name', (name) => {
    expect(problemsOf({ [name]: '1' })).toEqual([expect.stringContaining(`${name}: variável desconhecida`)]);
  });

  it.each([
    'HOME',
    'PATH',
    'PWD',
    'TERM',
    'npm_config_port',
    'DATABASE_HOST',
    'HOSTNAME',
    'MAIL',
    'XDG_DATA_DIRS',
    'LOGNAME',
  ])('leaves %s alone', (name) => {
    expect(problemsOf({ [name]: 'x' })).toEqual([]);
  });

  it('leaves the service links of Kubernetes alone', () => {
    const links = {
      RUBRICA_SERVICE_HOST: '10.0.0.1',
      RUBRICA_SERVICE_PORT: '3000',
      RUBRICA_PORT: 'tcp://10.0.0.1:3000',
      RUBRICA_PORT_3000_TCP: 'tcp://10.0.0.1:3000',
      RUBRICA_PORT_3000_TCP_ADDR: '10.0.0.1',
    };
    expect(problemsOf(links)).toEqual([]);
    expect(problemsOf({ RUBRICA_PORT: '3000' })).toHaveLength(1);
  });

  it('takes master keys in pairs with their ids, one of them without', () => {
    const [old, fresh] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
    const MASTER_KEY = `2026-b:${fresh.toString('hex')}, ${old.toString('base64')}`;
    expect(readConfig({ MASTER_KEY }).masterKeys).toEqual([
      { id: '2026-b', key: fresh },
      { id: null, key: old },
    ]);
  });

  it('takes an empty value as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', WEBHOOK_ALLOW_NETWORKS: '' }).port).toBe(3000);
  });
});

describe('the table of variables', () => {
  const KEY = 'MASTER_KEY';
  const examples = Object.fromEntries(ROWS.map(([name, { example }]) => [name, example]));

  it('gives examples that do together, and no key that anybody could have', () => {
    expect(problemsOf({ ...examples, [KEY]: KEY_BASE64 })).toEqual([]);
    expect(problemsOf(examples)).toEqual([expect.stringMatching(/^MASTER_KEY: o valor dado \(oculto\)/)]);
  });

  it('hides every address that may hold a password, and every password, token and key', () => {
    const hiding = ROWS.filter(([, { secret }]) => secret).map(([name]) => name);
    const named = ROWS.map(([name]) => name).filter((name) =>
      /KEY|TOKEN|PASSWORD|PASSPHRASE$|_HEADERS$|_TARGET$|_URL$/.test(name),
    );
    const open = ['BASE_URL', 'PUBLIC_URL', 'DOCS_URL', 'AUTH_URL', 'CLAMD_URL', 'PIX_KEY'];
    expect(named.filter((name) => !open.includes(name))).toEqual(hiding);
  });

  it('names only variables of its own as companions', () => {
    const names = ROWS.map(([name]): string => name);
    const others = ROWS.flatMap(([, { onlyWith }]) => onlyWith ?? []);
    expect(others.filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe('ROLES', () => {
  const DATABASE_URL = 'postgres://u@db/rubrica';

  it('are all three unless named, each once', () => {
    expect(readConfig({}).roles).toEqual(['http', 'jobs', 'migrate']);
    expect(readConfig({ ROLES: 'jobs, http,jobs', DATABASE_URL }).roles).toEqual(['jobs', 'http']);
  });

  it('takes no other name, and not none', () => {
    for (const ROLES of ['web', 'http,', 'http,web', ',']) {
      const problems = problemsOf({ ROLES, DATABASE_URL });
      expect([ROLES, problems.length]).toEqual([ROLES, ROLES === 'http,' ? 0 : 1]);
      for (const problem of problems) expect(problem).toMatch(/^ROLES: .*http, jobs, migrate/);
    }
  });

  it('are not divided over the embedded database, which may be migrated alone', () => {
    for (const ROLES of ['http', 'jobs', 'http,jobs', 'jobs,migrate']) {
      expect(problemsOf({ ROLES })).toEqual([expect.stringMatching(/^ROLES: .*DATABASE_URL/)]);
    }
    for (const ROLES of ['migrate', 'migrate,jobs,http']) expect(problemsOf({ ROLES })).toEqual([]);
  });
});

describe('addresses', () => {
  const production = { NODE_ENV: 'production', ALLOW_DEV: 'database,mail,scanner,keys' };

  it.each(['http://localhost:8080', 'http://rubrica.localhost', 'http://127.9.9.9:3000', 'http://[::1]:3000'])(
    '%s is this machine, in every profile',
    (PUBLIC_ORIGIN) => {
      expect(readConfig({ PUBLIC_ORIGIN }).local).toBe(true);
      expect(readConfig({ ...production, PUBLIC_ORIGIN })).toMatchObject({ local: true, host: '0.0.0.0' });
    },
  );

  it.each(['http://192.168.0.9:3000', 'http://localhost.exemplo', 'http://0.0.0.0:3000', 'http://rubrica'])(
    '%s is not: it takes production and https, and the message says so',
    (PUBLIC_ORIGIN) => {
      const https = PUBLIC_ORIGIN.replace('http:', 'https:');
      expect(problemsOf({ PUBLIC_ORIGIN })).toEqual([
        `PUBLIC_ORIGIN: ${PUBLIC_ORIGIN} não é um endereço desta máquina (localhost); para publicar, defina NODE_ENV=production e PUBLIC_ORIGIN=${https}.`,
      ]);
      expect(problemsOf({ PUBLIC_ORIGIN: https })).toEqual([expect.stringMatching(/defina NODE_ENV=production\.$/)]);
      expect(problemsOf({ ...production, PUBLIC_ORIGIN: https })).toEqual([]);
    },
  );

  it.each(['BASE_URL', 'PUBLIC_URL', 'DOCS_URL', 'AUTH_URL'])('%s takes https unless it is this machine', (name) => {
    expect(problemsOf({ ...production, [name]: 'http://outra.exemplo/v1' })).toHaveLength(1);
    expect(problemsOf({ ...production, [name]: 'https://outra.exemplo/v1' })).toEqual([]);
    expect(problemsOf({ [name]: 'http://localhost:4000/v1' })).toEqual([]);
  });

  it('loopback webhooks are closed as soon as one of them is published', () => {
    expect(readConfig({ PUBLIC_URL: 'https://assinar.exemplo' })).toMatchObject({
      local: false,
      webhookAllowNetworks: [],
    });
  });
});

describe('production', () => {
  it('names every missing dependency at once', () => {
    const problems = problemsOf({ NODE_ENV: 'production' });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      ...['DATABASE_URL', 'SMTP_URL', 'CLAMD_URL', 'MASTER_KEY', 'SEAL_P12_PATH'],
    ]);
  });

  it('accepts the stand-ins that ALLOW_DEV names, and only these', () => {
    expect(problemsOf({ NODE_ENV: 'production', ALLOW_DEV: 'database,mail,scanner,keys' })).toEqual([]);
    expect(problemsOf({ NODE_ENV: 'production', ALLOW_DEV: 'database,mail,scanner' })).toHaveLength(2);
  });

  it('allows webhooks no private network by default', () => {
    const env = { NODE_ENV: 'production', ALLOW_DEV: 'database,mail,scanner,keys' };
    expect(readConfig(env).webhookAllowNetworks).toEqual([]);
  });
});

describe('withPort', () => {
  it('puts the bound port into derived addresses only', () => {
    const config = withPort(readConfig({ PORT: '0', AUTH_URL: 'https://auth.exemplo' }), 4567);
    expect(config).toMatchObject({
      port: 4567,
      publicOrigin: 'http://localhost:4567',
      baseUrl: 'http://localhost:4567/v1',
      docsUrl: 'http://localhost:4567/docs',
      authUrl: 'https://auth.exemplo',
    });
  });
});

describe('describeStandIns', () => {
  it('says what is used in place of what', () => {
    const text = describeStandIns(readConfig({ DATA_DIR: '/d' })).join('\n');
    for (const name of [
      'DATABASE_URL',
      'S3_URL',
      'SMTP_URL',
      'SMS_GATEWAY_URL',
      'CLAMD_URL',
      'MASTER_KEY',
      'SEAL_P12_PATH',
    ]) {
      expect(text).toContain(name);
    }
    expect(text).toContain('127.0.0.0/8');
  });

  it('shows no credential of what is configured', () => {
    const text = describeStandIns(
      readConfig({
        DATABASE_URL: 'postgres://user:segredo@db/rubrica',
        SMTP_URL: 'smtp://user:segredo@mail',
        REDIS_URL: 'redis://:segredo@cache',
        S3_URL: 's3://key:segredo@s3.exemplo/b',
        SMS_GATEWAY_URL: 'https://sms.exemplo/?k=segredo',
        MASTER_KEY: KEY_BASE64,
      }),
    ).join('\n');
    expect(text).not.toContain('segredo');
    expect(text).not.toContain(KEY_BASE64);
    expect(text).toContain('db/rubrica');
  });
});
