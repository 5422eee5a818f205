import { randomUUID } from 'node:crypto';
import { CALLS_KEPT_MAX, type Chamada } from '@rubrica/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Account, call, newAccount, newKey, until } from '../../harness.ts';
import { draft, field, newSender, ownService, person, sent, signer, tokenOf } from '../support.ts';

/** What an organization can look up of its own recent calls, and what it cannot. */

const service = ownService();
const base = (environment: 'live' | 'test' = 'test') =>
  `${service().origin}/v1${environment === 'test' ? '/sandbox' : ''}`;

/** Asked by the session, which may call ten times as often as a key. */
async function listed(account: Account, query = '', environment: 'live' | 'test' = 'test', limite = 100) {
  const { status, body } = await call(
    `${base(environment)}/chamadas?limite=${limite}&${query}`,
    'GET',
    undefined,
    account.panel,
  );
  expect([status, body.erros]).toEqual([200, undefined]);
  return body as { itens: Chamada[]; total: number };
}
const newPlace = async () => {
  // Session routes are counted by address and minute.
  service().clock.advance(60_000);
  return newAccount(service().origin);
};
const idOf = ({ headers }: { headers: Headers }) => headers.get('x-request-id');

describe('a call by key', () => {
  let account: Account;
  beforeAll(async () => {
    account = await newPlace();
  });

  it('is told with its route as the contract writes it, its answer and who made it', async () => {
    const { id, authorization } = await newKey(service().origin, account.panel, 'TESTE');
    const documentoId = randomUUID();
    const headers = { authorization, 'x-forwarded-for': '203.0.113.77' };
    const before = service().clock.now().getTime();
    const answer = await call(`${base()}/documentos/${documentoId}`, 'GET', undefined, headers);
    const after = service().clock.now().getTime();
    const { itens, total } = await listed(account, `requestId=${idOf(answer)}`);
    expect([total, itens.length]).toEqual([1, 1]);
    const [item] = itens as [Chamada];
    expect(item).toEqual({
      requestId: answer.body.requestId,
      ocorridoEm: expect.any(String),
      metodo: 'GET',
      rota: '/documentos/{documentoId}',
      operacao: 'obterDocumento',
      status: 404,
      codigo: 'NAO_ENCONTRADO',
      duracaoMs: expect.any(Number),
      tipoAtor: 'CHAVE_API',
      ator: `testes (${authorization.slice('Bearer '.length).split('.')[0]})`,
      credencialId: id,
      ip: '203.0.113.77',
    });
    expect(Date.parse(item.ocorridoEm)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(item.ocorridoEm)).toBeLessThanOrEqual(after);
  });

  it('is told whichever step refused it', async () => {
    const { authorization } = await newKey(service().origin, account.panel, 'TESTE', ['organizacao:ler']);
    const as = { authorization };
    const wanted = [
      [await call(`${base()}/documentos`, 'GET', undefined, as), 'ESCOPO_INSUFICIENTE'],
      [await call(`${base()}/pastas?limite=0`, 'GET', undefined, account.test), 'ENTRADA_INVALIDA'],
      [await call(`${base()}/pastas`, 'POST', '{', account.test), 'ENTRADA_INVALIDA'],
      [await call(`${base()}/pastas`, 'POST', { nome: 'Contratos' }, account.test), null],
      [
        await call(`${base()}/pastas`, 'POST', 'nome=x', { ...account.test, 'content-type': 'text/csv' }),
        'ENTRADA_INVALIDA',
      ],
    ] as const;
    const { itens } = await listed(account);
    const codes = new Map(itens.map(({ requestId, codigo, status }) => [requestId, [codigo, status]]));
    for (const [answer, codigo] of wanted) expect(codes.get(idOf(answer) ?? '')).toEqual([codigo, answer.status]);
  });
});

describe('a call by session', () => {
  it('is told by the name of the person, without a credential', async () => {
    const account = await newPlace();
    const answer = await call(`${base()}/pastas`, 'GET', undefined, account.panel);
    const [item] = (await listed(account, `requestId=${idOf(answer)}`)).itens;
    expect(item).toMatchObject({ tipoAtor: 'USUARIO', ator: 'Ana Lima', credencialId: null, operacao: 'listarPastas' });
  });
});

