import { connect } from 'node:net';
import { ADDRESS_REQUESTS_PER_MINUTE } from '@rubrica/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { type Account, type Answer, call, elsewhere, newAccount } from '../../harness.ts';
import { about, newSender, person, sent, sharedService, signer, tokenOf } from '../../modules/support.ts';

/** Every answer tells the limit that applied to it: the key's, the session's, the link's or the address's. */

const service = sharedService();
let account: Account;
let v1: string;
beforeAll(async () => {
  account = await newAccount(service().origin);
  v1 = `${service().origin}/v1`;
});
// What is left of a limit is told of one minute, however long the calls take here.
beforeEach(() => service().clock.slow());

const told = ({ headers }: Pick<Answer, 'headers'>) =>
  ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));
const ask = (path: string, method = 'GET', body?: unknown, headers: Record<string, string> = elsewhere()) =>
  call(service().origin + path, method, body, headers);

describe('an answer to nobody in particular', () => {
  const asked: [status: number, method: string, path: string, body?: unknown][] = [
    [200, 'GET', '/v1/openapi.json'],
    [200, 'GET', '/v1/sandbox/openapi.yaml'],
    [401, 'GET', '/v1/documentos'],
    [401, 'POST', '/v1/documentos', {}],
    [401, 'GET', '/v1/documentos?chave=svc_live_abcdefgh.xxxxxxxxxxxxxxxxxxxxxxxx'],
    [404, 'GET', '/v1/downloads/nenhum'],
    [404, 'GET', '/v1/nada'],
    [404, 'PUT', '/v1/documentos'],
    [404, 'OPTIONS', '/v1/documentos'],
    [404, 'GET', '/v1/%zz'],
    [400, 'POST', '/api/v1/contatos', {}],
    [400, 'POST', '/api/v1/validacao/consultar', {}],
    [400, 'POST', '/api/v1/validacao/consultar', '{'],
    [200, 'GET', '/'],
    [200, 'GET', '/docs'],
    [200, 'GET', '/docs/contrato-exemplo.pdf'],
    [200, 'GET', '/painel'],
    [200, 'GET', '/.well-known/rubrica/selos.json'],
    [200, 'GET', '/healthz'],
    [200, 'GET', '/readyz'],
  ];

  it.each(asked)('%i %s %s tells the limit of its address', async (status, method, path, body) => {
    const address = elsewhere();
    const limit = String(ADDRESS_REQUESTS_PER_MINUTE);
    for (const before of [1, 2]) {
      const answer = await ask(path, method, body, address);
      expect([answer.status, ...told(answer).slice(0, 2)]).toEqual([
        status,
        limit,
        String(ADDRESS_REQUESTS_PER_MINUTE - before),
      ]);
      expect(Number(told(answer)[2])).toBeGreaterThan(service().clock.now().getTime() / 1000 - 1);
    }
  });

  it('tells it where it is not even HTTP', async () => {
    const text = await new Promise<string>((done, fail) => {
      const socket = connect(Number(new URL(service().origin).port), '127.0.0.1');
      let read = '';
      socket.on('data', (chunk) => (read += chunk)).on('close', () => done(read));
      socket.on('error', fail).write('nothing of the kind\r\n\r\n');
    });
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    for (const name of ['limit', 'remaining', 'reset'])
      expect(text).toMatch(new RegExp(`\r\nx-ratelimit-${name}: \\d+\r\n`));
  });

  it('comes so often in a minute to one address, and then says when to come back', async () => {
    const address = elsewhere();
    const many = (count: number) =>
      Promise.all(Array.from({ length: count }, () => fetch(`${v1}/nada`, { headers: address })));
    for (let made = 0; made < ADDRESS_REQUESTS_PER_MINUTE; made += 500) {
      const answers = await many(500);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
      await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    }
    for (const path of ['/v1/nada', '/v1/documentos', '/v1/openapi.json', '/painel']) {
      const refused = await ask(path, 'GET', undefined, address);
      expect([path, refused.status, refused.body.codigo, told(refused)[1]]).toEqual([
        path,
        429,
        'LIMITE_EXCEDIDO',
        '0',
      ]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    // Neither a caller that is known nor a probe is kept out by what others at its address do.
    expect((await ask('/v1/organizacao', 'GET', undefined, { ...address, ...account.live })).status).toBe(200);
    expect((await ask('/healthz', 'GET', undefined, address)).status).toBe(200);
    expect((await ask('/v1/nada')).status).toBe(404);
  });
});

describe('an answer with a limit of its own', () => {
  it('tells that of the session routes, also to who is refused', async () => {
    const address = elsewhere();
    const refused = await ask('/v1/sessoes', 'GET', undefined, address);
    const entering = await ask('/v1/sessoes', 'POST', { email: 'a@b.co', senha: 'x' }, address);
    expect([refused, entering].map((one) => [one.status, ...told(one).slice(0, 2)])).toEqual([
      [401, '10', '9'],
      [401, '10', '8'],
    ]);
  });

  it('tells that of public validation and of the contact form', async () => {
    const address = elsewhere();
    const consult = () => ask('/api/v1/validacao/consultar', 'POST', { codigo: 'SVC-0000-0000-0000' }, address);
    for (let left = 9; left >= 0; left -= 1) expect(told(await consult()).slice(0, 2)).toEqual(['10', String(left)]);
    const refused = await consult();
    expect([refused.status, ...told(refused).slice(0, 2)]).toEqual([429, '10', '0']);

    const write = (n: number) =>
      ask('/api/v1/contatos', 'POST', { nome: 'Ana', email: 'ana@exemplo.com.br', mensagem: `Olá, ${n}` }, address);
    for (let left = 4; left >= 0; left -= 1) expect(told(await write(left)).slice(0, 2)).toEqual(['5', String(left)]);
    const sixth = await write(9);
    expect([sixth.status, ...told(sixth).slice(0, 2)]).toEqual([429, '5', '0']);
  });

  it('tells that of the key with a file, of the session with none, and of the link', async () => {
    const sender = await newSender(service());
    const documento = await sent(sender, { signatarios: [person()] }, tinyPdf());
    const file = await about(sender, documento.id, '/arquivo?tipo=ORIGINAL');
    expect([file.headers.get('content-type'), told(file)[0]]).toEqual(['application/pdf', '600']);
    const opened = await signer(sender.base, tokenOf(documento.signatarios[0])).open();
    expect(told(opened)[0]).toBe('600');
    const dead = await signer(sender.base, 'x'.repeat(43)).open();
    expect([dead.status, told(dead)[0]]).toEqual([404, '600']);
    const { url } = (
      await call(`${sender.base}/documentos/${documento.id}/arquivo?tipo=ORIGINAL`, 'GET', undefined, {
        ...sender.as,
        accept: 'application/json',
      })
    ).body;
    const downloaded = await call(url, 'GET', undefined, elsewhere());
    expect([downloaded.status, told(downloaded)[0]]).toEqual([200, String(ADDRESS_REQUESTS_PER_MINUTE)]);
  });
});
