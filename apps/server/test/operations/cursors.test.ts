import { randomUUID } from 'node:crypto';
import { CURSOR_TTL_MS, type OperationId, operationIds, operationOf } from '@rubrica/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, call, elsewhere, login, newAccount, newKey, until } from '../harness.ts';
import { granted, newClient } from '../modules/oauth/support.ts';
import {
  about,
  documentForm,
  draft,
  field,
  ownService,
  person,
  type Sender,
  sent,
  tinyPdf,
} from '../modules/support.ts';
import { answer, startReceiver } from '../modules/webhooks/receiver.ts';
import { page, walk } from './listings.ts';

/** Every listing, walked three items a page, and its cursors: whose they are, what for, and for how long. */

const ITEMS = 7;
const service = ownService();
let account: Account;
let other: Account;
let sandbox: Sender;
let production: Sender;

interface Listing {
  readonly id: OperationId;
  /** Makes items until there are at least so many, and tells the address. */
  readonly make: () => Promise<string>;
  /** The address of the same listing for another organization, where that is the same. */
  readonly key?: string;
  /** How many there are, where that is not what was made. */
  readonly atLeast?: number;
  /** Another filter of the same listing. */
  readonly otherFilter?: string;
}

const times = async (make: (n: number) => Promise<unknown>) => {
  for (let n = 1; n <= ITEMS; n += 1) await make(n);
};
const post = async (path: string, body: unknown, by: Sender = sandbox) => {
  const made = await call(`${by.base}${path}`, 'POST', body, { ...by.as, ...elsewhere() });
  expect([made.status < 300, made.body?.erros]).toEqual([true, undefined]);
  return made.body;
};
const listing = (path: string, by: Sender = sandbox) => `${by.base}${path}`;

