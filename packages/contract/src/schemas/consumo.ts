import { type Static, Type } from 'typebox';
import { Periodo, pageQuery } from './common.ts';
import { Enum } from './enums.ts';
import { DOCUMENTO_ID, OTHER_ID, SENT_AT } from './example-values.ts';
import {
  centavos,
  count,
  dateTime,
  exampleOf,
  inline,
  listOf,
  named,
  nullable,
  pagina,
  ref,
  regra,
  text,
  uri,
  uuid,
  valores,
} from './kit.ts';

export const Medicao = named(
  'Medicao',
  {
    tipo: ref(Enum.TipoMedicao),
    quantidade: count(),
    franquia: nullable(Type.Integer({ minimum: 0 }), {
      description: 'Incluído no plano; nulo quando não há franquia.',
    }),
    excedente: count('Além da franquia.'),
    valorExcedenteCentavos: centavos(),
  },
  { examples: [{ tipo: 'ENVELOPE_ENVIADO', quantidade: 7, franquia: 20, excedente: 0, valorExcedenteCentavos: 0 }] },
);
export type Medicao = Static<typeof Medicao>;

export const Consumo = named(
  'Consumo',
  { periodo: ref(Periodo), medicoes: listOf(Medicao) },
  { examples: [{ periodo: exampleOf(Periodo), medicoes: [exampleOf(Medicao)] }] },
);
export type Consumo = Static<typeof Consumo>;

export const ExtratoLinha = named(
  'ExtratoLinha',
  {
    id: uuid(),
    tipo: ref(Enum.TipoMedicao),
    quantidade: count(),
    ocorridoEm: dateTime(),
    documentoId: nullable(uuid()),
    descricao: text(),
  },
  {
    examples: [
      {
        id: OTHER_ID,
        tipo: 'ENVELOPE_ENVIADO',
        quantidade: 1,
        ocorridoEm: SENT_AT,
        documentoId: DOCUMENTO_ID,
        descricao: 'Envio de Contrato de locação — Rua das Acácias, 120',
      },
    ],
  },
);
export type ExtratoLinha = Static<typeof ExtratoLinha>;

export const PaginaDeExtratoLinha = pagina(ExtratoLinha);
export type PaginaDeExtratoLinha = Static<typeof PaginaDeExtratoLinha>;

export const ExtratoQuery = inline({ ...pageQuery, tipo: Type.Optional(ref(Enum.TipoMedicao)) });
export type ExtratoQuery = Static<typeof ExtratoQuery>;

export const Plano = named(
  'Plano',
  {
    codigo: text(),
    nome: text(),
    franquias: Type.Array(inline({ tipo: ref(Enum.TipoMedicao), quantidade: count('Por mês.') })),
    permiteExcedente: Type.Boolean(),
    precoCentavos: centavos('Por mês.'),
    estadoPagamento: ref(Enum.EstadoPagamento),
  },
  {
    examples: [
      {
        codigo: 'INICIAL',
        nome: 'Inicial',
        franquias: [{ tipo: 'ENVELOPE_ENVIADO', quantidade: 20 }],
        permiteExcedente: false,
        precoCentavos: 0,
        estadoPagamento: 'EM_DIA',
      },
    ],
  },
);
export type Plano = Static<typeof Plano>;

export const ItemFatura = named(
  'ItemFatura',
  {
    tipo: nullable(ref(Enum.TipoMedicao), { description: 'Nulo na mensalidade.' }),
    descricao: text({}, 'O que se cobra, em português.'),
    regra: Type.Optional(regra()),
    valores: Type.Optional(valores()),
    quantidade: count(),
    valorUnitarioCentavos: centavos(),
    valorCentavos: centavos(),
  },
  {
    examples: [
      {
        tipo: 'ENVELOPE_ENVIADO',
        descricao: 'Envelopes além da franquia',
        regra: 'envelopesBeyond',
        valores: {},
        quantidade: 5,
        valorUnitarioCentavos: 250,
        valorCentavos: 1250,
      },
    ],
  },
);
export type ItemFatura = Static<typeof ItemFatura>;

export const Fatura = named(
  'Fatura',
  {
    id: uuid(),
    numero: text(),
    periodo: ref(Periodo),
    itens: listOf(ItemFatura),
    totalCentavos: centavos(),
    status: ref(Enum.StatusFatura),
    emitidaEm: dateTime(),
    venceEm: dateTime(),
    linkPagamento: nullable(uri(), {
      description:
        'Página com o que se deve e o código Pix para ler ou copiar; quem tem o link vê só esta fatura. Nulo onde o operador não definiu uma chave Pix.',
    }),
  },
  {
    examples: [
      {
        id: OTHER_ID,
        numero: '2026-000041',
        periodo: exampleOf(Periodo),
        itens: [exampleOf(ItemFatura)],
        totalCentavos: 1250,
        status: 'ABERTA',
        emitidaEm: '2026-12-01T06:00:00.000Z',
        venceEm: '2026-12-10T23:59:59-03:00',
        linkPagamento: null,
      },
    ],
  },
);
export type Fatura = Static<typeof Fatura>;

export const PaginaDeFatura = pagina(Fatura);
export type PaginaDeFatura = Static<typeof PaginaDeFatura>;
