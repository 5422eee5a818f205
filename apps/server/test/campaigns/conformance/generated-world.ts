import { readdir } from 'node:fs/promises';
import { MEMBER_ROLES, type OperationId, operationOf } from '@rubrica/contract';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import type { Random } from '../../chance.ts';
import type { Service } from '../../harness.ts';
import {
  type Account,
  type Answer,
  type Credentials,
  call,
  documentForm,
  elsewhere,
  login,
  newAccount,
} from '../../harness.ts';
import { newSent, ownParams, tokenOf, validBody } from '../../operations/factories.ts';
import { bodySchema } from '../../operations/schema-walk.ts';
import { type Caller, createWorld, liveIds, memberIds, urlOf } from '../../operations/world.ts';
import { madeFor, wronged } from './random-values.ts';

type Headers = Record<string, string>;

/** One call as it will be made. */
export interface Generated {
  readonly id: OperationId;
  readonly url: string;
  readonly body: unknown;
  readonly headers: Headers;
  /** What was done to it, for whoever reads of a failure. */
  readonly how: string;
}

/** Bodies that the factories make by asking the service themselves. */
const MADE_BY_ASKING: ReadonlySet<OperationId> = new Set([
  ...(['confirmarSegundoFator', 'desativarSegundoFator', 'transferirOrganizacao'] as const),
]);

/** What takes a second of processor time each: asked less often than the rest. */
const HEAVY: ReadonlySet<OperationId> = new Set(['reemitirCertificado', 'cadastrar']);

/** Calls that end the session, the account or the organization of whoever makes them: made by somebody who is replaced. */
const spends = (id: OperationId) =>
  operationOf(id).credential === 'session' && !operationOf(id).path.startsWith('/chaves-api');

/** An organization with one of everything, a stranger to it, a reader of it, and somebody who is used up by some calls. */
interface Ground {
  readonly service: Service;
  readonly world: Awaited<ReturnType<typeof createWorld>>;
  readonly us: Caller;
  readonly reader: Credentials;
  /** Parameters with which an operation finds something. */
  readonly things: ReadonlyMap<OperationId, Record<string, string>>;
  readonly tokens: readonly string[];
  spent: Credentials;
}

async function prepare(service: Service): Promise<Ground> {
  const world = await createWorld(service);
  const us: Caller = { credentials: world.ours, environment: 'test' };
  const reader: Credentials = await (world.ours as Account).member('VISUALIZADOR');
  const things = new Map<OperationId, Record<string, string>>();
  for (const id of memberIds) things.set(id, await ownParams(world, us, id));
  const tokens: string[] = [];
  for (let made = 0; made < 3; made += 1) tokens.push(tokenOf(await newSent(world, us)));
  return { service, world, us, reader, things, tokens, spent: await newAccount(service.origin) };
}

function paramsOf({ things, tokens }: Ground, id: OperationId, random: Random): Record<string, string> {
  const { credential, params } = operationOf(id);
  if (credential === 'signer-token') return { token: random.pick([...tokens, 'x', random.uuid()]) };
  const own = random.chance(0.75) ? things.get(id) : undefined;
  if (own) return own;
  const odd = () =>
    random.pick([random.uuid(), random.uuid(), 'x', '0', '..', '%00', 'ç', random.uuid().toUpperCase()]);
  return Object.fromEntries(Object.keys(params?.properties ?? {}).map((name) => [name, encodeURIComponent(odd())]));
}

function queryOf(id: OperationId, random: Random): string {
  const query = operationOf(id).query;
  if (!query) return random.chance(0.05) ? 'x=1' : '';
  const pairs = Object.entries(query.properties).flatMap(([name, schema]): [string, string][] => {
    if (!random.chance(0.3)) return [];
    const good = madeFor(schema as never, random, name);
    return [[name, String(random.chance(0.8) ? good : wronged(good, random))]];
  });
  return new URLSearchParams(random.chance(0.05) ? [...pairs, ['desconhecido', '1']] : pairs).toString();
}