const LISTINGS: readonly Listing[] = [
  {
    id: 'listarDocumentos',
    otherFilter: 'status=RASCUNHO',
    make: async () => {
      await times(() => draft(sandbox));
      return listing('/documentos');
    },
  },
  {
    id: 'listarPastas',
    make: async () => {
      await times((n) => post('/pastas', { nome: `Pasta ${n}` }));
      return listing('/pastas');
    },
  },
  {
    id: 'listarClientes',
    otherFilter: 'busca=pessoa',
    make: async () => {
      await times((n) => post('/clientes', { nome: `Pessoa ${n}` }));
      return listing('/clientes');
    },
  },
  {
    id: 'listarModelos',
    make: async () => {
      await times((n) => {
        const form = new FormData();
        form.set('arquivo', new Blob([tinyPdf()], { type: 'application/pdf' }), 'modelo.pdf');
        form.set('dados', JSON.stringify({ nome: `Modelo ${n}`, papeis: [{ rotulo: 'Cliente', funcao: 'ASSINAR' }] }));
        return post('/modelos', form);
      });
      return listing('/modelos');
    },
  },
  {
    id: 'listarEventos',
    key: 'eventoId',
    otherFilter: 'tipo=document.sent',
    make: async () => {
      await times(() => draft(sandbox));
      return listing('/eventos?tipo=document.created');
    },
  },
  {
    id: 'listarLinksDeModelo',
    make: async () => {
      const papelId = randomUUID();
      const papeis = [{ id: papelId, rotulo: 'Cliente', funcao: 'ASSINAR' }];
      const form = documentForm(tinyPdf(), { nome: 'Modelo', papeis, campos: [{ ...field(), papelId }] });
      const { id } = await post('/modelos', form);
      await times((n) => post(`/modelos/${id}/links`, { titulo: `Adesão ${n}`, papelId }));
      return listing(`/modelos/${id}/links`);
    },
  },
  { id: 'listarModelosEmail', atLeast: 2, make: async () => listing('/modelos-email') },
  {
    id: 'listarEnvelopes',
    make: async () => {
      await times((n) => post('/envelopes', { titulo: `Conjunto ${n}` }));
      return listing('/envelopes');
    },
  },
  {
    id: 'listarWebhooks',
    make: async () => {
      await times((n) => post('/webhooks', { url: `http://127.0.0.1:9/${n}`, eventos: ['document.viewed'] }));
      return listing('/webhooks');
    },
  },
  {
    id: 'listarEntregas',
    make: async () => {
      const receiver = await startReceiver(answer(200));
      const { id } = await post('/webhooks', { url: receiver.url, eventos: ['document.created'] });
      await times(() => draft(sandbox));
      const path = listing(`/webhooks/${id}/entregas`);
      await until(async () => {
        const { body } = await call(path, 'GET', undefined, sandbox.as);
        return body.total === ITEMS && body.itens.every(({ status }: { status: string }) => status === 'ENTREGUE');
      });
      await receiver.close();
      return path;
    },
  },
  {
    id: 'listarChavesApi',
    make: async () => {
      await times(() => newKey(service().origin, account.panel, 'TESTE'));
      return listing('/chaves-api', production);
    },
  },
  {
    id: 'listarMembros',
    make: async () => {
      await times((n) => post('/organizacao/membros', { email: `convidada${n}@exemplo.com.br`, papel: 'OPERADOR' }));
      return listing('/organizacao/membros');
    },
  },
  {
    id: 'listarOrganizacoes',
    make: async () => {
      // A person joins another's organization by an invitation; seven of them are no subject here.
      await service().owner`
        with nova as (
          insert into organizacao (id, nome, documento, criada_em)
          select gen_random_uuid(), 'Organização ' || n, '11222333000181', ${service().clock.now()}
            from generate_series(1, ${ITEMS}) n
          returning id)
        insert into membro (id, organizacao_id, usuario_id, nome, email, papel, criado_em)
        select gen_random_uuid(), nova.id, u.id, u.nome, u.email, 'OPERADOR', now()
          from usuario u, nova where u.email = ${account.email}`;
      return listing('/organizacoes', production);
    },
  },
  {
    id: 'listarSessoes',
    make: async () => {
      await times(() => login(service().origin, account.email, account.senha));
      return listing('/sessoes', production);
    },
  },
  {
    id: 'listarExtrato',
    otherFilter: 'tipo=ENVELOPE_ENVIADO',
    make: async () => {
      await times(() => draft(production));
      return listing('/consumo/extrato?tipo=DOCUMENTO_ENVIADO', production);
    },
  },
  {
    id: 'listarChamadas',
    key: 'requestId',
    otherFilter: 'somenteErros=true',
    make: async () => {
      await times(() => call(listing('/organizacao'), 'GET', undefined, sandbox.as));
      // What is called while the listing is walked comes after this instant.
      return listing(`/chamadas?ate=${new Date(service().clock.now().getTime() + 1).toISOString()}`);
    },
  },
  {
    id: 'listarFaturas',
    make: async () => {
      const organizacao = (await call(listing('/organizacao'), 'GET', undefined, sandbox.as)).body;
      await service().owner`
        insert into fatura (id, organizacao_id, mes, numero, itens, total_centavos, emitida_em, vence_em)
        select gen_random_uuid(), ${organizacao.id}, make_date(2020, n, 1), 'teste-' || n, '[]', n, now(), now()
          from generate_series(1, ${ITEMS}) n`;
      return listing('/faturas', production);
    },
  },
  {
    id: 'listarCaixa',
    make: async () => {
      const people = Array.from({ length: ITEMS }, () => person({ metodoEntrega: 'EMAIL' }));
      await sent(sandbox, { signatarios: people, campos: [field({ tipo: 'NOME' }), field(ownerOf(people))] });
      await until(async () => (await call(listing('/caixa'), 'GET', undefined, sandbox.as)).body.total >= ITEMS);
      return listing('/caixa');
    },
  },
  {
    id: 'listarSolicitacoesLgpd',
    make: async () => {
      await times((n) => {
        const titular = { nome: `Titular ${n}`, email: `titular${n}@exemplo.com.br` };
        return post('/lgpd/solicitacoes', { tipo: 'CORRECAO', titular });
      });
      return listing('/lgpd/solicitacoes');
    },
  },
  {
    id: 'listarAuditoria',
    make: async () => {
      const { id } = await draft(sandbox);
      await times((n) => call(listing(`/documentos/${id}`), 'PATCH', { titulo: `Título ${n}` }, sandbox.as));
      return listing(`/documentos/${id}/auditoria`);
    },
  },
  {
    id: 'listarSignatarios',
    make: async () => {
      const { id } = await draft(sandbox, { signatarios: Array.from({ length: ITEMS }, () => person()) });
      return listing(`/documentos/${id}/signatarios`);
    },
  },
  {
    id: 'listarCampos',
    make: async () => {
      const campos = Array.from({ length: ITEMS }, (_, n) => field({ y: 0.1 * n }));
      const { id } = await draft(sandbox, { signatarios: [person()], campos });
      return listing(`/documentos/${id}/campos`);
    },
  },
  {
    id: 'listarVersoes',
    key: 'numero',
    make: async () => {
      const { id } = await draft(sandbox);
      await times(async (n) => {
        const form = new FormData();
        form.set('arquivo', new Blob([tinyPdf(n)], { type: 'application/pdf' }), 'versao.pdf');
        expect((await about(sandbox, id, '/versoes', 'POST', form)).status).toBe(201);
      });
      return listing(`/documentos/${id}/versoes`);
    },
  },
  {
    id: 'listarConcessoesOAuth',
    make: async () => {
      const client = await newClient(service());
      await times(() => granted(service(), client, account));
      return listing('/oauth/concessoes');
    },
  },
];

/** A signature field needs an owner where there are several signers. */
function ownerOf(people: ({ id?: string } & object)[]): { signatarioId: string } {
  const id = crypto.randomUUID();
  Object.assign(people[0] ?? {}, { id });
  return { signatarioId: id };
}

