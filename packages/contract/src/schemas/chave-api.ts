import { type Static, Type } from 'typebox';
import { NAME_MAX_CHARS } from '../limits.ts';
import { pageQuery } from './common.ts';
import { Enum } from './enums.ts';
import { CREATED_AT, MEMBRO_ID, OTHER_ID, VIEWED_AT } from './example-values.ts';
import { dateTime, drawnText, inline, listOf, named, nullable, pagina, ref, text, uuid } from './kit.ts';

export const ChaveApiEntrada = named(
  'ChaveApiEntrada',
  {
    nome: drawnText(NAME_MAX_CHARS, 'Para reconhecê-la depois.'),
    ambiente: ref(Enum.Ambiente),
    escopos: listOf(Enum.EscopoChave, { minItems: 1, uniqueItems: true }),
  },
  { examples: [{ nome: 'ERP', ambiente: 'TESTE', escopos: ['documentos:ler', 'documentos:escrever'] }] },
);
export type ChaveApiEntrada = Static<typeof ChaveApiEntrada>;

const chaveApi = {
  id: uuid(),
  nome: text(),
  prefixo: text({}, 'A parte antes do ponto; pode ser registrada em log.'),
  ambiente: ref(Enum.Ambiente),
  escopos: listOf(Enum.EscopoChave),
  membroId: uuid('Quem a criou, cujo papel ela tem.'),
  criadaEm: dateTime(),
  ultimoUsoEm: nullable(dateTime()),
  ultimoIp: nullable(text()),
  revogadaEm: nullable(dateTime()),
};

const chaveApiExample = {
  id: OTHER_ID,
  nome: 'ERP',
  prefixo: 'svc_test_8fK2mQ',
  ambiente: 'TESTE',
  escopos: ['documentos:ler', 'documentos:escrever'],
  membroId: MEMBRO_ID,
  criadaEm: CREATED_AT,
  ultimoUsoEm: VIEWED_AT,
  ultimoIp: '203.0.113.80',
  revogadaEm: null,
};

export const ChaveApi = named('ChaveApi', chaveApi, {
  description: 'Uma chave de API, sem o segredo.',
  examples: [chaveApiExample],
});
export type ChaveApi = Static<typeof ChaveApi>;

export const ChaveApiCriada = named(
  'ChaveApiCriada',
  {
    ...chaveApi,
    chave: text({ pattern: '^svc_(live|test)_[^.]+\\..+$' }, 'O valor inteiro. Guarde: não será mostrado de novo.'),
  },
  {
    examples: [{ ...chaveApiExample, ultimoUsoEm: null, ultimoIp: null, chave: 'svc_test_8fK2mQ.exemplo-de-segredo' }],
  },
);
export type ChaveApiCriada = Static<typeof ChaveApiCriada>;

export const ChavesApiQuery = inline({
  ...pageQuery,
  membroId: Type.Optional(uuid('Só as chaves que este membro criou.')),
});
export type ChavesApiQuery = Static<typeof ChavesApiQuery>;

export const PaginaDeChaveApi = pagina(ChaveApi);
export type PaginaDeChaveApi = Static<typeof PaginaDeChaveApi>;
