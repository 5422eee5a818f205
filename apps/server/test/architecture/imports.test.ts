import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** Who may import whom, as ARCHITECTURE.md says it. */

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const SERVER = 'apps/server/src';

/** Modules by level: one sees the index of those below it. */
const LEVELS: readonly (readonly string[])[] = [
  ['registro'],
  ['auditoria', 'consumo', 'arquivos', 'chamadas', 'relogio'],
  ['mensagens'],
  ['organizacao'],
  ['sessoes', 'chaves-api', 'clientes', 'oauth', 'pastas', 'modelos-email', 'faturamento', 'eventos'],
  ['documentos'],
  ['envelopes', 'modelos', 'certificados'],
  ['assinatura', 'formularios'],
  ['validacao', 'webhooks', 'lgpd', 'contatos'],
  ['demo'],
];

/** The only files that may turn a verified credential, link, token or job payload into a scope. */
const SCOPE_MAKERS = new Set([
  'core/scope.ts',
  'core/sweep.ts',
  'http/authenticate.ts',
  'modules/arquivos/arquivos.ts',
  'modules/arquivos/jobs.ts',
  'modules/certificados/jobs.ts',
  'modules/demo/owner.ts',
  'modules/formularios/deliver.ts',
  'modules/formularios/warn.ts',
  'modules/lgpd/jobs.ts',
  'modules/oauth/issue.ts',
  'modules/relogio/jobs.ts',
  'modules/organizacao/membros-convites.ts',
  'modules/webhooks/deactivate.ts',
  'modules/webhooks/repetir.ts',
  'modules/webhooks/resume.ts',
  'modules/assinatura/factors/send-code.ts',
  'modules/assinatura/forget-authenticator.ts',
  'modules/assinatura/sessao.ts',
  'modules/assinatura/test-people.ts',
  'modules/documentos/delegation-notices.ts',
  'modules/documentos/send-notices.ts',
  'modules/documentos/convites.ts',
  'modules/documentos/tickets.ts',
  'modules/registro/proof.ts',
  'modules/sessoes/cadastrar.ts',
  'modules/sessoes/entrar.ts',
  'modules/validacao/routes.ts',
  'modules/webhooks/jobs.ts',
]);

const LINES_MAX = 420;
const BUILT_IN = /^node:/;

function filesUnder(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(test|d)\.ts$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((file) => !/node_modules|\/dist\//.test(file))
    .sort();
}

const sources = new Map(
  [
    SERVER,
    'packages/contract/src',
    'packages/pdf/src',
    'packages/sdk/src',
    'packages/cli/src',
    'packages/mcp/src',
    'packages/verify/src',
    'packages/verify/page',
    'apps/web',
    'acceptance',
    'bench',
  ]
    .flatMap(filesUnder)
    .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]),
);

interface Edge {
  readonly from: string;
  /** A path from the root for our own files, a name for packages. */
  readonly to: string;
  /** `import type`: gone before anything runs. */
  readonly typeOnly: boolean;
}

