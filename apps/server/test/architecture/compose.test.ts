import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { lacking, without } from '../../../../packages/pdf/test/judges/programs.ts';
import { openSeal, type SealSource } from '../../src/adapters/seal.ts';
import { describeOpenDoors, readConfig } from '../../src/config/index.ts';
import { VARIABLES } from '../../src/config/variables/index.ts';

/** deploy/compose.yaml against the table of variables, with the secrets that its own script makes. */

const DEPLOY = join(import.meta.dirname, '../../../../deploy');
const FILE = join(DEPLOY, 'compose.yaml');
const text = readFileSync(FILE, 'utf8');

interface Healthcheck {
  readonly test?: readonly string[];
  readonly disable?: boolean;
}

interface Service {
  readonly image: string;
  readonly profiles: readonly string[];
  readonly command?: readonly string[] | string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly networks: readonly string[] | Readonly<Record<string, { ipv4_address?: string; aliases?: string[] }>>;
  readonly depends_on?: Readonly<Record<string, { condition: string; required?: boolean }>>;
  readonly healthcheck?: Healthcheck;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { internal?: boolean }>>;
  readonly volumes: Readonly<Record<string, object>>;
}

const { services, networks, volumes }: Compose = parse(text, { merge: true });
const all = Object.entries(services);
const ours = all.filter(([, { image }]) => image.includes('RUBRICA_IMAGE'));
const networksOf = ({ networks: given }: Service) =>
  Array.isArray(given) ? (given as readonly string[]) : Object.keys(given);

/** Every `${NAME…}` of the file: its name, and what follows it. */
const asked = [...text.matchAll(/\$\{(\w+)([^}]*)\}/g)].map(([, name = '', rest = '']) => ({ name, rest }));

const folder = mkdtempSync(join(tmpdir(), 'rubrica-compose-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const openssl = lacking('openssl');
/** What deploy/compose/secrets prints, its empty lines filled in. */
const given: Readonly<Record<string, string>> = openssl.skip
  ? {}
  : ({
      ...parseEnv(
        execFileSync(join(DEPLOY, 'compose/secrets'), ['--seal', join(folder, 'seal.p12')], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        }),
      ),
      DOMAIN: 'assinar.exemplo.com.br',
      SMTP_URL: 'smtps://usuario:senha@mail.exemplo.com.br:465',
    } as Record<string, string>);

/** As Compose does it: `:?` demands a value that is not empty, `:-` has one if there is none. */
function filled(value: string): string {
  return value.replaceAll(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_, name, kind, rest) => {
    const known = given[name];
    if (kind === '?' && !known) throw new Error(`${name} is demanded`);
    return known || (kind === '-' ? rest : '');
  });
}

const environmentOf = ({ environment = {} }: Service) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filled(value)]));

