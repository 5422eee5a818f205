import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { call, elsewhere, type Service, startService } from '../../harness.ts';

/** The contract as a generator of clients reads it from a running service. */

// biome-ignore lint/suspicious/noExplicitAny: the whole document is looked at
type Json = any;

let service: Service;
let contract: Json;
beforeAll(async () => {
  service = await startService();
  contract = (await call(`${service.origin}/v1/openapi.json`)).body;
});
afterAll(() => service?.stop());

/** Every object of a document with the way to it. */
function* objectsIn(value: Json, path = ''): Generator<[path: string, object: Json]> {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) yield [path, value];
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, `${path}/${key}`);
}

const PLAIN_ASCII = /^[\x20-\x7e]+$/;

describe('the served contract', () => {
  it('has names of groups in ASCII, each with the one that people read', () => {
    const names = contract.tags.map(({ name }: Json) => name);
    expect(names.filter((name: string) => !PLAIN_ASCII.test(name))).toEqual([]);
    expect(contract.tags.find(({ name }: Json) => name === 'Validacao publica')).toMatchObject({
      'x-displayName': 'Validação pública',
    });
    const used = Object.values<Json>(contract.paths).flatMap((path) =>
      Object.values<Json>(path).flatMap(({ tags }) => tags),
    );
    expect(new Set(used)).toEqual(new Set(names));
  });

  it('has maps as members of any name', () => {
    const patterns = [...objectsIn(contract)].filter(([, object]) => 'patternProperties' in object);
    expect(patterns.map(([path]) => path)).toEqual([]);
    const { properties } = contract.components.schemas.DocumentoDeModeloEntrada;
    expect(properties.variaveis.additionalProperties).toMatchObject({ type: 'string' });
    expect(contract.components.schemas.Erro.properties.valores.additionalProperties).toBeDefined();
  });

  it('has no pattern beside a moment', () => {
    const both = [...objectsIn(contract)].filter(([, object]) => object.format === 'date-time' && 'pattern' in object);
    expect(both.map(([path]) => path)).toEqual([]);
  });

  it.each([
    ['AutenticacaoEntrada', 'fator', ['EMAIL', 'SMS_OTP', 'TOTP', 'DADOS_PESSOAIS']],
    ['EventoWebhookEnvelope', 'evento', null],
  ])('%s is a choice that %s decides', (name, member, values) => {
    const { oneOf, discriminator } = contract.components.schemas[name];
    expect(discriminator.propertyName).toBe(member);
    const chosen = Object.entries<string>(discriminator.mapping);
    expect(chosen.map(([value]) => value)).toEqual(values ?? Object.keys(contract.webhooks));
    expect(new Set(chosen.map(([, pointer]) => pointer))).toEqual(new Set(oneOf.map(({ $ref }: Json) => $ref)));
    for (const [value, pointer] of chosen) {
      const { properties, required } = contract.components.schemas[pointer.split('/').pop() ?? ''];
      expect(properties[member].enum).toContain(value);
      expect(required).toContain(member);
    }
  });

  it('is YAML where YAML is asked for, read by 1.1 and 1.2 alike', async () => {
    for (const root of ['/v1', '/v1/sandbox']) {
      const answer = await fetch(`${service.origin}${root}/openapi.yaml`);
      expect(answer.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
      const text = await answer.text();
      expect(text.split('\n')[0]).toBe('openapi: 3.1.0');
      for (const version of ['1.1', '1.2'] as const) expect(parse(text, { version })).toEqual(contract);
    }
  });
});

it('the served contract names the installation, in servers and in examples', async () => {
  const own = {
    BASE_URL: 'https://api.assina.exemplo/v1',
    PUBLIC_URL: 'https://assina.exemplo',
    DOCS_URL: 'https://docs.assina.exemplo',
    AUTH_URL: 'https://assina.exemplo',
  };
  const elsewhereServed = await startService(own);
  try {
    const text = await (await fetch(`${elsewhereServed.origin}/v1/openapi.json`)).text();
    expect(text.match(/https?:\/\/(localhost|127\.0\.0\.1)[^"]*/g)).toBe(null);
    const { servers, components } = JSON.parse(text);
    expect(servers.map(({ url }: Json) => url)).toEqual([own.BASE_URL, `${own.BASE_URL}/sandbox`]);
    expect(components.schemas.EnderecoDownload.examples[0].url).toMatch(
      /^https:\/\/api\.assina\.exemplo\/v1\/downloads\//,
    );
    expect(components.schemas.Certificado.examples[0].qrConteudo).toMatch(/^https:\/\/assina\.exemplo\/validar\//);
    expect(components.schemas.Erro.examples[0].type).toBe('https://docs.assina.exemplo/erros.html#entrada_invalida');
  } finally {
    await elsewhereServed.stop();
  }
});

describe('a body that is one of several', () => {
  const authenticate = (body: unknown) =>
    call(`${service.origin}/v1/assinatura/${'a'.repeat(43)}/autenticar`, 'POST', body, elsewhere());

  it.each<[string, unknown, (readonly [string, string])[]]>([
    ['nothing', {}, [['fator', 'required']]],
    ['no factor', { codigo: '123456' }, [['fator', 'required']]],
    ['a factor that is a number', { fator: 7, codigo: '123456' }, [['fator', 'expected']]],
    ['a factor nobody knows', { fator: 'SELFIE', codigo: '123456' }, [['fator', 'oneOf']]],
    ['no code', { fator: 'SMS_OTP' }, [['codigo', 'required']]],
    ['a short code', { fator: 'TOTP', codigo: '123' }, [['codigo', 'pattern']]],
    ['the other alternative’s member', { fator: 'EMAIL', codigo: '123456', cpf: '52998224725' }, [['cpf', 'unknown']]],
    [
      'personal data without any',
      { fator: 'DADOS_PESSOAIS', codigo: '123456' },
      [
        ['codigo', 'unknown'],
        ['cpf', 'required'],
        ['dataNascimento', 'required'],
      ],
    ],
    ['a list', [], [['corpo', 'expected']]],
    ['text', '"x"', [['corpo', 'expected']]],
  ])('%s is told at its place', async (_, body, problems) => {
    const answer = await authenticate(body);
    expect([answer.status, answer.body.codigo]).toEqual([400, 'ENTRADA_INVALIDA']);
    const told = answer.body.erros.map(({ campo, regra }: Json) => [campo, regra]);
    expect(told.toSorted()).toEqual(problems.toSorted());
  });

  it('is told the values that choose', async () => {
    const { body } = await authenticate({ fator: 'SELFIE' });
    expect(body.erros[0].valores).toEqual({ aceitos: 'EMAIL, SMS_OTP, TOTP, DADOS_PESSOAIS' });
  });

  it.each([
    { fator: 'SMS_OTP', codigo: '123456' },
    { fator: 'SMS_OTP', codigo: '123456', cpf: null },
    { fator: 'DADOS_PESSOAIS', cpf: '52998224725', dataNascimento: '1987-04-12' },
  ])('%j is as good as it was', async (body) => {
    expect((await authenticate(body)).status).toBe(404);
  });
});