function edgesOf(file: string): Edge[] {
  const text = sources.get(file) ?? '';
  const statements = [...text.matchAll(/(?:^|\n)\s*(?:import|export)( type)?\b[^'"`;]*?\bfrom\s*'([^']+)'/g)];
  const bare = [...text.matchAll(/(?:^|\n)import()\s*'([^']+)'/g)];
  const dynamic = [...text.matchAll(/\bimport()\(\s*'([^']+)'/g)];
  return [...statements, ...bare, ...dynamic].map(([, type, target = '']) => ({
    from: file,
    to: target.startsWith('.') ? relative(ROOT, resolve(join(ROOT, dirname(file)), target)) : target,
    typeOnly: type === ' type',
  }));
}

const edges = [...sources.keys()].flatMap(edgesOf);
const moduleOf = (file: string) => new RegExp(`^${SERVER}/modules/([^/]+)/`).exec(file)?.[1];
const levelOf = (name: string) => LEVELS.findIndex((level) => level.includes(name));

/** The part of the server a file belongs to: `core`, `modules`, `http`; a process such as `main.ts` is its own. */
const partOf = (file: string) => {
  const rest = file.startsWith(`${SERVER}/`) ? file.slice(SERVER.length + 1) : undefined;
  return rest?.startsWith('compose') ? 'compose' : rest?.split('/')[0];
};

const show = (list: readonly Edge[]) => list.map(({ from, to }) => `${from} -> ${to}`);

describe('ARCHITECTURE.md', () => {
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');

  it('lists the levels of the modules', () => {
    const lines = text.match(/^\d+\. `.*$/gm) ?? [];
    expect(lines.map((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, name]) => name))).toEqual(LEVELS);
  });

  it('tells of folders that are there, and of each part of the server', () => {
    const folders = [...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, folder = '']) => folder);
    expect(folders.filter((folder) => !existsSync(join(ROOT, folder)))).toEqual([]);
    const parts = readdirSync(join(ROOT, SERVER), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const whole = ['packages', 'apps/server'].flatMap((parent) =>
      readdirSync(join(ROOT, parent), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !/^(node_modules|src|scripts|dist|\.)/.test(entry.name))
        .map(({ name }) => `${parent}/${name}`),
    );
    const wanted = [...whole, ...parts.map(({ name }) => `${SERVER}/${name}`)];
    expect(wanted.filter((folder) => !folders.includes(folder))).toEqual([]);
  });
});

describe('packages', () => {
  const ours = (to: string) => to.startsWith('@rubrica/') || !/^[@a-z]/.test(to) || to.includes('/src/');
  const leaving = (folder: string, allowed: RegExp) =>
    show(
      edges.filter(
        ({ from, to }) =>
          from.startsWith(`${folder}/`) && ours(to) && !to.startsWith(`${folder}/`) && !allowed.test(to),
      ),
    );

  it('the contract imports the schema library only', () => {
    const outside = edges.filter(({ from, to }) => from.startsWith('packages/contract/src/') && !sources.has(to));
    expect([...new Set(outside.map(({ to }) => to))]).toEqual(['typebox']);
  });

  it('the PDF engine imports nothing of ours', () => {
    expect(leaving('packages/pdf/src', /^$/)).toEqual([]);
  });

  it('the SDK imports the contract only', () => {
    expect(leaving('packages/sdk/src', /^@rubrica\/contract$|^packages\/sdk\/generated\//)).toEqual([]);
  });

  it('what is published of the SDK imports nothing but its own files', () => {
    const own = new Set(['packages/sdk/src/index.ts']);
    for (const file of own) for (const { from, to } of edges) if (from === file) own.add(to);
    const others = [...own].filter((file) => !/^packages\/sdk\/(src|generated)\//.test(file));
    expect(others).toEqual([]);
    expect(own).not.toContain('packages/sdk/src/client.ts');
  });

  it('the command line imports the SDK, the verifier, and of the contract its types and fields of signatures', () => {
    const ours = /^@rubrica\/(sdk|verify\/(cli|log)|contract|contract\/signature-fields)$/;
    expect(leaving('packages/cli/src', ours)).toEqual([]);
    const contract = edges.filter(({ from, to }) => from.startsWith('packages/cli/') && to === '@rubrica/contract');
    expect(contract.filter(({ typeOnly }) => !typeOnly)).toEqual([]);
  });

  it('tools of assistants stand on the SDK, the protocol, and what of the contract has no schemas', () => {
    const ours =
      /^(@rubrica\/(sdk|contract\/(enums|limits|signature-fields))|@modelcontextprotocol\/server(\/stdio)?|typebox(\/value)?|packages\/mcp\/package\.json)$/;
    expect(leaving('packages/mcp/src', ours)).toEqual([]);
  });

  it('the offline verifier takes nothing of ours, and Node in its command only', () => {
    const all = edges.filter(
      ({ from, to }) => from.startsWith('packages/verify/') && !to.startsWith('packages/verify/'),
    );
    expect(show(all.filter(({ typeOnly }) => !typeOnly))).toEqual([
      'packages/verify/src/cli.ts -> node:fs/promises',
      'packages/verify/src/cli.ts -> node:util',
    ]);
    expect(show(all.filter(({ typeOnly }) => typeOnly))).toEqual([]);
  });

  it('the service asks the verifier in its PDF workers only', () => {
    const asking = edges.filter(({ from, to }) => from.startsWith(SERVER) && to.startsWith('@rubrica/verify'));
    expect(show(asking)).toEqual([`${SERVER}/adapters/pdf/worker.ts -> @rubrica/verify`]);
  });

  it('a page imports its own folder, the kit, and what browsers may have of the packages', () => {
    const pages = [...new Set([...sources.keys()].flatMap((file) => /^apps\/web\/([^/]+)\//.exec(file)?.[1] ?? []))];
    const allowed =
      /^(apps\/web\/kit\/|@rubrica\/(contract\/(brazil|content|enums|field-kinds|limits|open-log|password|sentences|trail-people|transitions|validation-code|web-origin)|sdk\/(client|roles)|pdf\/layout)$|packages\/pdf\/samples\/)/;
    const wrong = pages
      .filter((name) => name !== 'scripts')
      .flatMap((name) =>
        edges.filter(
          ({ from, to, typeOnly }) =>
            from.startsWith(`apps/web/${name}/`) &&
            ours(to) &&
            !to.startsWith(`apps/web/${name}/`) &&
            !allowed.test(to) &&
            !(typeOnly && to === '@rubrica/contract'),
        ),
      )
      // Libraries of others, which may begin with a letter or `@` as ours do.
      .filter(({ to }) => ours(to));
    expect(show(wrong)).toEqual([]);
  });

  it('acceptance imports the SDK and the contract, never the server', () => {
    expect(leaving('acceptance', /^@rubrica\/(sdk(\/client)?|contract)$/)).toEqual([]);
  });
});

describe('the server', () => {
  /** What each part may import of the others; a module's further rules stand below. */
  const MAY: Readonly<Record<string, readonly string[]>> = {
    core: [],
    modules: ['core'],
    http: ['core', 'modules'],
    jobs: ['core', 'modules'],
    adapters: ['core'],
    config: ['core'],
    'migrate.ts': ['compose', 'config', 'core'],
    'main.ts': ['compose', 'config', 'core'],
    'worker.ts': ['compose', 'config', 'core'],
    'operator.ts': ['config', 'operator'],
    operator: ['backup', 'compose', 'config', 'core', 'modules'],
    backup: ['adapters', 'compose', 'config', 'core'],
  };

  it('every part is named', () => {
    const parts = new Set([...sources.keys()].map(partOf).filter((part) => part && part !== 'compose'));
    expect([...parts].filter((part) => !(String(part) in MAY))).toEqual([]);
  });

  it('imports go one way', () => {
    const wrong = edges.filter(({ from, to, typeOnly }) => {
      const [a, b] = [partOf(from), partOf(to)];
      // The shape of an adapter's settings is the configuration's; their values are handed over by compose.
      if (a === 'adapters' && b === 'config' && typeOnly) return false;
      return a && b && a !== b && a !== 'compose' && !MAY[a]?.includes(b);
    });
    expect(show(wrong)).toEqual([]);
  });

  it('nobody but http, jobs, compose and modules sees a module, and then its index only', () => {
    const wrong = edges.filter(({ from, to }) => {
      const target = moduleOf(to);
      return target !== undefined && target !== moduleOf(from) && !to.endsWith('/index.ts');
    });
    expect(show(wrong)).toEqual([]);
  });

  it('every module has a level', () => {
    const names = new Set([...sources.keys()].map(moduleOf).filter((name) => name !== undefined));
    expect([...names].filter((name) => levelOf(name) === -1)).toEqual([]);
  });

  it('a module imports modules below it', () => {
    const wrong = edges.filter(({ from, to }) => {
      const [a, b] = [moduleOf(from), moduleOf(to)];
      if (!a || !b || a === b) return false;
      return levelOf(b) >= levelOf(a);
    });
    expect(show(wrong)).toEqual([]);
  });

  it('modules import no framework, no adapter library and no environment', () => {
    const wrong = edges.filter(
      ({ from, to }) => moduleOf(from) && /^(fastify|@fastify|pg-boss|undici|nodemailer)/.test(to),
    );
    expect(show(wrong)).toEqual([]);
    const env = [...sources].filter(
      ([file, text]) => (moduleOf(file) || partOf(file) === 'core') && /process\.env/.test(text),
    );
    expect(env.map(([file]) => file)).toEqual([]);
  });

  it('the core knows the contract, the driver and Node, and little else', () => {
    const outside = edges.filter(
      ({ from, to, typeOnly }) => partOf(from) === 'core' && !typeOnly && !sources.has(to) && !BUILT_IN.test(to),
    );
    expect([...new Set(outside.map(({ to }) => to))].sort()).toEqual(CORE_LIBRARIES);
  });

  it('compose takes modules as they are: none of their constants, no job and no sweep of its own', () => {
    const composing = [...sources].filter(([file]) => partOf(file) === 'compose');
    const constants = composing.flatMap(([file, text]) =>
      [...text.matchAll(/import\s*\{([^}]*)\}\s*from '[^']*\/modules\/[^']*'/g)]
        .flatMap(([, names = '']) => names.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? [])
        .map((name) => `${file}: ${name}`),
    );
    expect(constants).toEqual([]);
    const work = composing.filter(([, text]) => /\b(everyMs|concurrency|handle)\b|\bscopeOf\(/.test(text));
    expect(work.map(([file]) => file)).toEqual([]);
  });

  it('every module is a value, and compose holds each', () => {
    const indexes = LEVELS.flat().map((name) => sources.get(`${SERVER}/modules/${name}/index.ts`) ?? '');
    const made = indexes.flatMap((text) => /^export const (\w+) = defineModule\(/m.exec(text)?.[1] ?? []);
    const list = /^export const MODULES = \[([^\]]*)\]/m.exec(sources.get(`${SERVER}/compose/modules.ts`) ?? '')?.[1];
    expect(list?.match(/\w+/g)).toEqual(made.sort());
    // The trail is nobody's to call by itself: it is written with what it tells of.
    expect(made.length).toBe(LEVELS.flat().length - ['auditoria'].length);
  });

  it("a module's jobs are defined in its table, where the compiler finds what works them", () => {
    const defining = [...sources].filter(([file, text]) => moduleOf(file) && /\bJobDefinition\b|\bjob</.test(text));
    expect(defining.map(([file]) => file).filter((file) => !file.endsWith('/queues.ts'))).toEqual([]);
    const names = defining.flatMap(([, text]) =>
      [...text.matchAll(/\bjob<[^(]*>\('([^']+)'/g)].map(([, name]) => name),
    );
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names).size).toBe(names.length);
  });

  it('OpenTelemetry is imported by one file, which is loaded where traces go somewhere', () => {
    const taking = edges.filter(({ to }) => to.startsWith('@opentelemetry/'));
    expect([...new Set(taking.map(({ from }) => from))]).toEqual([`${SERVER}/adapters/tracing.ts`]);
    const loading = edges.filter(({ to }) => to === `${SERVER}/adapters/tracing.ts`);
    expect(loading.map(({ from }) => from)).toEqual([`${SERVER}/compose.ts`]);
    expect(sources.get(`${SERVER}/compose.ts`)).toMatch(/= await import\(.\.\/adapters\/tracing\.ts/);
  });

  it('a loop over what is due stands in one place', () => {
    const loops = [...sources].filter(
      ([file, text]) =>
        file.startsWith(SERVER) &&
        file !== `${SERVER}/core/sweep.ts` &&
        /\bfor \(;;\) \{[\s\S]{0,300}?\bacesso\./.test(text),
    );
    // Goes on until nothing at all is left, also of what came meanwhile.
    expect(loops.map(([file]) => file)).toEqual([`${SERVER}/jobs/rekey.ts`]);
  });

  it('http asks an operation for its facts, not for its path, group or name', () => {
    const found = (patterns: readonly RegExp[]) =>
      [...sources]
        .filter(([file]) => partOf(file) === 'http')
        .flatMap(([file, text]) =>
          patterns.flatMap((pattern) =>
            [...text.matchAll(pattern)].map(([match]) => `${relative(SERVER, file)}: ${match}`),
          ),
        );
    const compared = [
      /\.(path|tag|url)\s*[!=]==?\s*['"`]|['"`]\s*[!=]==?\s*[\w.]+\.(path|tag)\b/g,
      /\.(path|tag)\??\.(startsWith|endsWith|includes|match|search)\(/g,
      /\.(has|includes|test)\([\w.]+\.(path|tag|url)\)|\bswitch \([\w.]+\.(path|tag)\)/g,
      /\boperacao\s*[!=]==?\s*['"`]|\bSet<OperationId>/g,
    ];
    expect(found(compared)).toEqual([]);
    // Where the path itself is taken out of an operation, it becomes the address of its route.
    const taken = [/\{[^{}]*\b(path|tag)\b[^{}]*\}(: Operation\b| = [\w.]*operation\b)/gi];
    expect(found(taken)).toEqual(['http/server.ts: { path }: Operation']);
  });

  it('a scope is made in the listed files only', () => {
    const makers = [...sources].filter(([file, text]) => file.startsWith(SERVER) && /\bscopeOf\(/.test(text));
    const unlisted = makers.map(([file]) => relative(SERVER, file)).filter((file) => !SCOPE_MAKERS.has(file));
    expect(unlisted).toEqual([]);
  });
});

const CORE_LIBRARIES = [
  '@rubrica/contract',
  '@rubrica/contract/brazil',
  // The names of columns, made from the catalogue.
  'apps/server/migrations/tables.ts',
  'ipaddr.js',
  'otpauth',
  'pg',
  'pino',
  'qrcode',
  'sharp',
];

describe('the whole', () => {
  it('has no cycle, of types neither', () => {
    const graph = Map.groupBy(
      edges.filter(({ to }) => sources.has(to)),
      ({ from }) => from,
    );
    const done = new Set<string>();
    const walk = (file: string, path: readonly string[]): string[] | null => {
      if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
      if (done.has(file)) return null;
      for (const { to: next } of graph.get(file) ?? []) {
        const cycle = walk(next, [...path, file]);
        if (cycle) return cycle;
      }
      done.add(file);
      return null;
    };
    expect([...graph.keys()].map((file) => walk(file, [])).filter((cycle) => cycle !== null)).toEqual([]);
  });

  it(`has no file over ${LINES_MAX} lines`, () => {
    const long = [...sources].filter(([, text]) => text.split('\n').length - 1 > LINES_MAX);
    expect(long.map(([file]) => file)).toEqual([]);
  });
});