describe('the variables of deploy/compose.yaml', () => {
  it('are those of the table, for each process of ours', () => {
    expect(ours.map(([name]) => name)).toEqual(['rubrica', 'migrate', 'http', 'worker']);
    for (const [, { environment = {} }] of ours)
      expect(Object.keys(environment).filter((name) => !(name in VARIABLES))).toEqual([]);
  });

  it('that are secret are asked for by name, and none has a value of its own', () => {
    for (const [, { environment = {} }] of ours) {
      for (const [name, value] of Object.entries(environment)) {
        if ('secret' in VARIABLES[name as keyof typeof VARIABLES]) expect(value, name).toMatch(/\$\{\w+:\?/);
      }
    }
    const secret = /PASSWORD|SECRET|KEY|TOKEN|_URL|P12/;
    expect(asked.filter(({ name, rest }) => secret.test(name) && !rest.startsWith(':?'))).toEqual([]);
    const everywhere = all.flatMap(([, { environment = {} }]) => Object.entries(environment));
    const open = everywhere.filter(([name, value]) => /PASSWORD|SECRET/.test(name) && !/^\$\{\w+:\?/.test(value));
    expect(open).toEqual([]);
  });

  it('make a configuration that starts in production, with no stand-in and nothing left open', openssl, () => {
    for (const [name, service] of ours) {
      const config = readConfig(environmentOf(service));
      expect(config).toMatchObject({ production: true, allowDev: [], local: false });
      // The networks keep others from that port.
      expect(describeOpenDoors(config, config.roles), name).toEqual([
        'HOST=0.0.0.0: a porta 3000 atende sem TLS a quem a alcança; deixe-a só para o seu proxy',
      ]);
    }
  });

  it('are all made by deploy/compose/secrets, each time anew', openssl, () => {
    const demanded = new Set(asked.filter(({ rest }) => rest.startsWith(':?')).map(({ name }) => name));
    expect([...demanded].filter((name) => !given[name])).toEqual([]);
    const again = parseEnv(execFileSync(join(DEPLOY, 'compose/secrets'), { encoding: 'utf8' }));
    const kept = Object.entries(again).filter(([name, value]) => value !== '' && given[name] === value);
    expect(kept).toEqual([]);
  });

  it('include a seal that seals, where one is asked for', openssl, async () => {
    const source = { path: given.SEAL_P12_FILE ?? '', password: given.SEAL_P12_PASSWORD ?? '' };
    // Opening a seal seals a small file and verifies it. Of a given one neither secrets nor folder are used.
    const seal = await openSeal({ given: source } as SealSource, new Date());
    expect(seal.warning(new Date())).toBeNull();
  });
});

describe('the services of deploy/compose.yaml', () => {
  it('believe the proxy alone, and only it is reached from outside', () => {
    const { caddy } = services;
    const { front } = (caddy?.networks ?? {}) as Record<string, { ipv4_address?: string }>;
    for (const [, { environment }] of ours) expect(environment?.TRUST_PROXY).toBe(front?.ipv4_address);
    expect(all.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(['caddy']);
    expect(networks.front?.internal && networks.back?.internal).toBe(true);
    for (const name of ['postgres', 'redis', 's3', 'bucket'])
      expect(networksOf(services[name] as Service)).toEqual(['back']);
    expect(
      Object.entries(services)
        .filter(([, one]) => networksOf(one).includes('public'))
        .map(([name]) => name),
    ).toEqual(['caddy']);
    expect(caddy?.command).toContain('--to http://web:3000');
  });

  it('wait for what they need: for a check that there is, in each of their profiles', () => {
    for (const [name, { depends_on = {}, profiles }] of all) {
      for (const [needed, { condition, required = true }] of Object.entries(depends_on)) {
        const other = services[needed] as Service;
        if (required)
          expect(
            profiles.filter((profile) => !other.profiles.includes(profile)),
            `${name}: ${needed}`,
          ).toEqual([]);
        const checked = other.healthcheck ? !other.healthcheck.disable : other.image.includes('RUBRICA_IMAGE');
        if (condition === 'service_healthy') expect(checked, `${name}: ${needed}`).toBe(true);
      }
    }
    expect(services.http?.depends_on?.migrate?.condition).toBe('service_completed_successfully');
  });

  it('are of versions that are named, in the profiles small and full', () => {
    const foreign = all.filter(([name]) => !ours.some(([own]) => own === name));
    for (const [, { image }] of foreign) expect(image).toMatch(/:\d/);
    expect(services.postgres?.image).toBe('postgres:18');
    const of = (profile: string) => all.filter(([, { profiles }]) => profiles.includes(profile)).map(([name]) => name);
    expect(of('small').sort()).toEqual(['caddy', 'clamav', 'postgres', 'rubrica']);
    expect(of('full').sort()).toEqual(
      ['bucket', 'caddy', 'clamav', 'http', 'migrate', 'postgres', 'redis', 's3', 'worker'].sort(),
    );
  });

  it('name networks, volumes and files that are there', () => {
    for (const [, service] of all) {
      for (const network of networksOf(service)) expect(networks).toHaveProperty(network);
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':');
        if (source.startsWith('.')) expect(existsSync(resolve(DEPLOY, source)), source).toBe(true);
        else expect(volumes).toHaveProperty(source);
      }
    }
  });

  it('create the two logins as docs/operations/internet.md has them', () => {
    const page = readFileSync(join(DEPLOY, '../docs/operations/internet.md'), 'utf8');
    const statements = (given: string) =>
      [...given.matchAll(/^create (?:role|database) .*;/gm)].map(([line]) => line.replace(/'…'|:'\w+'/, '…'));
    expect(statements(page)).toHaveLength(3);
    expect(statements(readFileSync(join(DEPLOY, 'compose/roles.sh'), 'utf8'))).toEqual(statements(page));
  });

  const plugin = spawnSync('docker', ['compose', 'version']).status === 0;
  it('are what `docker compose config` takes', plugin ? openssl : without('docker compose not installed'), () => {
    for (const profile of ['small', 'full']) {
      const { status, stderr } = spawnSync(
        'docker',
        ['compose', '-f', FILE, '--profile', profile, 'config', '--quiet'],
        {
          env: { ...process.env, ...given },
          encoding: 'utf8',
        },
      );
      expect([status, stderr]).toEqual([0, '']);
    }
  });
});
