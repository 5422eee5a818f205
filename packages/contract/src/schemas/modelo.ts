import { type Static, Type } from 'typebox';
import { DRAWN } from '../data-rules.ts';
import {
  DESCRIPTION_MAX_CHARS,
  FIELD_LABEL_MAX_CHARS,
  FIELD_VALUE_MAX_CHARS,
  NAME_MAX_CHARS,
  TITLE_MAX_CHARS,
} from '../limits.ts';
import { campoEntryOptions, campoGeometry, campoOutputOptions } from './campo.ts';
import { documentoOptions } from './documento.ts';
import { Enum } from './enums.ts';
import { CAMPO_ID, MEMBRO_ID, MODELO_ID, PAPEL_ID } from './example-values.ts';
import {
  count,
  dateTime,
  drawnText,
  freeText,
  INT32_MAX,
  listOf,
  mapOf,
  named,
  nullable,
  pagina,
  ref,
  text,
  uuid,
  uuidV4,
  withDefault,
  writtenText,
} from './kit.ts';
import { fatoresExigidos, signatarioOptions } from './signatario.ts';

const fatoresDoPapel = fatoresExigidos('Somam-se aos do documento para quem ocupar o papel.');

export const PapelModeloEntrada = named(
  'PapelModeloEntrada',
  {
    id: Type.Optional(uuidV4('Escolhido por você, para que os campos do mesmo pedido apontem para este papel.')),
    rotulo: writtenText(FIELD_LABEL_MAX_CHARS, 'Nome do papel, como Locatário.'),
    funcao: ref(Enum.FuncaoSignatario),
    ordem: withDefault(Type.Integer({ minimum: 1, maximum: INT32_MAX }), 1),
    fatoresExigidos: Type.Optional(fatoresDoPapel),
  },
  { examples: [{ id: PAPEL_ID, rotulo: 'Locatário', funcao: 'ASSINAR', ordem: 1, fatoresExigidos: ['EMAIL'] }] },
);
export type PapelModeloEntrada = Static<typeof PapelModeloEntrada>;

export const PapelModelo = named(
  'PapelModelo',
  {
    id: uuid(),
    rotulo: text(),
    funcao: ref(Enum.FuncaoSignatario),
    ordem: Type.Integer({ minimum: 1 }),
    fatoresExigidos: listOf(Enum.FatorAutenticacao),
  },
  {
    description: 'Um lugar a ocupar: o modelo define papéis, não pessoas.',
    examples: [{ id: PAPEL_ID, rotulo: 'Locatário', funcao: 'ASSINAR', ordem: 1, fatoresExigidos: ['EMAIL'] }],
  },
);
export type PapelModelo = Static<typeof PapelModelo>;

const papelId = nullable(uuid(), { description: 'Papel que preenche; nulo em um campo só de leitura.' });
const fieldExample = { tipo: 'ASSINATURA', pagina: 1, x: 0.1, y: 0.8, largura: 0.3, altura: 0.06, papelId: PAPEL_ID };

export const CampoModeloEntrada = named(
  'CampoModeloEntrada',
  { id: Type.Optional(uuidV4()), ...campoGeometry, papelId: Type.Optional(papelId), ...campoEntryOptions },
  { examples: [fieldExample] },
);
export type CampoModeloEntrada = Static<typeof CampoModeloEntrada>;

export const CampoModelo = named(
  'CampoModelo',
  { id: uuid(), ...campoGeometry, papelId, ...campoOutputOptions },
  { examples: [{ id: CAMPO_ID, ...fieldExample, z: 0, rotulo: null, obrigatorio: true, valorPadrao: null }] },
);
export type CampoModelo = Static<typeof CampoModelo>;

const nome = writtenText(NAME_MAX_CHARS);
const descricao = freeText(DESCRIPTION_MAX_CHARS);
const papeis = listOf(PapelModeloEntrada, { description: 'Os papéis que o documento gerado terá.' });
const campos = listOf(CampoModeloEntrada);

export const ModeloEntrada = named(
  'ModeloEntrada',
  {
    nome,
    descricao: Type.Optional(descricao),
    escopo: withDefault(ref(Enum.EscopoModelo), 'PESSOAL'),
    papeis: Type.Optional(papeis),
    campos: Type.Optional(campos),
  },
  {
    examples: [
      {
        nome: 'Contrato de locação residencial',
        escopo: 'ORGANIZACAO',
        papeis: [{ id: PAPEL_ID, rotulo: 'Locatário', funcao: 'ASSINAR', ordem: 1 }],
        campos: [fieldExample],
      },
    ],
  },
);
export type ModeloEntrada = Static<typeof ModeloEntrada>;

