import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../../acceptance/free-port.ts';
import { lacking, run, without } from '../../../../packages/pdf/test/judges/programs.ts';
import { IN_ORDER } from '../../../../scripts/in-order.ts';
import { isAlive } from '../campaigns/crash/child.ts';
import { call } from '../harness.ts';
import { type Container, earlierContext, type Images, newVolume, openImages, ROOT, type Unpacked } from './image.ts';

/**
 * The container image, built and run where no registry of images is reachable: buildah, on a base of debootstrap and this
 * Node. It takes some ten minutes, so it runs where RUBRICA_CONTAINER asks for it.
 */

const asked = process.env.RUBRICA_CONTAINER === '1' ? {} : without('RUBRICA_CONTAINER=1 builds and runs the image');
const needs = { ...lacking('buildah', 'debootstrap'), ...asked };
const MAX_IMAGE_BYTES = 450e6;
const BUILD_MS = 30 * 60_000;
const UID = 10001;

let images: Images;
let image: Unpacked;
let size: number;
const volumes: string[] = [];
const containers: Container[] = [];

async function volume(uid = UID, gid = 0, mode = 0o770): Promise<string> {
  const folder = await newVolume(uid, gid, mode);
  volumes.push(folder);
  return folder;
}

async function begun(starting: Promise<Container>): Promise<Container> {
  const container = await starting;
  containers.push(container);
  return container;
}

