import { type Static, Type } from 'typebox';
import { FILE_MAX_BYTES, FILE_NAME_MAX_CHARS, FILE_URL_TIMEOUT_MS, URL_MAX_CHARS } from '../limits.ts';
import { DocumentoEntrada } from './documento.ts';
import { exampleOf, freeText, named, ref, text } from './kit.ts';
import { ModeloEntrada } from './modelo.ts';

const MAX_MB = FILE_MAX_BYTES / 1024 ** 2;

export const ArquivoEntrada = named(
  'ArquivoEntrada',
  {
    base64: Type.Optional(
      text(
        // Without its media type, by which generators take it for the bytes.
        { contentEncoding: 'base64' },
        `O PDF em base64 (RFC 4648, seção 4), sem quebras de linha nem o prefixo \`data:\`; até ${MAX_MB} MB decodificado.`,
      ),
    ),
    url: Type.Optional(
      text(
        { format: 'uri', maxLength: URL_MAX_CHARS },
        `De onde o serviço busca o PDF, em até ${FILE_URL_TIMEOUT_MS / 1000} segundos e ${MAX_MB} MB: um endereço público, em produção https. Não é guardado.`,
      ),
    ),
  },
  {
    description: 'O PDF: o conteúdo em `base64` ou a `url` de onde o buscar, um dos dois.',
    minProperties: 1,
    maxProperties: 1,
    examples: [{ url: 'https://exemplo.com.br/contratos/1042.pdf' }],
  },
);
export type ArquivoEntrada = Static<typeof ArquivoEntrada>;

/** What a JSON body has beside the fields of a form's part `dados`. */
const file = {
  arquivo: ref(ArquivoEntrada),
  nomeArquivo: Type.Optional(
    freeText(FILE_NAME_MAX_CHARS, 'O nome do arquivo, como em um formulário; não é guardado.'),
  ),
};
const fileExample = { arquivo: exampleOf(ArquivoEntrada), nomeArquivo: '1042.pdf' };

export const DocumentoEntradaJson = named(
  'DocumentoEntradaJson',
  { ...DocumentoEntrada.properties, ...file },
  {
    description: 'Os campos de DocumentoEntrada e, ao lado deles, o arquivo.',
    examples: [{ ...(exampleOf(DocumentoEntrada) as object), ...fileExample }],
  },
);
export type DocumentoEntradaJson = Static<typeof DocumentoEntradaJson>;

export const VersaoEntradaJson = named('VersaoEntradaJson', file, { examples: [fileExample] });
export type VersaoEntradaJson = Static<typeof VersaoEntradaJson>;

export const ModeloEntradaJson = named(
  'ModeloEntradaJson',
  { ...ModeloEntrada.properties, ...file },
  {
    description: 'Os campos de ModeloEntrada e, ao lado deles, o arquivo.',
    examples: [{ ...(exampleOf(ModeloEntrada) as object), ...fileExample }],
  },
);
export type ModeloEntradaJson = Static<typeof ModeloEntradaJson>;
