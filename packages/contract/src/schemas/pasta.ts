import { type Static, Type } from 'typebox';
import { NAME_MAX_CHARS } from '../limits.ts';
import { CREATED_AT, PASTA_ID } from './example-values.ts';
import { count, dateTime, named, nullable, pagina, text, uuid, writtenText } from './kit.ts';

const nome = writtenText(NAME_MAX_CHARS);
const paiId = nullable(uuid(), { description: 'Pasta que a contém; nulo na raiz.' });

export const PastaEntrada = named(
  'PastaEntrada',
  { nome, paiId: Type.Optional(paiId) },
  { examples: [{ nome: 'Locações', paiId: null }] },
);
export type PastaEntrada = Static<typeof PastaEntrada>;

export const PastaAlteracao = named(
  'PastaAlteracao',
  { nome: Type.Optional(nome), paiId: Type.Optional(paiId) },
  { description: 'Muda o nome, o lugar, ou os dois.', examples: [{ nome: 'Locações 2026' }] },
);
export type PastaAlteracao = Static<typeof PastaAlteracao>;

export const Pasta = named(
  'Pasta',
  {
    id: uuid(),
    nome: text(),
    paiId,
    quantidadeDocumentos: count('Documentos diretamente nesta pasta.'),
    criadaEm: dateTime(),
  },
  { examples: [{ id: PASTA_ID, nome: 'Locações', paiId: null, quantidadeDocumentos: 12, criadaEm: CREATED_AT }] },
);
export type Pasta = Static<typeof Pasta>;

export const PaginaDePasta = pagina(Pasta);
export type PaginaDePasta = Static<typeof PaginaDePasta>;
