import { type Static, Type } from 'typebox';
import { DRAWN } from '../data-rules.ts';
import { EMAIL_VARIABLES } from '../enums.ts';
import {
  DESCRIPTION_MAX_CHARS,
  EMAIL_BODY_MAX_CHARS,
  EMAIL_SUBJECT_MAX_CHARS,
  FIELD_LABEL_MAX_CHARS,
  FIELD_VALUE_MAX_CHARS,
  MESSAGE_MAX_CHARS,
  NAME_MAX_CHARS,
  SIGNER_NAME_MAX_CHARS,
  TITLE_MAX_CHARS,
} from '../limits.ts';
import { campoEntryOptions, campoEntryPlace, campoGeometry, campoOutputOptions, PLACE_OR_ANCHOR } from './campo.ts';
import { documentoOptions } from './documento.ts';
import { Enum } from './enums.ts';
import { CAMPO_ID, MEMBRO_ID, MODELO_ID, PAPEL_ID } from './example-values.ts';
import {
  count,
  dateTime,
  dateTimeInput,
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
    rotulo: writtenText(
      FIELD_LABEL_MAX_CHARS,
      'Nome do papel, como Locatário. As marcas do PDF o chamam sem acentos, em minúsculas, com `-` no lugar dos espaços.',
    ),
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
  { id: Type.Optional(uuidV4()), ...campoEntryPlace, papelId: Type.Optional(papelId), ...campoEntryOptions },
  { ...PLACE_OR_ANCHOR, examples: [fieldExample] },
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
const campos = listOf(CampoModeloEntrada, {
  description: 'Ausente, valem as marcas do PDF, como `{{assinatura:locatario}}`, pelo rótulo dos papéis.',
});

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

export const ModeloDeDocumentoEntrada = named(
  'ModeloDeDocumentoEntrada',
  { nome, escopo: withDefault(ref(Enum.EscopoModelo), 'PESSOAL') },
  { examples: [{ nome: 'Contrato de locação residencial', escopo: 'ORGANIZACAO' }] },
);
export type ModeloDeDocumentoEntrada = Static<typeof ModeloDeDocumentoEntrada>;

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
    variaveis: Type.Array(text(), { description: 'Nomes encontrados no PDF: campos de formulário e `{{variáveis}}`.' }),
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

const emailSubject = writtenText(EMAIL_SUBJECT_MAX_CHARS, 'O assunto do convite, em uma linha.');
const emailBody = writtenText(
  EMAIL_BODY_MAX_CHARS,
  'Texto sem marcação nem links. Uma linha em branco separa parágrafos; o que cita uma variável que o documento não tem fica de fora.',
);
const emailExample = {
  nome: 'Renovação',
  assunto: 'Renovação de {{titulo}}',
  corpo:
    'Olá, {{signatario}}!\n\nChegou a hora de renovar “{{titulo}}” com a {{organizacao}}.\n\nAssine até {{prazo}}.',
};

export const ModeloEmailEntrada = named(
  'ModeloEmailEntrada',
  { nome, assunto: emailSubject, corpo: emailBody },
  { examples: [emailExample] },
);
export type ModeloEmailEntrada = Static<typeof ModeloEmailEntrada>;

export const ModeloEmailAlteracao = named(
  'ModeloEmailAlteracao',
  { nome: Type.Optional(nome), assunto: Type.Optional(emailSubject), corpo: Type.Optional(emailBody) },
  {
    description: 'Só o que vier muda. O que já foi enviado segue com o texto que tinha ao ser enviado.',
    examples: [{ assunto: 'Sua renovação: {{titulo}}' }],
  },
);
export type ModeloEmailAlteracao = Static<typeof ModeloEmailAlteracao>;

export const PreviaEmailEntrada = named(
  'PreviaEmailEntrada',
  {
    assunto: emailSubject,
    corpo: emailBody,
    signatario: Type.Optional(
      nullable(freeText(SIGNER_NAME_MAX_CHARS), { description: 'Nome de exemplo; nulo para uma pessoa sem nome.' }),
    ),
    titulo: Type.Optional(writtenText(TITLE_MAX_CHARS, 'Título de exemplo.')),
    prazoEm: Type.Optional(nullable(dateTimeInput('Prazo de exemplo; nulo, sem prazo.'))),
    mensagem: Type.Optional(
      nullable(freeText(MESSAGE_MAX_CHARS), { description: 'Mensagem de exemplo do documento.' }),
    ),
  },
  { examples: [{ assunto: emailExample.assunto, corpo: emailExample.corpo, signatario: 'Marina Duarte Leal' }] },
);
export type PreviaEmailEntrada = Static<typeof PreviaEmailEntrada>;

export const PreviaEmail = named(
  'PreviaEmail',
  {
    assunto: text(),
    texto: text({}, 'A mensagem em texto puro.'),
    html: text({}, 'A mesma em HTML, com a marca da organização. O link é de exemplo.'),
  },
  { examples: [{ assunto: 'Renovação de Contrato', texto: 'Olá, Marina!', html: '<p>Olá, Marina!</p>' }] },
);
export type PreviaEmail = Static<typeof PreviaEmail>;

export const ModeloEmail = named(
  'ModeloEmail',
  {
    id: uuid(),
    nome: text(),
    assunto: text(),
    corpo: text(),
    variaveis: Type.Array(ref(Enum.VariavelEmail), {
      description: 'O que assunto e corpo podem citar entre chaves duplas, como `{{titulo}}`.',
    }),
    criadoPor: nullable(uuid(), { description: 'Vínculo de quem criou; nulo em um modelo do serviço, que não muda.' }),
    criadoEm: nullable(dateTime()),
  },
  {
    examples: [
      {
        id: MODELO_ID,
        ...emailExample,
        variaveis: [...EMAIL_VARIABLES],
        criadoPor: MEMBRO_ID,
        criadoEm: '2026-08-19T12:00:00.000Z',
      },
    ],
  },
);
export type ModeloEmail = Static<typeof ModeloEmail>;

export const PaginaDeModeloEmail = pagina(ModeloEmail);
export type PaginaDeModeloEmail = Static<typeof PaginaDeModeloEmail>;
