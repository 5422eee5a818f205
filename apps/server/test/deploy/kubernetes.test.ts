import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { lacking } from '../../../../packages/pdf/test/judges/programs.ts';
import { VARIABLES } from '../../src/config/variables/index.ts';
import { OWN_METRICS } from '../../src/core/metrics/index.ts';
import { accepted, exampleOf, ROOT } from './support.ts';

/** deploy/kubernetes as kubectl renders it, held against the published schemas, the table of variables, and itself. */

const IMAGE = 'ghcr.io/rubrica/rubrica';
/** Has the password of a variable's value, which Kubernetes puts together. */
const PARTS_OF_VALUES = ['DATABASE_PASSWORD'];
/** How long the service takes to end, at most (docs/operations/processes.md). */
const ENDS_WITHIN_S = 40;
/** How long it waits for another process to migrate (compose/database.ts). */
const WAITS_S = 300;

/** The packages with the schemas of a group of the API; whatever is not listed is Kubernetes' own. */
const SCHEMAS: Readonly<Record<string, string>> = {
  'postgresql.cnpg.io': '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io',
  'cert-manager.io': '@kubernetes-models/cert-manager/cert-manager.io',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api/gateway.networking.k8s.io',
};

interface Named {
  readonly name: string;
}
interface Variable extends Named {
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: Named & { readonly key: string; readonly optional?: boolean } };
}
interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string };
  readonly periodSeconds: number;
  readonly failureThreshold: number;
}
interface Container extends Named {
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly Variable[];
  readonly envFrom?: readonly { readonly configMapRef: Named }[];
  readonly ports?: readonly Named[];
  readonly securityContext: object;
  readonly resources: { readonly requests: object; readonly limits: object };
  readonly volumeMounts: readonly { readonly mountPath: string }[];
  readonly lifecycle?: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
  readonly startupProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
}
interface Pod {
  readonly securityContext: object;
  readonly containers: readonly [Container];
  readonly terminationGracePeriodSeconds: number;
  readonly automountServiceAccountToken: boolean;
}
type Labels = Readonly<Record<string, string>>;
interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Named & { readonly labels?: Labels };
  readonly data?: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own, which the published types check below
  readonly spec?: any;
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const rendered = new Map<string, readonly Resource[]>();
function render(overlay: string): readonly Resource[] {
  const known = rendered.get(overlay);
  if (known) return known;
  const folder = join(ROOT, 'deploy/kubernetes/overlays', overlay);
  const text = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  const resources = parseAllDocuments(text).map((one) => one.toJS() as Resource);
  rendered.set(overlay, resources);
  return resources;
}

const podOf = (resource: Resource): Pod => resource.spec.template.spec;
const containerOf = (resource: Resource): Container => podOf(resource).containers[0];
const withPods = (resources: readonly Resource[]) => resources.filter(({ spec }) => spec?.template?.spec?.containers);
const ours = (resources: readonly Resource[]) =>
  withPods(resources).filter((one) => containerOf(one).image.startsWith(IMAGE));

/** What a process finds in its environment, with examples for what only a Secret has. */
function environmentOf(resource: Resource, all: readonly Resource[], asksOptional: boolean): Record<string, string> {
  const { env = [], envFrom = [] } = containerOf(resource);
  const maps = envFrom.map(({ configMapRef }) => all.find(({ metadata }) => metadata.name === configMapRef.name)?.data);
  const found: Record<string, string> = Object.assign({}, ...maps);
  for (const { name, value, valueFrom } of env) {
    if (valueFrom?.secretKeyRef.optional && !asksOptional) continue;
    const plain = value?.replaceAll(/\$\((\w+)\)/g, (_, other: string) => found[other] ?? '');
    found[name] = plain ?? (PARTS_OF_VALUES.includes(name) ? 'senha' : exampleOf(name));
  }
  return found;
}

const exportsOf = ({ apiVersion }: Resource): string => {
  const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  return [SCHEMAS[group] ?? ['kubernetes-models', group].filter(Boolean).join('/'), version].join('/');
};

interface Model {
  validate(): void;
}