const tell = (what: string, figure: string) => process.stdout.write(`container: ${what}: ${figure}\n`);
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** A whole life in the sandbox of a running container, as `npm run demo` plays it. @returns the signed file's hash */
async function live(origin: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rubrica-vida-'));
  try {
    const demo = `cd '${folder}' && RUBRICA_URL='${origin}' exec '${process.execPath}' '${ROOT}/acceptance/demo.ts'`;
    const { status, output } = await run('sh', '-c', demo);
    expect(status, output).toBe(0);
    return createHash('sha256')
      .update(readFileSync(join(folder, 'demo-output/assinado.pdf')))
      .digest('hex');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function isKnown(origin: string, hashArquivo: string): Promise<string> {
  const { body } = await call(`${origin}/api/v1/sandbox/validacao/consultar`, 'POST', { hashArquivo });
  return `${body.resultado} ${body.situacao}`;
}

const KNOWN = 'AUTENTICO CONCLUIDO';

describe('the container image', { ...IN_ORDER, ...needs, timeout: BUILD_MS }, () => {
  beforeAll(async () => {
    images = await openImages();
    size = await images.build(ROOT, 'rubrica:now');
    image = await images.unpack('rubrica:now');
  }, BUILD_MS);
  afterAll(async () => {
    await Promise.all(containers.map((container) => container.stop()));
    for (const folder of volumes) await rm(folder, { recursive: true, force: true });
    await images?.remove();
  }, BUILD_MS);

  it('is smaller than 450 MB, and has nothing but what it runs, with a bill and licences of all of it', () => {
    tell('size', `${(size / 1e6).toFixed(0)} MB`);
    expect(size).toBeLessThan(MAX_IMAGE_BYTES);
    const files = globSync('app/**', { cwd: image.root });
    expect(files.length).toBeGreaterThan(3000);
    expect(
      files.filter((path) => /\.test\.ts$|(^|\/)\.env|node_modules\/(vite|react|node-linux-[^/]*)\//.test(path)),
    ).toEqual([]);
    const { components } = JSON.parse(readFileSync(join(image.root, 'app/licences/sbom.cdx.json'), 'utf8'));
    const named = new Set(components.map(({ name }: { name: string }) => name));
    const manifests = files.filter((path) => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path));
    const packages = manifests
      .map((path) => path.replace(/^.*node_modules\/(.+)\/package\.json$/, '$1'))
      .filter((name) => !name.startsWith('@rubrica/'));
    expect(packages.length).toBeGreaterThan(100);
    expect(packages.filter((name) => !named.has(name))).toEqual([]);
    const debian = readFileSync(join(image.root, 'var/lib/dpkg/status'), 'utf8').match(/(?<=^Package: ).+/gm) ?? [];
    expect(debian.filter((name) => !named.has(name))).toEqual([]);
    expect(debian.filter((name) => !existsSync(join(image.root, 'usr/share/doc', name, 'copyright')))).toEqual([]);
    expect([...named]).toEqual(expect.arrayContaining(['node', 'react', 'postgresql', 'openssl']));
    expect(readFileSync(join(image.root, 'app/licences/pages.txt'), 'utf8')).toMatch(/^react 19/m);
  });

  describe('with an empty volume', IN_ORDER, () => {
    let data: string;
    let signed: string;
    let container: Container;

    it('shows the banner, with an address that works from outside, and a document lives its whole life', async () => {
      data = await volume();
      container = await begun(image.run(data));
      tell('first start', seconds(await container.started));
      expect(container.output()).toContain(`Rubrica no ar em ${container.origin} (`);
      expect(container.output()).toContain('PostgreSQL embutido em /data/pg (no lugar de DATABASE_URL, não definida)');
      expect(container.output()).toContain(
        '/dev/caixa (de fora desta máquina ou contêiner, só com DEV_ALLOW_NETWORKS)',
      );
      signed = await live(container.origin);
      expect(await isKnown(container.origin, signed)).toBe(KNOWN);
    });

    it('is healthy by the command of HEALTHCHECK, and operated by the command operador', async () => {
      const healthy = ['node', '/app/deploy/container/healthy.ts'];
      const { status, output } = await container.exec(...healthy);
      expect([status, output]).toEqual([0, expect.stringContaining('"status":"ok"')]);
      const silent = await container.exec('env', `PORT=${await freePort()}`, ...healthy);
      expect([silent.status, silent.output]).toEqual([1, expect.stringContaining('ECONNREFUSED')]);
      const seals = await container.exec('operador', 'selo', 'listar');
      expect([seals.status, seals.output]).toEqual([0, expect.stringMatching(/[0-9a-f]{64}/)]);
    });

    it('stops in order at SIGTERM, and leaves no process', async () => {
      const within = [...(await container.processes()).keys()];
      expect(within.length).toBeGreaterThan(5);
      const stopping = performance.now();
      expect(await container.stop()).toBe(0);
      tell('stop', seconds(performance.now() - stopping));
      expect(container.output()).toContain('Encerrando…');
      expect(within.filter(isAlive)).toEqual([]);
      expect(existsSync(join(data, 'pg/postmaster.pid'))).toBe(false);
    });

    it('starts again with the data there', async () => {
      container = await begun(image.run(data));
      tell('restart', seconds(await container.started));
      expect(await isKnown(container.origin, signed)).toBe(KNOWN);
      expect(await container.stop()).toBe(0);
    });

    it('runs with its root file system read-only, tini as the first process and the PDF workers shut in', async () => {
      container = await begun(image.runAlone(data));
      await container.started;
      const lines = [...(await container.processes()).values()];
      expect(lines).toContain('tini -- start');
      expect(container.output()).not.toMatch(/os processos que leem PDFs/);
      expect(container.output()).not.toMatch(/not running as PID 1/);
      expect(await isKnown(container.origin, signed)).toBe(KNOWN);
      await live(container.origin);
      expect(await container.stop()).toBe(0);
    });
  });

  describe('with a volume of somebody else', () => {
    it('says in one sentence what to do when it belongs to root', async () => {
      const container = await begun(image.run(await volume(0, 0, 0o755)));
      expect(await container.ended).toBe(1);
      expect(container.output()).toContain(
        `DATA_DIR: o usuário deste processo (uid ${UID}) não pode escrever em /data (EACCES); dê a ele a pasta (chown -R ${UID} /data) ou escolha outra.`,
      );
      expect(container.output()).not.toContain('    at ');
    });

    it('works as a user without a name (--user 1234) in the volume as the image makes it', async () => {
      const data = await volume();
      const container = await begun(image.run(data, { user: '1234:0' }));
      await container.started;
      const database = [...(await container.processes())].find(([, line]) => line.includes('postgres -D /data/pg'));
      expect(readFileSync(`/proc/${database?.[0]}/environ`, 'latin1')).toContain('LD_PRELOAD=libnss_wrapper.so');
      await live(container.origin);
      expect(await container.stop()).toBe(0);
    });

    it('works as root, the database as nobody', async () => {
      const container = await begun(image.run(await volume(0, 0, 0o755), { user: '0:0' }));
      await container.started;
      expect(await container.stop()).toBe(0);
    });
  });

  it(
    'takes over what the last release has left',
    async () => {
      const context = await mkdtemp(join(tmpdir(), 'rubrica-antes-'));
      volumes.push(context);
      tell('upgrade from', await earlierContext(context));
      await images.build(context, 'rubrica:before');
      const before = await images.unpack('rubrica:before');
      const data = await volume();
      const old = await begun(before.run(data));
      await old.started;
      const signed = await live(old.origin);
      expect(await old.stop()).toBe(0);
      const container = await begun(image.run(data));
      await container.started;
      expect(await isKnown(container.origin, signed)).toBe(KNOWN);
      await live(container.origin);
      expect(await container.stop()).toBe(0);
    },
    BUILD_MS,
  );
});