describe('the filters', () => {
  it('narrow by time, result and kind of caller, and the total with them', async () => {
    const account = await newPlace();
    const get = (path: string, as: Record<string, string>) => call(`${base()}${path}`, 'GET', undefined, as);
    const early = await get('/organizacao', account.test);
    service().clock.advance(30_000);
    const since = service().clock.now().toISOString();
    service().clock.advance(30_000);
    const refused = await get(`/documentos/${randomUUID()}`, account.test);
    const seen = await get('/pastas', account.panel);
    const of = async (query: string) => {
      const { itens, total } = await listed(account, query);
      expect(total).toBe(itens.length);
      return itens.map(({ requestId }) => requestId);
    };
    expect(await of('')).toEqual([seen, refused, early].map(idOf));
    expect(await of(`desde=${since}`)).toEqual([seen, refused].map(idOf));
    expect(await of(`ate=${since}`)).toEqual([early].map(idOf));
    expect(await of('somenteErros=true')).toEqual([refused].map(idOf));
    expect(await of('classe=RECUSA')).toEqual([refused].map(idOf));
    expect(await of('classe=FALHA')).toEqual([]);
    expect(await of('classe=SUCESSO&tipoAtor=CHAVE_API')).toEqual([early].map(idOf));
    expect(await of('tipoAtor=USUARIO')).toEqual([seen].map(idOf));
    expect(await of(`requestId=${idOf(refused)}&tipoAtor=USUARIO`)).toEqual([]);
  });

  it('name what they do not take', async () => {
    const account = await newPlace();
    const query = 'desde=ontem&requestId=7&somenteErros=talvez&classe=5xx';
    const { status, body } = await call(`${base()}/chamadas?${query}`, 'GET', undefined, account.panel);
    expect([status, body.erros.map(({ campo }: { campo: string }) => campo).sort()]).toEqual([
      400,
      ['query.classe', 'query.desde', 'query.requestId', 'query.somenteErros'],
    ]);
  });
});

describe('nothing is kept', () => {
  it('of who proved nothing, of signers, of an own account, or of looking at the calls', async () => {
    const sender = await newSender(service());
    const { signatarios } = await sent(sender, { signatarios: [person()], campos: [field()] });
    const one = signer(sender.base, tokenOf(signatarios[0]));
    const answers = [
      await one.open(),
      await one.otp('EMAIL'),
      await call(`${sender.base}/organizacao`),
      await call(`${sender.base}/organizacao`, 'GET', undefined, {
        authorization: 'Bearer svc_test_AAAAAAAA.xxxxxxxxxxxxxxxxxxxxxxxx',
      }),
      await call(`${service().origin}/v1/sessoes`, 'GET', undefined, sender.as),
      await call(`${sender.base}/chamadas`, 'GET', undefined, sender.as),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 401, 200, 200]);
    const ids = answers.map((answer) => idOf(answer) ?? '');
    await call(`${sender.base}/chamadas`, 'GET', undefined, sender.as);
    const kept = await service().owner`select from registro_chamada where requisicao_id in ${service().owner(ids)}`;
    expect(kept.length).toBe(0);
  });

  it('of a path, query, body, header or credential', async () => {
    const account = await newPlace();
    const sender = { service: service(), base: base(), as: account.test };
    const { id } = await draft(sender, { titulo: 'Segredo-do-corpo', signatarios: [person()], campos: [field()] });
    const marked = { ...account.test, 'user-agent': 'Segredo-do-agente', 'idempotency-key': 'Segredo-da-chave' };
    await call(`${base()}/documentos/${id}?busca=Segredo-da-consulta`, 'GET', undefined, marked);
    await call(`${base()}/documentos/${id}/enviar`, 'POST', undefined, marked);
    const link = await call(`${base()}/documentos/${id}/arquivo?tipo=ORIGINAL`, 'GET', undefined, {
      ...account.test,
      accept: 'application/json',
    });
    await call(link.body.url, 'GET', undefined, account.test);
    const { total } = await listed(account);
    expect(total).toBeGreaterThanOrEqual(4);
    const rows = await service().owner`select to_jsonb(r)::text as linha from registro_chamada r`;
    const text = rows.map(({ linha }) => linha).join('\n');
    const token = String(link.body.url).split('/').pop() ?? '';
    const [, secret = ''] = account.test.authorization.split('.');
    for (const hidden of ['Segredo', id, token, secret])
      expect([hidden, text.includes(hidden)]).toEqual([hidden, false]);
  });
});

describe('what belongs to others', () => {
  it('is neither listed nor found by its request id: another organization, or the other environment', async () => {
    const [account, other] = [await newPlace(), await newPlace()];
    const ours = await call(`${base()}/organizacao`, 'GET', undefined, account.test);
    const live = await call(`${base('live')}/organizacao`, 'GET', undefined, account.live);
    const found = async (who: Account, answer: typeof ours, environment: 'live' | 'test') =>
      (await listed(who, `requestId=${idOf(answer)}`, environment)).total;
    expect([await found(account, ours, 'test'), await found(account, live, 'live')]).toEqual([1, 1]);
    expect([await found(account, ours, 'live'), await found(account, live, 'test')]).toEqual([0, 0]);
    expect([await found(other, ours, 'test'), await found(other, live, 'live')]).toEqual([0, 0]);
    expect((await listed(other)).total).toBe(0);
  });
});

