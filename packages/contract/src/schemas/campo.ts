import { type Static, type TOptional, Type } from 'typebox';
import { DRAWN, defaultsByType } from '../data-rules.ts';
import { ANCHOR_TEXT_MAX_CHARS, FIELD_LABEL_MAX_CHARS, FIELD_VALUE_MAX_CHARS, FIELDS_MAX } from '../limits.ts';
import { Enum } from './enums.ts';
import { CAMPO_ID, SIGNATARIO_ID } from './example-values.ts';
import {
  freeText,
  INT32_MAX,
  listOf,
  named,
  nullable,
  pagina,
  ref,
  requiring,
  uuid,
  uuidV4,
  withDefault,
  writtenText,
} from './kit.ts';

/** A field's position and type: the part shared by input, output and templates. */
export const campoGeometry = {
  tipo: ref(Enum.TipoCampo),
  pagina: Type.Integer({ minimum: 1, maximum: INT32_MAX, description: 'A primeira página é 1.' }),
  x: Type.Number({ minimum: 0, maximum: 1, description: 'Distância da borda esquerda, em fração da largura visível.' }),
  y: Type.Number({ minimum: 0, maximum: 1, description: 'Distância da borda superior, em fração da altura visível.' }),
  largura: Type.Number({ exclusiveMinimum: 0, maximum: 1, description: '`x + largura` não passa de 1.' }),
  altura: Type.Number({ exclusiveMinimum: 0, maximum: 1, description: '`y + altura` não passa de 1.' }),
};

const shift = (axis: string) =>
  Type.Number({ minimum: -1, maximum: 1, description: `Quanto deslocar ${axis}; negativo, para o outro lado.` });

export const AncoraCampo = named(
  'AncoraCampo',
  {
    texto: writtenText(
      ANCHOR_TEXT_MAX_CHARS,
      'O que procurar nas páginas: como está, maiúsculas e acentos contam, espaços e quebras de linha não.',
    ),
    ocorrencia: Type.Optional(
      Type.Unsafe<number | 'TODAS'>({
        anyOf: [
          { type: 'integer', minimum: 1, maximum: FIELDS_MAX },
          { type: 'string', enum: ['TODAS'] },
        ],
        description: 'A primeira é 1, na ordem da leitura; `TODAS`, que vale se nada for dito, põe um campo em cada.',
      }),
    ),
    dx: Type.Optional(shift('para a direita, em fração da largura visível')),
    dy: Type.Optional(shift('para baixo, em fração da altura visível')),
    largura: Type.Optional(campoGeometry.largura),
    altura: Type.Optional(campoGeometry.altura),
  },
  {
    description:
      'Um lugar dado pelo texto: o canto superior esquerdo do campo fica no do texto, deslocado. Sem `largura` e `altura`, vale o tamanho de costume do tipo. O que sairia da página encosta na borda.',
    examples: [{ texto: 'Marina Duarte Leal', ocorrencia: 2, dy: -0.075 }],
  },
);
export type AncoraCampo = Static<typeof AncoraCampo>;

const { tipo, ...coordinates } = campoGeometry;

/** Where a field is to be, in a creation body: by coordinates, or by a text of the file. */
export const campoEntryPlace = {
  tipo,
  ...(Type.Partial(Type.Object(coordinates)).properties as {
    [K in keyof typeof coordinates]: TOptional<(typeof coordinates)[K]>;
  }),
  ancora: Type.Optional(ref(AncoraCampo, { description: 'No lugar das coordenadas.' })),
};

/** One of the two is required. */
export const PLACE_OR_ANCHOR = {
  if: requiring('ancora'),
  else: requiring(...Object.keys(coordinates)),
} as const;

/** What a creation body may state about a field besides its position. */
export const campoEntryOptions = {
  z: withDefault(Type.Integer({ minimum: -INT32_MAX, maximum: INT32_MAX, description: 'Ordem de sobreposição.' }), 0),
  rotulo: Type.Optional(writtenText(FIELD_LABEL_MAX_CHARS, 'Ajuda mostrada a quem preenche.')),
  obrigatorio: withDefault(Type.Boolean(), true),
  valorPadrao: Type.Optional(
    freeText(FIELD_VALUE_MAX_CHARS, `Preenchimento inicial. Pelo tipo do campo: ${defaultsByType()}. ${DRAWN}`),
  ),
};

/** What every output states about a field besides its position. */
export const campoOutputOptions = {
  z: Type.Integer({ description: 'Ordem de sobreposição.' }),
  rotulo: nullable(freeText(FIELD_LABEL_MAX_CHARS)),
  obrigatorio: Type.Boolean(),
  valorPadrao: nullable(freeText(FIELD_VALUE_MAX_CHARS)),
};

const owner = (description: string) => nullable(uuid(), { description });

const geometryExample = { tipo: 'ASSINATURA', pagina: 2, x: 0.12, y: 0.78, largura: 0.3, altura: 0.06 };

export const CampoEntrada = named(
  'CampoEntrada',
  {
    id: Type.Optional(uuidV4('Só em PUT campos: mantém o campo que já existe com este id.')),
    ...campoEntryPlace,
    signatarioId: Type.Optional(
      owner(
        'Quem preenche. Ausente em documento de um só signatário, é dele; nulo em um campo só de leitura, preenchido por você.',
      ),
    ),
    ...campoEntryOptions,
  },
  {
    ...PLACE_OR_ANCHOR,
    description: 'Um campo, por coordenadas (`pagina`, `x`, `y`, `largura`, `altura`) ou por `ancora`.',
    examples: [
      { ...geometryExample, signatarioId: SIGNATARIO_ID },
      {
        tipo: 'ASSINATURA',
        ancora: { texto: 'Marina Duarte Leal', ocorrencia: 2, dy: -0.075 },
        signatarioId: SIGNATARIO_ID,
      },
    ],
  },
);
export type CampoEntrada = Static<typeof CampoEntrada>;

export const Campo = named(
  'Campo',
  {
    id: uuid(),
    ...campoGeometry,
    signatarioId: owner('Quem preenche; nulo em um campo só de leitura.'),
    ...campoOutputOptions,
  },
  {
    description:
      'Um retângulo em uma página, em frações da página como ela é vista, a partir do canto superior esquerdo.',
    examples: [
      {
        id: CAMPO_ID,
        ...geometryExample,
        signatarioId: SIGNATARIO_ID,
        z: 0,
        rotulo: 'Assine aqui',
        obrigatorio: true,
        valorPadrao: null,
      },
    ],
  },
);
export type Campo = Static<typeof Campo>;

// No `maxItems`: exceeding the limit is a 422 LIMITE_EXCEDIDO of the server, not a 400 of the schema.
export const CamposEntrada = named(
  'CamposEntrada',
  { campos: listOf(CampoEntrada, { description: `O mapa inteiro, até ${FIELDS_MAX} campos.` }) },
  {
    description: 'Substitui todos os campos do documento; o que não vier deixa de existir.',
    examples: [{ campos: [{ ...geometryExample, signatarioId: SIGNATARIO_ID }] }],
  },
);
export type CamposEntrada = Static<typeof CamposEntrada>;

export const PaginaDeCampo = pagina(Campo);
export type PaginaDeCampo = Static<typeof PaginaDeCampo>;
