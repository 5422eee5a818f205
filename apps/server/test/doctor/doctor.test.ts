import { once } from 'node:events';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createSelfSignedSeal } from '@rubrica/pdf';
import { startFauxqs } from 'fauxqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examine as examineHere } from '../../src/compose/doctor/index.ts';
import { CHECK_NAMES, type CheckName } from '../../src/compose/doctor/names.ts';
import { readConfig } from '../../src/config/index.ts';
import { startRedis } from '../adapters/redis-peer.ts';
import { tinyPdf } from '../adapters/tiny-pdf.ts';
import { HONEST_PEM, honest, startTimeAuthority } from '../campaigns/evidence/time-authority.ts';
import { startWire } from '../campaigns/faults/switch.ts';
import { call, documentForm, newAccount, type Service, startService } from '../harness.ts';
import { operator } from '../operator.ts';
import {
  startHttp,
  startLoginServer,
  startNameServer,
  startProxy,
  startScanner,
  startTimeServer,
  type Zone,
} from './peers.ts';

/** `npm run operador -- doutor` over an installation whose parts are well, and then broken one by one. */

interface Told {
  readonly exame: string;
  readonly ponto: string;
  readonly situacao: string;
  readonly fato: string;
  readonly oQueFazer: string | null;
}

const PASSWORD = 'senha-do-correio-7f3a';
const TOKEN = 'segredo-do-gateway-91';
const S3_SECRET = 'segredo-do-balde-55';
const DAY_MS = 86_400_000;

const closing: (() => Promise<unknown>)[] = [];
const kept = async <P extends { stop(): Promise<unknown> }>(starting: Promise<P>): Promise<P> => {
  const peer = await starting;
  closing.push(() => peer.stop());
  return peer;
};
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const GOOD_ZONE: Zone = {
  'MX acacia.com.br': [{ type: 'MX', name: 'acacia.com.br', data: { preference: 10, exchange: 'mx.acacia.com.br' } }],
  'TXT acacia.com.br': [
    { type: 'TXT', name: 'acacia.com.br', data: ['outra-coisa'] },
    { type: 'TXT', name: 'acacia.com.br', data: ['v=spf1 include:_spf.acacia.com.br ', '-all'] },
  ],
  'TXT s1._domainkey.acacia.com.br': [{ type: 'TXT', name: 's1._domainkey.acacia.com.br', data: ['v=DKIM1; p=AA'] }],
  'TXT _dmarc.acacia.com.br': [{ type: 'TXT', name: '_dmarc.acacia.com.br', data: ['v=DMARC1; p=reject'] }],
};
const OPEN_ZONE: Zone = {
  'MX acacia.com.br': [{ type: 'MX', name: 'acacia.com.br', data: { preference: 0, exchange: '.' } }],
  'TXT acacia.com.br': [{ type: 'TXT', name: 'acacia.com.br', data: ['v=spf1 mx +all'] }],
};

let service: Service;
/** The environment of an installation that is well. */
let well: Record<string, string>;
let redis: Awaited<ReturnType<typeof startWire>>;
let store: Awaited<ReturnType<typeof startFauxqs>>;
let mailServer: Awaited<ReturnType<typeof startLoginServer>>;
let gateway: Awaited<ReturnType<typeof startHttp>>;