const urls = new Map<OperationId, string>();
const urlOf = (id: OperationId) => urls.get(id) as string;
/** The panel's session, at an address of its own for each call: some listings are counted by it. */
const asOwner = () => ({ ...account.panel, ...elsewhere() });
const asOther = () => ({ ...other.panel, ...elsewhere() });
const first = (id: OperationId, as = asOwner()) => page(urlOf(id), as, 1);

beforeAll(async () => {
  account = await newAccount(service().origin);
  other = await newAccount(service().origin);
  const origin = service().origin;
  production = { service: service(), base: `${origin}/v1`, as: account.panel };
  sandbox = { ...production, base: `${origin}/v1/sandbox` };
  for (const { id, make } of LISTINGS) urls.set(id, await make());
  await settled();
});

/** Until nothing that was done adds to a listing any more: events are published, delivered and mailed after the answer. */
const settled = () =>
  until(async () => {
    const [row] = await service().owner<{ left: number }[]>`
      select (select count(*) from fila.job
               where state in ('created', 'active') and name not like 'entregar-%' and start_after < now())
           + (select count(*) from evento_saida where posicao is null) as left`;
    return row?.left === 0;
  });

it('every listing of the contract is tested here', () => {
  const paged = operationIds.filter((id) => 'cursor' in (operationOf(id).query?.properties ?? {}));
  expect(LISTINGS.map(({ id }) => id).sort()).toEqual([...paged].sort());
});

describe.each(LISTINGS)('$id', ({ id, key, atLeast = ITEMS, otherFilter }) => {
  it('walked by its cursors shows each item once and the exact total, and ends by null', async () => {
    const options = { limite: 3, ...(key ? { key } : {}) };
    const { seen, totals } = await walk(urlOf(id), { as: asOwner(), ...options });
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThanOrEqual(atLeast);
    expect(new Set(totals)).toEqual(new Set([seen.length]));
    const whole = await page(urlOf(id), asOwner(), 100);
    expect(whole.body.itens.map((item: Record<string, unknown>) => String(item[key ?? 'id']))).toEqual(seen);
    expect(whole.body.proximoCursor).toBe(null);
  });

  it('refuses a cursor that was made up, changed, or is of another listing, filter or organization', async () => {
    const { proximoCursor } = (await first(id)).body;
    expect(typeof proximoCursor).toBe('string');
    const neighbour = LISTINGS[(LISTINGS.findIndex((one) => one.id === id) + 1) % LISTINGS.length] as Listing;
    const changed = `${proximoCursor.slice(0, -2)}${proximoCursor.endsWith('AA') ? 'BB' : 'AA'}`;
    const tried = {
      'made up': await page(urlOf(id), asOwner(), 1, 'x'.repeat(40)),
      empty: await page(urlOf(id), asOwner(), 1, ''),
      changed: await page(urlOf(id), asOwner(), 1, changed),
      'of another listing': await page(urlOf(id), asOwner(), 1, (await first(neighbour.id)).body.proximoCursor),
    };
    const refused = Object.entries(tried).map(([name, { status, body }]) => [name, status, body.erros?.[0]?.campo]);
    expect(refused).toEqual(Object.keys(tried).map((name) => [name, 400, 'query.cursor']));
    if (otherFilter !== undefined) {
      const [bare] = urlOf(id).split('?');
      const { status } = await page(`${bare}?${otherFilter}`, asOwner(), 1, proximoCursor);
      expect(status).toBe(400);
    }
    // Inside a resource the other organization is told that there is no such resource.
    const inside = operationOf(id).params !== undefined;
    expect((await page(urlOf(id), asOther(), 1, proximoCursor)).status).toBe(inside ? 404 : 400);
  });
});

describe('24 hours later', () => {
  const cursors = new Map<OperationId, string>();
  const used = () =>
    Promise.all(
      LISTINGS.map(async ({ id }) => {
        const { status, body } = await page(urlOf(id), asOwner(), 1, cursors.get(id) ?? '');
        return [id, status, body.codigo ?? null];
      }),
    );
  /** A session that rests for eight hours is over. */
  const anew = async (one: Account) => ({ ...one, panel: await login(service().origin, one.email, one.senha) });
  async function advance(ms: number): Promise<void> {
    service().clock.advance(ms);
    [account, other] = [await anew(account), await anew(other)];
  }
  // So are those that are listed.
  afterAll(() => LISTINGS.find(({ id }) => id === 'listarSessoes')?.make());

  it('a cursor is good until its last minute, and then asks for the listing anew', async () => {
    for (const { id } of LISTINGS) cursors.set(id, (await first(id)).body.proximoCursor);
    await advance(CURSOR_TTL_MS - 60_000);
    expect(await used()).toEqual(LISTINGS.map(({ id }) => [id, 200, null]));
    await advance(61_000);
    expect(await used()).toEqual(LISTINGS.map(({ id }) => [id, 422, 'ENTRADA_INVALIDA']));
  });
});