async function dadosOf({ world, us, things }: Ground, id: OperationId, random: Random): Promise<unknown> {
  const schema = bodySchema(operationOf(id));
  if (!schema) return undefined;
  if (random.chance(0.5) || MADE_BY_ASKING.has(id)) return madeFor(schema as never, random);
  const made = await validBody(world, us, id, things.get(id) ?? {});
  return made instanceof FormData ? JSON.parse(String(made.get('dados') ?? '{}')) : made;
}

/** As it travels: JSON, or a form with a file. */
function bodyOf(id: OperationId, random: Random, dados: unknown): unknown {
  const { body } = operationOf(id);
  if (body?.kind !== 'multipart') return dados;
  const file = random.chance(0.85) ? tinyPdf(1 + random.int(2)) : Buffer.from(random.pick(['', '%PDF-1.7', 'GIF89a']));
  if (random.chance(0.3)) {
    const arquivo = random.chance(0.9) ? { base64: Buffer.from(file).toString('base64') } : { url: 'http://10.0.0.1/' };
    return { ...((dados ?? {}) as object), arquivo };
  }
  const form = documentForm(file, (dados ?? {}) as object);
  if (body.dados === undefined) form.delete('dados');
  if (random.chance(0.05)) form.delete('arquivo');
  return form;
}

const oddHeaders = (random: Random): Headers => ({
  ...(random.chance(0.05)
    ? { accept: random.pick(['text/html', '*/*;q=0', 'application/pdf', 'application/json']) }
    : {}),
  ...(random.chance(0.05) ? { 'idempotency-key': random.pick(['a', 'pedido-1', 'x'.repeat(255), random.uuid()]) } : {}),
  ...(random.chance(0.02) ? { 'x-tenant-id': random.uuid() } : {}),
});

function good({ world, spent }: Ground, id: OperationId, random: Random): Headers {
  if (spends(id)) return { ...spent.panel, ...elsewhere() };
  if (operationOf(id).credential === 'api' && random.chance(0.08)) return { ...world.ours.test, ...elsewhere() };
  return { ...world.ours.panel, ...elsewhere() };
}

/** A call of whatever kind: valid, or with something wrong in any part of it. */
async function anyCall(ground: Ground, random: Random): Promise<Generated> {
  const { service, world, reader } = ground;
  const [first, second] = [random.pick(liveIds), random.pick(liveIds)];
  const id = HEAVY.has(first) && random.chance(0.8) ? second : first;
  const dados = await dadosOf(ground, id, random);
  const wrong = dados !== undefined && random.chance(0.5);
  const by = operationOf(id).credential === 'anonymous' ? {} : good(ground, id, random);
  // What ends a session costs a new one each time.
  const who = random.chance(spends(id) ? 0.2 : 0.85)
    ? by
    : random.pick([{}, world.theirs.panel, reader.panel, world.ours.live, { authorization: 'x' }]);
  const environment = random.chance(0.85) ? 'test' : 'live';
  const at = { params: paramsOf(ground, id, random), query: queryOf(id, random) };
  const url = urlOf(service.origin, id, environment, at);
  const body = bodyOf(id, random, wrong ? wronged(dados, random) : dados);
  const headers = { ...who, ...elsewhere(), ...oddHeaders(random) };
  const sent = operationOf(id).method === 'GET' ? undefined : body;
  return { id, url, body: sent, headers, how: wrong ? 'one thing wrong' : 'as the schema has it' };
}

/** Ways to be refused: whether an operation can be, and who asks for it then. */
const fatesOf = ({ world, reader, things }: Ground) =>
  ({
    'without a credential': (id: OperationId) => ({ on: memberIds.includes(id), as: {} }),
    'by a stranger': (id: OperationId) => ({ on: 'documentoId' in (things.get(id) ?? {}), as: world.theirs.panel }),
    'by a reader': (id: OperationId) => {
      const { role, method } = operationOf(id);
      const above = role !== undefined && MEMBER_ROLES.indexOf(role) < MEMBER_ROLES.indexOf('VISUALIZADOR');
      return { on: above && method !== 'GET' && !spends(id), as: reader.panel };
    },
    'without the CSRF token': (id: OperationId) => ({
      on: memberIds.includes(id) && operationOf(id).method !== 'GET',
      as: { cookie: world.ours.panel.cookie },
    }),
    'with a key of the other environment': (id: OperationId) => ({
      on: operationOf(id).credential === 'api',
      as: world.ours.live,
    }),
  }) as const;