export const ModeloAlteracao = named(
  'ModeloAlteracao',
  {
    nome: Type.Optional(nome),
    descricao: Type.Optional(nullable(descricao)),
    escopo: Type.Optional(ref(Enum.EscopoModelo)),
    papeis: Type.Optional(papeis),
    campos: Type.Optional(campos),
  },
  {
    description: 'Só o que vier muda; listas são substituídas inteiras. Documentos já gerados não mudam.',
    examples: [{ nome: 'Contrato de locação comercial', descricao: null }],
  },
);
export type ModeloAlteracao = Static<typeof ModeloAlteracao>;

export const Modelo = named(
  'Modelo',
  {
    id: uuid(),
    nome: text(),
    descricao: nullable(text()),
    escopo: ref(Enum.EscopoModelo),
    paginas: Type.Integer({ minimum: 1 }),
    vezesUsado: count(),
    variaveis: Type.Array(text(), { description: 'Nomes encontrados no PDF: campos de formulário e `{{marcas}}`.' }),
    papeis: listOf(PapelModelo),
    campos: listOf(CampoModelo),
    criadoPor: uuid('Vínculo, de GET /organizacoes, de quem criou; o de quem criou a chave, se foi por ela.'),
    criadoEm: dateTime(),
  },
  {
    examples: [
      {
        id: MODELO_ID,
        nome: 'Contrato de locação residencial',
        descricao: null,
        escopo: 'ORGANIZACAO',
        paginas: 4,
        vezesUsado: 31,
        variaveis: ['endereco', 'valor_aluguel'],
        papeis: [{ id: PAPEL_ID, rotulo: 'Locatário', funcao: 'ASSINAR', ordem: 1, fatoresExigidos: ['EMAIL'] }],
        campos: [],
        criadoPor: MEMBRO_ID,
        criadoEm: '2026-08-19T12:00:00.000Z',
      },
    ],
  },
);
export type Modelo = Static<typeof Modelo>;

export const PaginaDeModelo = pagina(Modelo);
export type PaginaDeModelo = Static<typeof PaginaDeModelo>;

const fillerExample = { papelId: PAPEL_ID, nome: 'Marina Duarte Leal', email: 'marina.leal@exemplo.com.br' };

export const PapelPreenchido = named(
  'PapelPreenchido',
  { papelId: uuid('Papel do modelo que esta pessoa ocupa.'), id: Type.Optional(uuidV4()), ...signatarioOptions },
  { examples: [fillerExample] },
);
export type PapelPreenchido = Static<typeof PapelPreenchido>;

export const DocumentoDeModeloEntrada = named(
  'DocumentoDeModeloEntrada',
  {
    titulo: Type.Optional(drawnText(TITLE_MAX_CHARS, 'Ausente, o nome do modelo.')),
    variaveis: Type.Optional(
      mapOf(freeText(FIELD_VALUE_MAX_CHARS), {
        description: `Um texto para cada variável do modelo; nenhuma a mais, nenhuma a menos. ${DRAWN}`,
      }),
    ),
    papeis: Type.Optional(listOf(PapelPreenchido, { description: 'Uma pessoa para cada papel do modelo.' })),
    ...documentoOptions,
  },
  {
    examples: [
      {
        titulo: 'Contrato de locação — apto 42',
        variaveis: { endereco: 'Rua das Acácias, 120, apto 42', valor_aluguel: 'R$ 2.350,00' },
        papeis: [fillerExample],
      },
    ],
  },
);
export type DocumentoDeModeloEntrada = Static<typeof DocumentoDeModeloEntrada>;

export const ModeloEmail = named(
  'ModeloEmail',
  { id: uuid(), nome: text(), assunto: text(), corpo: text() },
  {
    examples: [
      {
        id: MODELO_ID,
        nome: 'Convite padrão',
        assunto: 'Documento para assinar',
        corpo: 'Olá! Há um documento à espera.',
      },
    ],
  },
);
export type ModeloEmail = Static<typeof ModeloEmail>;

export const PaginaDeModeloEmail = pagina(ModeloEmail);
export type PaginaDeModeloEmail = Static<typeof PaginaDeModeloEmail>;
