import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import {
  type Account,
  type Answer,
  call,
  documentForm,
  newAccount,
  type Service,
  startService,
} from '../../harness.ts';
import { callApi, granted, newClient } from '../../modules/oauth/support.ts';

/** What an integrator gets wrong first is answered with what to do about it. */

let service: Service;
let account: Account;
beforeAll(async () => {
  service = await startService();
  account = await newAccount(service.origin);
});
afterAll(() => service?.stop());

const told = ({ status, body }: Answer) => [status, body.codigo, body.regra, body.valores];
const at = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  call(`${service.origin}${path}`, method, undefined, headers);

describe('a credential of the other environment', () => {
  const root = (path: string) => ({ raiz: `${service.origin}${path}` });

  it('is told its root: a test key on the root of production', async () => {
    const answer = await at('/v1/documentos', account.test);
    expect(told(answer)).toEqual([401, 'CREDENCIAL_INVALIDA', 'credentialOfTests', root('/v1/sandbox')]);
    expect(answer.body.detail).toBe(
      `Esta credencial é do ambiente de testes: use a raiz ${service.origin}/v1/sandbox.`,
    );
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="rubrica", error="invalid_token"');
    expect((await at('/v1/sandbox/documentos', account.test)).status).toBe(200);
  });

  it('is told its root: a production key on the root of tests', async () => {
    const answer = await at('/v1/sandbox/documentos', account.live);
    expect(told(answer)).toEqual([401, 'CREDENCIAL_INVALIDA', 'credentialOfProduction', root('/v1')]);
    expect(answer.body.detail).toBe(`Esta credencial é de produção: use a raiz ${service.origin}/v1.`);
  });

  it('is told by its form alone: whether there is such a key stays unsaid', async () => {
    const unknown = { authorization: `Bearer svc_test_${'a'.repeat(12)}.${'b'.repeat(43)}` };
    const answers = await Promise.all([at('/v1/documentos', unknown), at('/v1/documentos', account.test)]);
    expect(told(answers[0])).toEqual(told(answers[1]));
    expect(told(await at('/v1/sandbox/documentos', unknown))).toEqual([
      401,
      'CREDENCIAL_INVALIDA',
      'credentialInvalid',
      {},
    ]);
  });

  it('is told its root where it is an access token', async () => {
    const token = (await granted(service, await newClient(service), account)).access_token;
    const right = await callApi(service, token);
    expect(right.status).toBe(200);
    const headers = { authorization: `Bearer ${token}` };
    const places = ['/v1/organizacao', '/v1/sandbox/organizacao'];
    const answers = await Promise.all(places.map((path) => at(path, headers)));
    const refused = answers.filter(({ status }) => status === 401);
    expect(refused.map(({ body }) => body.regra)).toHaveLength(1);
    expect(refused[0]?.body.regra).toMatch(/^credentialOf(Tests|Production)$/);
  });
});

describe('a route that there is not', () => {
  const contrato = () => `${service.origin}/v1/openapi.json`;

  it.each([
    ['GET', '/v1/documento'],
    ['GET', '/documentos'],
    ['PUT', '/v1/documentos'],
    ['GET', '/v1/v1/documentos'],
    ['GET', '/v1/caixa'],
  ])('is told apart from a thing that there is not: %s %s', async (method, path) => {
    const answer = await at(`${path}?x=1`, account.live, method);
    expect(told(answer)).toEqual([
      404,
      'NAO_ENCONTRADO',
      'routeUnknown',
      { rota: `${method} ${path}`, contrato: contrato() },
    ]);
    expect(answer.body.detail).toBe(`Não há operação ${method} ${path}. As que há estão em ${contrato()}.`);
  });

  it('names no token', async () => {
    const token = 'a'.repeat(43);
    const answer = await at(`/v1/assinaturas/${token}`);
    expect(answer.body.valores.rota).toBe('GET /v1/assinaturas/{token}');
    expect(JSON.stringify(answer.body)).not.toContain(token);
  });

  it('is another answer than what is missing, foreign or no id, which stay one', async () => {
    const theirs = await newAccount(service.origin);
    const form = documentForm(tinyPdf(), { titulo: 'Contrato' });
    const { body } = await call(`${service.origin}/v1/sandbox/documentos`, 'POST', form, theirs.test);
    for (const id of [randomUUID(), body.id, 'nada']) {
      const answer = await at(`/v1/sandbox/documentos/${id}`, account.test);
      expect(told(answer)).toEqual([404, 'NAO_ENCONTRADO', 'notFound', {}]);
    }
  });
});