describe('a key that goes beyond its limit', () => {
  it('leaves one refusal a second, so that it hides nothing else', async () => {
    const account = await newPlace();
    const get = () => call(`${base()}/organizacao`, 'GET', undefined, account.test);
    const answers = [];
    const begun = performance.now();
    for (let round = 0; round < 9; round += 1) answers.push(...(await Promise.all(Array.from({ length: 20 }, get))));
    const seconds = (performance.now() - begun) / 1000;
    const taken = answers.filter(({ status }) => status === 200).length;
    const refused = answers.filter(({ status }) => status === 429).length;
    expect(taken + refused).toBe(answers.length);
    const of = async (query: string) => (await listed(account, `tipoAtor=CHAVE_API&${query}`, 'test', 1)).total;
    const kept = await of('somenteErros=true');
    expect(kept).toBeGreaterThanOrEqual(1);
    // One in every second of the clock that they touched.
    expect(kept).toBeLessThanOrEqual(Math.floor(seconds) + 2);
    expect(await of('classe=SUCESSO')).toBe(taken);
    const metrics = await (await fetch(`${service().origin}/metrics`)).text();
    const left = Number(/^rubrica_calls_not_recorded_total (\d+)$/m.exec(metrics)?.[1]);
    expect(left).toBeGreaterThanOrEqual(refused - kept);
  });
});

describe('a database that does not write', () => {
  it('holds up no call, and has every call once it writes again', async () => {
    const account = await newPlace();
    const { owner } = service();
    const answers: { headers: Headers }[] = [];
    // The table is let go once all were answered: none of them waits for it.
    await owner.begin(async (tx) => {
      await tx`lock table registro_chamada in access exclusive mode`;
      for (let n = 0; n < 20; n += 1) answers.push(await call(`${base()}/organizacao`, 'GET', undefined, account.test));
    });
    const kept = await until(async () => {
      const { itens } = await listed(account, 'tipoAtor=CHAVE_API');
      return itens.length === 20 && itens;
    });
    expect(kept.map(({ requestId }) => requestId)).toEqual(answers.map(idOf).reverse());
  });
});

describe('by itself', () => {
  const organization = async (account: Account) =>
    (await call(`${base()}/organizacao`, 'GET', undefined, account.test)).body.id as string;
  /** Calls as the service would have written them, one a millisecond, the last one now. */
  const insert = async (organizacaoId: string, ambiente: string, count: number, ageMs = 0) => {
    const last = new Date(service().clock.now().getTime() - ageMs);
    await service().owner`
      insert into registro_chamada (organizacao_id, ambiente, ocorrido_em, requisicao_id, operacao, metodo, rota, status,
                                    duracao_ms, tipo_ator, ator, ip)
      select ${organizacaoId}, ${ambiente}, ${last}::timestamptz - n * interval '1 ms', gen_random_uuid(),
             'obterOrganizacao', 'GET', '/organizacao', 200, 1, 'USUARIO', 'Ana Lima', '203.0.113.1'
        from generate_series(0, ${count - 1}) n`;
  };
  const count = async (organizacaoId: string, ambiente: string) => {
    const [row] = await service().owner<{ total: number }[]>`
      select count(*) as total from registro_chamada
       where organizacao_id = ${organizacaoId} and ambiente = ${ambiente}`;
    return row?.total ?? 0;
  };

  it('the oldest beyond a hundred thousand go, of that organization alone, whichever environment they are of', async () => {
    const [account, other] = [await newPlace(), await newPlace()];
    const [id, foreign] = [await organization(account), await organization(other)];
    const own = async () => [await count(id, 'PRODUCAO'), await count(id, 'TESTE')] as const;
    await insert(foreign, 'TESTE', 50, 3600_000);
    // Older than any other, and newer than the oldest of the sandbox.
    await insert(id, 'PRODUCAO', 50, 3600_000);
    await insert(id, 'PRODUCAO', 50, 1000);
    await insert(id, 'TESTE', CALLS_KEPT_MAX + 500);
    const [newest] = (await listed(account, '', 'test', 1)).itens;
    await until(async () => (await own()).reduce((sum, one) => sum + one) === CALLS_KEPT_MAX);
    expect((await listed(account, '', 'test', 1)).itens[0]).toEqual(newest);
    const [production] = await own();
    expect(production).toBeGreaterThanOrEqual(50);
    expect(production).toBeLessThan(100);
    expect(await count(foreign, 'TESTE')).toBe(51);
  });
});
