import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import * as contract from '../src/index.ts';
import { closure, inputNames, namedSchema, outputNames } from '../src/openapi/schema.ts';
import { ENUM_TABLE, ERROR_TABLE, LIMIT_TABLE } from './tables.ts';

const { components, Enum, operationIds, operationOf } = contract;
const exported: Readonly<Record<string, unknown>> = { ...contract };

const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  removeAdditional: false,
  discriminator: true,
});
addFormats.default(ajv);
ajv.addFormat('date-time', contract.isInstant);
for (const schema of components.values()) ajv.addSchema(schema as object);
const valid = (name: string, value: unknown) => ajv.validate(name, value);

describe('tables', () => {
  test.each(Object.entries(ENUM_TABLE))('%s has its values in order', (name, values) => {
    expect((Enum[name as keyof typeof Enum] as unknown as { enum: string[] }).enum).toEqual(values.split(', '));
  });

  test.each(Object.entries(LIMIT_TABLE))('%s', (name, value) => {
    expect(exported[name]).toBe(value);
  });

  test('error codes', () => {
    expect(contract.ALL_ERROR_CODES).toEqual(ERROR_TABLE.split(', '));
  });
});

describe('named schemas', () => {
  test.each([...components.keys()])('%s compiles, and each example is valid', (name) => {
    const validate = ajv.getSchema(name);
    const { examples } = namedSchema(name) as { examples?: readonly unknown[] };
    if (!(name in Enum)) expect(examples?.length).toBeGreaterThan(0);
    for (const example of examples ?? []) {
      validate?.(example);
      expect(validate?.errors ?? []).toEqual([]);
    }
  });

  test('every reference has a target', () => {
    expect(() => closure([...components.values()])).not.toThrow();
  });

  test('no closed object is both sent and received', () => {
    const outputs = outputNames();
    const both = [...inputNames()].filter((name) => outputs.has(name) && !(name in Enum));
    expect(both).toEqual([]);
  });

  test('no operation takes the organization from the caller', () => {
    const properties = [...inputNames()].flatMap((name) => {
      const schema = namedSchema(name) as { properties?: object };
      return Object.keys(schema.properties ?? {});
    });
    const queries = operationIds.flatMap((id) => Object.keys(operationOf(id).query?.properties ?? {}));
    expect([...properties, ...queries].filter((name) => /tenant_?id|organizacao_?id/i.test(name))).toEqual([]);
  });
});

describe('what entries accept', () => {
  const draft = (over: object) => ({ titulo: 'Contrato', ...over });
  const id = '7d1f3c52-9b0e-4c7a-8f64-2a5e91c0d3b8';

  test.each([
    ['a title alone', draft({})],
    ['a title of 300 characters', draft({ titulo: 'á'.repeat(300) })],
    ['a level that is not live: a rule of the server', draft({ nivelAssinatura: 'ICP_BRASIL' })],
    ['a factor that is not live: a rule of the server', draft({ fatoresExigidos: ['SELFIE'] })],
    ['null where the field is nullable', draft({ pastaId: null, envelopeId: null, modeloEmailId: null })],
    ['a signer with only a role', draft({ signatarios: [{ funcao: 'ASSINAR' }] })],
    ['an offset in a deadline', draft({ prazoEm: '2026-12-01T10:00:00-03:00' })],
    ['more signers than the limit: a 422 of the server', draft({ signatarios: Array(51).fill({ funcao: 'ASSINAR' }) })],
  ])('DocumentoEntrada takes %s', (_, value) => {
    expect(valid('DocumentoEntrada', value)).toBe(true);
  });

  test.each([
    ['no title', {}],
    ['a blank title', draft({ titulo: '   ' })],
    ['a title of 301 characters', draft({ titulo: 'a'.repeat(301) })],
    ['an unknown field', draft({ dono: 1 })],
    ['an empty set of factors', draft({ fatoresExigidos: [] })],
    ['a repeated factor', draft({ fatoresExigidos: ['EMAIL', 'EMAIL'] })],
    ['a number for a boolean', draft({ ordenado: 1 })],
    ['a date without offset', draft({ prazoEm: '2026-12-01T10:00:00' })],
    ['a leap second', draft({ prazoEm: '2026-12-31T23:59:60Z' })],
    ['a URN for a UUID', draft({ pastaId: `urn:uuid:${id}` })],
    ['an id of another version', draft({ signatarios: [{ funcao: 'ASSINAR', id: id.replace('-4c7a', '-1c7a') }] })],
    ['a local telephone', draft({ signatarios: [{ funcao: 'ASSINAR', telefone: '19987654321' }] })],
    ['a field of no width', draft({ campos: [{ tipo: 'TEXTO', pagina: 1, x: 0, y: 0, largura: 0, altura: 1 }] })],
    ['page zero', draft({ campos: [{ tipo: 'TEXTO', pagina: 0, x: 0, y: 0, largura: 1, altura: 1 }] })],
  ])('DocumentoEntrada refuses %s', (_, value) => {
    expect(valid('DocumentoEntrada', value)).toBe(false);
  });

  test('PATCH takes null to erase, leaves out nothing by default, and knows no signers', () => {
    expect(valid('DocumentoAlteracao', { descricao: null, lembrete: null, prazoEm: null })).toBe(true);
    expect(valid('DocumentoAlteracao', { titulo: null })).toBe(false);
    expect(valid('DocumentoAlteracao', { signatarios: [] })).toBe(false);
    expect(JSON.stringify(contract.DocumentoAlteracao)).not.toContain('"default"');
    expect(JSON.stringify(contract.SignatarioAlteracao)).not.toContain('"default"');
  });

  test.each([
    [{ fator: 'SMS_OTP', codigo: '123456' }, true],
    [{ fator: 'DADOS_PESSOAIS', cpf: '52998224725', dataNascimento: '1987-04-12' }, true],
    [{ fator: 'DADOS_PESSOAIS', codigo: '123456' }, false],
    [{ fator: 'EMAIL', cpf: '52998224725' }, false],
    [{ fator: 'SELFIE', codigo: '123456' }, false],
    [{ codigo: '123456' }, false],
  ])('AutenticacaoEntrada %j: %s', (value, expected) => {
    expect(valid('AutenticacaoEntrada', value)).toBe(expected);
  });

  test.each([
    [{}, false],
    [{ codigo: 'qualquer coisa' }, true],
    [{ hashArquivo: 'não é um hash' }, true],
    [{ codigo: 1 }, false],
  ])('ValidacaoEntrada %j: %s', (value, expected) => {
    expect(valid('ValidacaoEntrada', value)).toBe(expected);
  });

  test('nobody is invited as owner', () => {
    expect(valid('MembroEntrada', { email: 'a@b.co', papel: 'PROPRIETARIO' })).toBe(false);
  });
});