describe('a value that is not taken', () => {
  const create = (dados: object) =>
    call(
      `${service.origin}/v1/sandbox/documentos`,
      'POST',
      documentForm(tinyPdf(), { titulo: 'Contrato', ...dados }),
      account.test,
    );
  const problems = async (dados: object) => {
    const { body } = await create(dados);
    return body.erros.map(({ campo, regra, valores, mensagem }: Record<string, unknown>) => ({
      campo,
      regra,
      valores,
      mensagem,
    }));
  };

  it.each(['11987654321', '(11) 98765-4321', '5511987654321', '+55 11 98765-4321'])(
    'the phone %s is told the form to use',
    async (telefone) => {
      expect(
        await problems({ signatarios: [{ funcao: 'ASSINAR', nome: 'Ana', email: 'ana@exemplo.com.br', telefone }] }),
      ).toEqual([
        {
          campo: 'signatarios[0].telefone',
          regra: 'phone',
          valores: {},
          mensagem: 'Use o formato internacional E.164, como +5511987654321.',
        },
      ]);
    },
  );

  it.each([
    ['nivelAssinatura', { nivelAssinatura: 'MEDIA' }, 'nivelAssinatura', 'ELETRONICA, SEGURA'],
    ['fatoresExigidos', { fatoresExigidos: ['SENHA'] }, 'fatoresExigidos[0]', 'EMAIL, SMS_OTP, TOTP, DADOS_PESSOAIS'],
    [
      'metodoEntrega',
      { signatarios: [{ funcao: 'ASSINAR', email: 'ana@exemplo.com.br', metodoEntrega: 'POMBO' }] },
      'signatarios[0].metodoEntrega',
      'EMAIL, LINK, SMS',
    ],
    ['lembrete', { lembrete: 'ANUAL' }, 'lembrete', 'DIARIO, SEMANAL'],
  ])('a value of %s that there is not is told those that are taken', async (_, dados, campo, aceitos) => {
    expect(await problems(dados)).toEqual([
      { campo, regra: 'oneOf', valores: { aceitos }, mensagem: `Deve ser um de: ${aceitos}.` },
    ]);
  });

  it('and each value that is proposed is taken', async () => {
    for (const nivelAssinatura of ['ELETRONICA', 'SEGURA']) {
      const fatoresExigidos = nivelAssinatura === 'SEGURA' ? ['EMAIL', 'TOTP'] : ['EMAIL'];
      expect((await create({ nivelAssinatura, fatoresExigidos })).status).toBe(201);
    }
    for (const fator of ['EMAIL', 'SMS_OTP', 'TOTP', 'DADOS_PESSOAIS']) {
      expect((await create({ fatoresExigidos: [fator] })).status).toBe(201);
    }
    for (const metodoEntrega of ['EMAIL', 'LINK', 'SMS']) {
      const person = { funcao: 'ASSINAR', nome: 'Ana', email: 'ana@exemplo.com.br', telefone: '+5511987654321' };
      expect((await create({ signatarios: [{ ...person, metodoEntrega }] })).status).toBe(201);
    }
  });

  it('a kind of file that there is not is told those there are', async () => {
    const { body } = await create({});
    const answer = await at(`/v1/sandbox/documentos/${body.id}/arquivo?tipo=COPIA`, account.test);
    expect(answer.body.erros).toMatchObject([
      { campo: 'query.tipo', regra: 'oneOf', valores: { aceitos: 'ORIGINAL, ASSINADO, CERTIFICADO' } },
    ]);
  });
});