describe.each(['small', 'high-availability'])('deploy/kubernetes/overlays/%s', lacking('kubectl'), (overlay) => {
  let all: readonly Resource[];
  let folder: string;
  beforeAll(() => {
    all = render(overlay);
    folder = mkdtempSync(join(tmpdir(), 'rubrica-kubernetes-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('fits the published schemas', async () => {
    expect(all.length).toBeGreaterThan(10);
    for (const one of all) {
      const classes: Record<string, new (data: Resource) => Model> = await import(`${exportsOf(one)}/${one.kind}`);
      const Kind = classes[one.kind] as new (data: Resource) => Model;
      expect(() => new Kind(one).validate(), `${one.kind} ${one.metadata.name}`).not.toThrow();
    }
  });

  it('has no field that the published types do not have', () => {
    // Schemas let unknown fields pass; an object literal in TypeScript does not.
    const lines = all.map(
      (one, at) =>
        `import type { I${one.kind} as T${at} } from '${exportsOf(one)}/${one.kind}';\n` +
        `export const v${at}: T${at} = ${JSON.stringify(one)};\n`,
    );
    writeFileSync(join(folder, 'resources.mts'), lines.join(''));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const { status, stdout } = spawnSync(
      join(ROOT, 'node_modules/.bin/tsc'),
      [
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        '--module',
        'nodenext',
        '--target',
        'es2024',
        '--types',
        '',
        'resources.mts',
      ],
      { cwd: folder, encoding: 'utf8' },
    );
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  it('gives each process an environment that the service takes', () => {
    for (const one of ours(all)) {
      for (const asksOptional of [false, true]) {
        const env = environmentOf(one, all, asksOptional);
        const unknown = Object.keys(env).filter((name) => !(name in VARIABLES) && !PARTS_OF_VALUES.includes(name));
        expect(unknown, one.metadata.name).toEqual([]);
        expect(() => accepted(env), one.metadata.name).not.toThrow();
      }
    }
  });

  it('names secrets and has none, and docs/operations/kubernetes.md makes each of them', () => {
    expect(all.filter(({ kind }) => kind === 'Secret')).toEqual([]);
    const docs = read('docs/operations/kubernetes.md');
    const wanted = withPods(all).flatMap((one) =>
      (containerOf(one).env ?? []).flatMap(({ name, valueFrom }) => {
        if (valueFrom === undefined) return [];
        const { secretKeyRef: secret } = valueFrom;
        // Not for the image of another's.
        if (name in VARIABLES) expect(secret.key).toBe(name);
        return [secret];
      }),
    );
    expect(wanted.length).toBeGreaterThan(1);
    const made = new Map(
      [...docs.matchAll(/create secret generic (\S+)((?:.*\\\n)*.*)/g)].map(([, name = '', rest = '']) => [name, rest]),
    );
    const missing = wanted.filter(
      ({ name, key, optional }) =>
        !optional && !new RegExp(`=${key}=|--from-literal=?\\s*${key}=`).test(made.get(name) ?? ''),
    );
    expect(missing).toEqual([]);
  });

  it('runs every process as the restricted standard wants it, on a file system it cannot write to', () => {
    for (const one of withPods(all)) {
      const [pod, container] = [podOf(one), containerOf(one)];
      expect(pod, one.metadata.name).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(container, one.metadata.name).toMatchObject({
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        resources: {
          requests: { cpu: expect.anything(), memory: expect.anything() },
          limits: { memory: expect.anything() },
        },
      });
    }
    for (const one of ours(all)) {
      const mounted = containerOf(one).volumeMounts.map(({ mountPath }) => mountPath);
      expect(mounted).toContain('/tmp');
      expect(mounted).toContain(accepted(environmentOf(one, all, false)).dataDir);
    }
  });

  it('gives processes the time they take to start, waiting for the Job, and to end', () => {
    for (const one of ours(all).filter(({ kind }) => kind === 'Deployment')) {
      const { startupProbe: start, lifecycle } = containerOf(one);
      expect((start?.periodSeconds ?? 0) * (start?.failureThreshold ?? 0)).toBeGreaterThan(WAITS_S);
      const pause = lifecycle?.preStop.sleep.seconds ?? 0;
      expect(podOf(one).terminationGracePeriodSeconds).toBeGreaterThanOrEqual(ENDS_WITHIN_S + pause);
    }
  });

  it('asks each process where it answers', () => {
    for (const one of ours(all).filter(({ kind }) => kind === 'Deployment')) {
      const { startupProbe, readinessProbe, livenessProbe, ports = [], args } = containerOf(one);
      const { port, metrics, roles, host } = accepted(environmentOf(one, all, false));
      const answers = args === undefined;
      const paths = [startupProbe, readinessProbe, livenessProbe].map((probe) => probe?.httpGet?.path);
      expect(paths).toEqual(['/readyz', answers ? '/readyz' : undefined, '/healthz']);
      const at = answers ? 'http' : 'metrics';
      expect([startupProbe, livenessProbe].map((probe) => probe?.httpGet?.port)).toEqual([at, at]);
      const http = { name: 'http', containerPort: port };
      expect(ports).toEqual([...(answers ? [http] : []), { name: 'metrics', containerPort: metrics.port }]);
      if (answers) expect(roles).toContain('http');
      expect(host).toBe('0.0.0.0');
    }
  });

  it('has a migration of its own for each release', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const [job, ...others] = all.filter(({ kind }) => kind === 'Job');
    expect(others).toEqual([]);
    expect(job?.metadata.name).toBe(`rubrica-migrate-${version}`);
    expect(new Set(ours(all).map((one) => containerOf(one).image))).toEqual(new Set([`${IMAGE}:${version}`]));
    expect(containerOf(job as Resource).args).toEqual(['migrate']);
  });

  it('selects pods that there are', () => {
    const pods = withPods(all).map(({ spec }) => spec.template.metadata.labels as Labels);
    // CloudNativePG makes these.
    pods.push({ 'cnpg.io/cluster': 'rubrica-postgres' });
    const selects = (wanted: Labels) =>
      pods.some((labels) => Object.entries(wanted).every(([name, value]) => labels[name] === value));
    for (const { kind, metadata, spec } of all) {
      const selector: Labels | undefined =
        spec?.selector?.matchLabels ?? (kind === 'Service' ? spec.selector : spec?.podSelector?.matchLabels);
      if (selector) expect(selects(selector), `${kind} ${metadata.name}`).toBe(true);
      if (kind !== 'HorizontalPodAutoscaler') continue;
      expect(all.map(({ metadata: other }) => other.name)).toContain(spec.scaleTargetRef.name);
    }
  });
});

describe('deploy/kubernetes/overlays/high-availability', lacking('kubectl'), () => {
  it('scales by a metric that the service has', () => {
    const metrics = render('high-availability')
      .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
      .flatMap(({ spec }) => spec.metrics as { external?: { metric: Named } }[])
      .flatMap(({ external }) => (external ? [external.metric.name] : []));
    expect(metrics).toEqual(['rubrica_queue_jobs_due']);
    expect(metrics.filter((name) => !(name in OWN_METRICS))).toEqual([]);
    const docs = read('docs/operations/kubernetes.md');
    expect(metrics.filter((name) => !docs.includes(`seriesQuery: ${name}`))).toEqual([]);
  });

  it('lets PostgreSQL take the connections of as many processes as there may be', () => {
    const all = render('high-availability');
    const [, working = '', answering = ''] =
      /runs jobs holds up to (\d+) connections to PostgreSQL, and each that answers requests up to (\d+)/.exec(
        read('docs/operations/processes.md').replaceAll('\n', ' '),
      ) ?? [];
    const most = (name: string) => {
      const find = (kind: string) => all.find((one) => one.kind === kind && one.metadata.name === name)?.spec;
      return find('HorizontalPodAutoscaler').maxReplicas + find('Deployment').strategy.rollingUpdate.maxSurge;
    };
    const cluster = all.find(({ kind }) => kind === 'Cluster')?.spec;
    expect(Number(cluster.postgresql.parameters.max_connections)).toBeGreaterThan(
      most('rubrica-http') * Number(answering) + most('rubrica-worker') * Number(working),
    );
  });
});