beforeAll(async () => {
  const peer = await kept(startRedis());
  redis = await startWire({ path: peer.socket });
  closing.push(() => redis.close());
  store = await startFauxqs({ port: 0, logger: false });
  closing.push(() => store.stop());
  store.createBucket('rubrica');
  mailServer = await kept(startLoginServer(PASSWORD));
  gateway = await kept(startHttp(405, TOKEN));
  const [one, other] = await Promise.all([kept(startTimeServer(3)), kept(startTimeServer(-2))]);
  const names = await kept(startNameServer(GOOD_ZONE));
  const today = new Date(Date.now() - DAY_MS).toUTCString();
  const scanner = await kept(startScanner(true, `ClamAV 1.4.1/27500/${today}`));
  const outside = await kept(startHttp(204));
  const authority = await startTimeAuthority();
  // Nobody works, so what falls due stays due.
  service = await startService({ ROLES: 'http' });
  closing.push(() => service.stop());
  const { dataDir, databaseUrl } = service.app.config;
  const roots = join(dataDir, 'raizes.pem');
  await writeFile(roots, HONEST_PEM);
  well = {
    ...{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', PUBLIC_ORIGIN: service.origin, ROLES: 'http' },
    REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    S3_URL: `s3://chave:${S3_SECRET}@127.0.0.1:${store.port}/rubrica?tls=off`,
    SMTP_URL: `smtp://rubrica:${PASSWORD}@${mailServer.at}`,
    MAIL_FROM: 'Rubrica <nao-responda@acacia.com.br>',
    SMS_GATEWAY_URL: `http://${gateway.at}/sms`,
    SMS_GATEWAY_TOKEN: TOKEN,
    CLAMD_URL: `tcp://${scanner.at}`,
    TSA_URL: authority.url,
    TSA_ROOTS: roots,
    DOCTOR_NTP: `${one.at},${other.at}`,
    DOCTOR_DNS: names.at,
    DOCTOR_OUTSIDE: `http://${outside.at}`,
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.1',
  };
});

/** What is found, by point; and all that was printed, which no secret may be in. */
async function examine(env: Record<string, string>, ...args: string[]) {
  const { code, out, err } = await operator({ ...well, ...env }, 'doutor', '--json', ...args);
  expect(err).toBe('');
  for (const secret of [PASSWORD, TOKEN, S3_SECRET]) expect(out).not.toContain(secret);
  const { situacao, pontos } = JSON.parse(out) as { situacao: string; pontos: Told[] };
  const of = Object.fromEntries(pontos.map((one) => [one.ponto, one]));
  const states = Object.fromEntries(pontos.map((one) => [one.ponto, one.situacao]));
  return { code, situacao, pontos, of, states };
}

/** The same within the test, which spares a process: some checks, of an installation that differs in some variables. */
async function look(names: readonly CheckName[], env: Record<string, string> = {}) {
  const { situacao, pontos } = await examineHere(readConfig({ NODE_ENV: 'test', ...well, ...env }), names);
  const of = Object.fromEntries(pontos.map((one) => [one.ponto, one]));
  return { situacao, pontos, of, states: Object.fromEntries(pontos.map((one) => [one.ponto, one.situacao])) };
}

it('finds an installation that is well to be so, point by point, and leaves nothing behind', async () => {
  const before = (await readdir(well.DATA_DIR ?? '', { recursive: true })).sort();
  const [mails, asked] = [mailServer.subjects.length, gateway.asked.length];
  const { pontos, states, of } = await examine({});
  expect(states).toMatchObject({
    Relógio: 'OK',
    'Relógio do banco': 'OK',
    Banco: 'OK',
    'Banco: login': 'OK',
    // The tests' own server does not wait for the disk, and everybody is its owner.
    'Banco: durabilidade': 'FALHA',
    'Banco: papéis': 'AVISO',
    'Banco: replicação': 'NAO_SE_APLICA',
    'Banco: transações': 'OK',
    'Banco: índices': 'OK',
    'Banco: conexões': 'OK',
    'Banco: espaço': 'NAO_VERIFICADO',
    'Banco: migrações': 'OK',
    Documentos: 'OK',
    Arquivos: 'OK',
    'Chave mestra': 'OK',
    'Chave mestra: banco': 'OK',
    Selo: 'OK',
    'Selo: validade': 'OK',
    'Selo: cadeia': 'NAO_SE_APLICA',
    'Selo: em uso': 'OK',
    'Registro aberto: origem': 'OK',
    'Registro aberto: testemunhas': 'NAO_SE_APLICA',
    'E-mail: MX': 'OK',
    'E-mail: SPF': 'OK',
    'E-mail: DKIM': 'NAO_VERIFICADO',
    'E-mail: DMARC': 'OK',
    'E-mail': 'OK',
    SMS: 'OK',
    'SMS: credenciais': 'NAO_VERIFICADO',
    Antivírus: 'OK',
    'Antivírus: base': 'OK',
    Limites: 'OK',
    'Saída de webhooks': 'OK',
    Endereços: 'OK',
    'Cabeçalhos de encaminhamento': 'OK',
    Cópias: 'NAO_VERIFICADO',
  });
  expect(Object.entries(states).find(([ponto]) => ponto.startsWith('Carimbo do tempo: '))?.[1]).toBe('OK');
  expect(of['Banco: durabilidade']?.fato).toContain('fsync off');
  expect(of.Endereços?.fato).toMatch(/^Enviado de 127\.0\.0\.1:(\d+), visto de 127\.0\.0\.1:\1, sem proxy/);
  // Each says what to do, but what is well and what nothing can be done about.
  const mute = pontos.filter(({ situacao, oQueFazer }) => ['AVISO', 'FALHA'].includes(situacao) && !oQueFazer);
  expect(mute).toEqual([]);
  expect((await readdir(well.DATA_DIR ?? '', { recursive: true })).sort()).toEqual(before);
  expect(mailServer.subjects.slice(mails)).toEqual([]);
  expect(gateway.asked.slice(asked)).toEqual(['HEAD']);
});

it('finds everything that is broken at once', async () => {
  const authority = await startTimeAuthority((query) => {
    // Of other data than was asked about.
    const changed = Buffer.from(query);
    const at = changed.indexOf(Buffer.from([0x04, 0x20])) + 2;
    changed[at] = (changed[at] as number) ^ 1;
    return honest(changed);
  });
  const [wrong, names, scanner] = await Promise.all([
    kept(startTimeServer(-210_000)),
    kept(startNameServer(OPEN_ZONE)),
    kept(startScanner(true, null)),
  ]);
  const { dataDir } = service.app.config;
  const p12 = join(dataDir, 'curto.p12');
  // It ends in ten days, of which one begins to pass at once.
  const since = new Date(Date.now() + 10 * DAY_MS);
  since.setUTCFullYear(since.getUTCFullYear() - 1);
  const seal = { organization: 'Acácia', commonName: 'Selo curto', notBefore: since, years: 1, password: 'curto-123' };
  await writeFile(p12, await createSelfSignedSeal(seal));
  const { code, situacao, states, of } = await examine({
    REDIS_URL: 'redis://:senha-do-redis@127.0.0.1:9',
    S3_URL: well.S3_URL?.replace('/rubrica?', '/outro?') ?? '',
    SMTP_URL: `smtp://rubrica:errada-${PASSWORD}@${mailServer.at}`,
    SMS_GATEWAY_TOKEN: 'outro-segredo',
    CLAMD_URL: `tcp://${scanner.at}`,
    TSA_URL: authority.url,
    DOCTOR_NTP: wrong.at,
    DOCTOR_DNS: names.at,
    DOCTOR_OUTSIDE: 'http://10.255.255.1',
    SEAL_P12_PATH: p12,
    SEAL_P12_PASSWORD: 'curto-123',
    MASTER_KEY: '7'.repeat(64),
  });
  expect([code, situacao]).toEqual([2, 'FALHA']);
  expect(states).toMatchObject({
    Relógio: 'FALHA',
    Banco: 'OK',
    Arquivos: 'FALHA',
    'Chave mestra: banco': 'FALHA',
    Selo: 'OK',
    'Selo: validade': 'AVISO',
    'Selo: em uso': 'FALHA',
    'E-mail: MX': 'AVISO',
    'E-mail: SPF': 'FALHA',
    'E-mail: DKIM': 'FALHA',
    'E-mail: DMARC': 'FALHA',
    'E-mail': 'FALHA',
    SMS: 'OK',
    'SMS: credenciais': 'FALHA',
    Antivírus: 'FALHA',
    'Antivírus: base': 'NAO_VERIFICADO',
    Limites: 'FALHA',
    'Saída de webhooks': 'FALHA',
    // With another master key it is nobody the service would tell anything.
    Endereços: 'FALHA',
    'Cabeçalhos de encaminhamento': 'NAO_VERIFICADO',
  });
  expect(of.Relógio?.fato).toMatch(/: 3 min adiantado/);
  expect(of['E-mail']?.fato).toMatch(/wrong password •••|wrong password errada-•••/);
  expect(of['Selo: validade']?.fato).toMatch(/daqui a (9|10) dias/);
  const token = Object.values(of).find(({ ponto }) => ponto.startsWith('Carimbo do tempo: '));
  expect(token).toMatchObject({ situacao: 'FALHA', fato: expect.stringContaining('outros dados') });
});

it('one that is silent holds no other up: they are asked side by side', async () => {
  const open = [0, 0];
  let together = false;
  const silent = async (which: 0 | 1) => {
    const server = createServer((socket) => {
      open[which] = (open[which] ?? 0) + 1;
      together ||= open.every((connections) => connections > 0);
      socket
        .on('error', () => {})
        .once('close', () => {
          open[which] = (open[which] ?? 0) - 1;
        });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(async () => server.close());
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const [mail, scanner] = [await silent(0), await silent(1)];
  const { of } = await look(['correio', 'antivirus'], { SMTP_URL: `smtp://${mail}`, CLAMD_URL: `tcp://${scanner}` });
  expect([of['E-mail']?.situacao, of.Antivírus?.situacao]).toEqual(['FALHA', 'FALHA']);
  expect(together).toBe(true);
});

describe('each of these alone', () => {
  it('a database whose work nobody takes, and a document that is not completed', async () => {
    const { panel } = await newAccount(service.origin, undefined, service.owner);
    const base = `${service.origin}/v1/sandbox/documentos`;
    const { body } = await call(base, 'POST', documentForm(tinyPdf(), { titulo: 'Parado' }), panel);
    await service.owner`
      update documento set assinado_por_todos_em = now() - interval '7 minutes' where id = ${body.id}`;
    await service.owner`update fila.job set start_after = now() - interval '20 minutes' where state < 'active'`;
    const { states, pontos, of } = await look(['fila', 'documentos']);
    expect(states.Documentos).toBe('FALHA');
    expect(pontos.filter(({ exame }) => exame === 'fila').map(({ situacao }) => situacao)).toContain('FALHA');
    expect(of.Documentos?.fato).toMatch(/^1 documento assinado por todos/);
    await service.owner`delete from fila.job`;
    await service.owner`update documento set assinado_por_todos_em = null`;
  });

  it('a backup of yesterday, and one of long ago', async () => {
    const record = (ago: string) => service.owner`
      insert into instalacao (nome, impressao, desde) values ('backup', 'rubrica-1', now() - ${ago}::interval)
      on conflict (nome) do update set desde = excluded.desde`;
    await record('20 hours');
    expect((await look(['copias'])).states).toEqual({ Cópias: 'OK' });
    await record('10 days');
    expect((await look(['copias'])).of.Cópias).toMatchObject({
      situacao: 'FALHA',
      fato: expect.stringMatching(/10 dias/),
    });
    await service.owner`delete from instalacao where nome = 'backup'`;
  });

  it('a master key that others may read', async () => {
    const path = join(service.app.config.dataDir, 'master.key');
    await chmod(path, 0o644);
    const { of } = await look(['chave']);
    await chmod(path, 0o600);
    expect(of['Chave mestra']).toMatchObject({ situacao: 'FALHA', oQueFazer: expect.stringContaining('chmod 600') });
  });

  it('a scanner that finds nothing, and whose database is old', async () => {
    const old = await kept(
      startScanner(false, `ClamAV 1.4.1/27000/${new Date(Date.now() - 30 * DAY_MS).toUTCString()}`),
    );
    const { states } = await look(['antivirus'], { CLAMD_URL: `tcp://${old.at}` });
    expect(states).toEqual({ Antivírus: 'FALHA', 'Antivírus: base': 'FALHA' });
  });

  it('time servers that disagree, one that refuses, and none', async () => {
    const [right, other, refusing] = await Promise.all([
      kept(startTimeServer(0)),
      // However long they take to answer, which is known of no longer than three seconds.
      kept(startTimeServer(4_000)),
      kept(startTimeServer(0, 0)),
    ]);
    const apart = await look(['relogio'], { DOCTOR_NTP: `${right.at},${other.at}` });
    expect(apart.of.Relógio).toMatchObject({ situacao: 'AVISO', fato: expect.stringContaining('discordam') });
    const one = await look(['relogio'], { DOCTOR_NTP: `${right.at},${refusing.at}` });
    expect(one.of.Relógio).toMatchObject({ situacao: 'AVISO', fato: expect.stringContaining('RATE') });
  });
});

describe('the address that signatures are recorded with', () => {
  const port = () => Number(new URL(service.origin).port);
  const through = async (headers: Record<string, string>, from?: string) => {
    const proxy = await kept(startProxy(port(), headers, from));
    return look(['enderecos'], { PUBLIC_ORIGIN: `http://${proxy.at}` });
  };

  it('behind a proxy that TRUST_PROXY does not name is the proxy’s', async () => {
    const { of } = await through({ 'x-forwarded-for': '127.0.0.1' }, '127.0.0.2');
    expect(of.Endereços).toMatchObject({ situacao: 'FALHA', oQueFazer: expect.stringContaining('127.0.0.2') });
    expect(of['Cabeçalhos de encaminhamento']).toMatchObject({
      situacao: 'AVISO',
      fato: expect.stringMatching(/^1 requisição .* de 127\.0\.0\.2\.$/),
    });
  });

  it('behind one that it names is the one that came to the proxy', async () => {
    const { of } = await through({ 'x-forwarded-for': '8.8.4.4', 'x-forwarded-client-port': '4321' });
    expect(of.Endereços).toMatchObject({ situacao: 'NAO_VERIFICADO', fato: expect.stringContaining('8.8.4.4:4321') });
  });

  it('is told to nobody else', async () => {
    for (const authorization of ['', 'Bearer x', `Doutor ${Date.now()}.${'A'.repeat(43)}`]) {
      expect((await fetch(`${service.origin}/doutor/visto`, { headers: { authorization } })).status).toBe(404);
    }
  });
});

describe('how it ends', () => {
  it.each([
    ['0 where nothing is wrong', ['--so', 'limites,sms'], 0],
    ['3 where nothing could be seen', ['--so', 'copias'], 3],
  ])('%s', async (_what, args, wanted) => {
    const { code, out, err } = await operator(well, 'doutor', ...args);
    expect(code).toBe(wanted);
    // No colour but on a terminal.
    expect(`${out}${err}`).not.toContain('\x1b');
    if (err === '') expect(out).toMatch(/^Rubrica: /);
  });

  it('3 where it was called incorrectly, or has no configuration', async () => {
    const { code, err } = await operator({ PORT: 'nenhuma' }, 'doutor', '--so', 'relogio');
    expect([code, err]).toEqual([3, expect.stringContaining('PORT')]);
  });

  it('sends a message only where one is asked for', async () => {
    const mails = mailServer.subjects.length;
    const { states } = await examine(
      {},
      '--so',
      'correio,sms',
      '--mensagem',
      'ana@exemplo.com.br',
      '--sms',
      '+5511987654321',
    );
    // The gateway of the test takes nothing but a HEAD.
    expect(states).toMatchObject({ 'E-mail: mensagem': 'OK', 'SMS: mensagem': 'FALHA' });
    expect(mailServer.subjects.slice(mails)).toEqual(['Rubrica: mensagem do doutor']);
  });
});

it('/doutor shows the same to the developer, as a page and as JSON', async () => {
  const page = await fetch(`${service.origin}/doutor`);
  expect(page.headers.get('content-type')).toContain('text/html');
  const text = await page.text();
  expect(text).toContain('<h1>Doutor: ');
  expect(text).toContain('Banco: durabilidade');
  const json = await fetch(`${service.origin}/doutor`, { headers: { accept: 'application/json' } });
  const { pontos } = (await json.json()) as { pontos: Told[] };
  expect([...new Set(pontos.map(({ exame }) => exame))]).toEqual(CHECK_NAMES);
  expect((await fetch(`${service.origin}/doutor`, { headers: { 'x-forwarded-for': '127.0.0.1' } })).status).toBe(404);
});

it('without anything there yet says so, and makes nothing', async () => {
  const dataDir = join(service.app.config.dataDir, 'vazia');
  await mkdir(dataDir);
  const { states } = await look(['arquivos', 'chave', 'selo', 'enderecos'], { DATA_DIR: dataDir, S3_URL: '' });
  expect(Object.values(states)).toEqual(['NAO_VERIFICADO', 'NAO_VERIFICADO', 'NAO_VERIFICADO', 'NAO_VERIFICADO']);
  expect(await readdir(dataDir)).toEqual([]);
});