/** A call that cannot but be refused, for what it carries or for who makes it. */
async function doomedCall(ground: Ground, random: Random): Promise<Generated> {
  const { service, things } = ground;
  for (;;) {
    const id = random.pick(liveIds);
    const { method } = operationOf(id);
    const dados = await dadosOf(ground, id, random);
    const params = operationOf(id).credential === 'signer-token' ? { token: random.uuid() } : (things.get(id) ?? {});
    const url = urlOf(service.origin, id, 'test', { params });
    const [how, fate] = random.pick(Object.entries(fatesOf(ground)));
    const { on, as } = fate(id);
    const plain = { id, url, headers: { ...as, ...elsewhere() } as Headers, how };
    const body = method === 'GET' ? undefined : bodyOf(id, random, dados);
    if (on) return { ...plain, body };
    if (dados === undefined || typeof dados !== 'object' || method === 'GET') continue;
    const unknown = bodyOf(id, random, { ...dados, campoDesconhecido: random.int(9) });
    const headers = { ...good(ground, id, random), ...elsewhere() };
    if (operationOf(id).credential === 'anonymous')
      return { ...plain, headers: elsewhere(), body: unknown, how: 'unknown field' };
    return { ...plain, headers, body: unknown, how: 'with a field nobody knows' };
  }
}

/** Makes calls; who was spent by one enters again, or is replaced. */
function caller(ground: Ground): (made: Generated) => Promise<Answer> {
  const { origin } = ground.service;
  let replacing: Promise<void> | null = null;
  return async ({ id, url, body, headers }) => {
    const answer = await call(url, operationOf(id).method, body, headers);
    const ended = answer.body?.codigo === 'CREDENCIAL_INVALIDA' || answer.status === 204;
    const { spent } = ground;
    if (headers.cookie === spent.panel.cookie && ended) {
      replacing ??= login(origin, spent.email, spent.senha)
        .then((panel) => ({ ...spent, panel }))
        .catch(() => newAccount(origin))
        .then((next) => {
          ground.spent = next;
          replacing = null;
        });
      await replacing;
    }
    return answer;
  };
}

/** Calls to make to such a ground, and the way to make them. */
export async function openGeneratedWorld(service: Service) {
  const ground = await prepare(service);
  return {
    anyCall: (random: Random) => anyCall(ground, random),
    doomedCall: (random: Random) => doomedCall(ground, random),
    make: caller(ground),
  };
}

/** What changes by itself, or is written of a refusal on purpose: measures, records of calls, last uses, guesses. */
const MOVING: ReadonlySet<string> = new Set([
  ...[
    'registro_chamada',
    'evento_seguranca',
    'medicao',
    'consumo_mensal',
    'consumo_variacao',
    'tentativa_senha',
    'palpite',
  ],
  ...[
    'documento_contagem',
    'documento_variacao',
    'expurgo',
    'instalacao',
    'chave_api',
    'sessao',
    'membro',
    'tentativa_entrega',
  ],
  ...['entrega_webhook', 'link_exibido', 'migracao'],
]);

/** What the service holds, a line for each table and for the files, to be compared with what it holds later. */
export async function holdings({ owner, app }: Service): Promise<Record<string, string>> {
  const tables = await owner<{ name: string }[]>`
    select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') order by 1`;
  const held: Record<string, string> = {};
  for (const { name } of tables.filter((table) => !MOVING.has(table.name))) {
    const [row] = await owner<{ total: number; hash: string | null }[]>`
      select count(*) as total, md5(string_agg(t::text, '|' order by t::text)) as hash from ${owner(name)} t`;
    held[name] = `${row?.total} ${row?.hash}`;
  }
  const files = await readdir(app.config.dataDir, { recursive: true, withFileTypes: true });
  const pdfs = files.filter(
    (file) => file.isFile() && /\/(files|uploads)(\/|$)/.test(file.parentPath.replaceAll('\\', '/')),
  );
  held.files = String(pdfs.length);
  return held;
}
