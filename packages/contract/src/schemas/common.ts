import { type Static, Type } from 'typebox';
import { DIGITS } from '../data-rules.ts';
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../limits.ts';
import { Enum } from './enums.ts';
import { DOCS_URL, OTHER_ID } from './example-values.ts';
import {
  count,
  dateTime,
  inline,
  listOf,
  named,
  nullable,
  ref,
  regra,
  stringEnum,
  text,
  uuid,
  valores,
} from './kit.ts';

export const ErroDeCampo = named(
  'ErroDeCampo',
  {
    campo: text({}, 'Onde está o problema: `signatarios[2].cpf`, `arquivo`, `query.limite`.'),
    mensagem: text({}, 'O que está errado, em uma frase em português que se pode mostrar a uma pessoa.'),
    regra: regra(),
    valores: valores(),
  },
  {
    examples: [
      {
        campo: 'signatarios[0].telefone',
        mensagem: 'É obrigatório quando o fator SMS_OTP é exigido.',
        regra: 'neededByFactor',
        valores: { fator: 'SMS_OTP' },
      },
    ],
  },
);
export type ErroDeCampo = Static<typeof ErroDeCampo>;

export const EncerramentoDoLink = named(
  'EncerramentoDoLink',
  {
    organizacao: text({}, 'Nome de quem enviou.'),
    documentos: Type.Array(
      inline({
        titulo: text(),
        situacao: stringEnum(['CANCELADO', 'EXPIRADO', 'RECUSADO']),
        motivo: nullable(text(), {
          description:
            'O que quem cancelou escreveu; nulo nas outras situações, e enquanto quem enviou está suspenso pelo serviço.',
        }),
      }),
    ),
  },
  {
    description:
      'O que se diz a quem abre o link de um documento que foi cancelado, recusado ou expirou. Nada se diz de um link substituído, de um signatário removido ou de um documento excluído.',
    examples: [
      {
        organizacao: 'Imobiliária Acácia Ltda.',
        documentos: [
          {
            titulo: 'Contrato de locação — Rua das Acácias, 120',
            situacao: 'CANCELADO',
            motivo: 'O imóvel foi vendido.',
          },
        ],
      },
    ],
  },
);
export type EncerramentoDoLink = Static<typeof EncerramentoDoLink>;

export const Erro = named(
  'Erro',
  {
    type: text({ format: 'uri' }, 'Endereço da explicação do código.'),
    title: text({}, 'Texto curto, igual em todas as ocorrências do código.'),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: text({}, 'O que houve nesta chamada, em uma frase em português.'),
    regra: regra(),
    valores: valores(),
    instance: text({}, 'Caminho da requisição.'),
    codigo: ref(Enum.CodigoErro),
    requestId: uuid('Identifica a chamada; registre-o e informe-o ao suporte.'),
    erros: Type.Optional(listOf(ErroDeCampo, { description: 'Todos os problemas da entrada, de uma vez.' })),
    desafioId: Type.Optional(uuid('Só com MFA_OBRIGATORIO: o desafio a responder com o segundo fator.')),
    tentativasRestantes: Type.Optional(
      count('Só na resposta errada de um signatário: quantas faltam para o fator descansar.'),
    ),
    situacaoLink: Type.Optional(
      ref(Enum.SituacaoLink, {
        description: 'Só com LINK_INDISPONIVEL, quando se sabe: por que o link não vale mais.',
      }),
    ),
    encerramento: Type.Optional(
      ref(EncerramentoDoLink, { description: 'Só com LINK_INDISPONIVEL, se o documento terminou: o que e como.' }),
    ),
  },
  {
    description: 'Toda recusa e toda falha, no formato da RFC 9457.',
    examples: [
      {
        type: `${DOCS_URL}/erros.html#entrada_invalida`,
        title: 'Entrada inválida',
        status: 400,
        detail: 'Há campos que não cumprem o contrato.',
        regra: 'notByContract',
        valores: {},
        instance: '/v1/documentos',
        codigo: 'ENTRADA_INVALIDA',
        requestId: OTHER_ID,
        erros: [
          {
            campo: 'titulo',
            mensagem: 'Deve ter no máximo 300 caracteres.',
            regra: 'maxLength',
            valores: { n: 300 },
          },
        ],
      },
    ],
  },
);
export type Erro = Static<typeof Erro>;

export const ConteudoAtivo = named(
  'ConteudoAtivo',
  {
    tipo: ref(Enum.TipoConteudoAtivo),
    descricao: text({}, 'Uma frase que se pode mostrar a uma pessoa.'),
    paginas: Type.Array(Type.Integer({ minimum: 1 }), {
      description: 'Em que páginas está; vazio quando é do arquivo como um todo.',
    }),
  },
  {
    description:
      'O que o arquivo enviado traz e age por si, se esconde, ou se perde ao assinar. O que age é desarmado no arquivo assinado.',
    examples: [
      { tipo: 'JAVASCRIPT', descricao: 'Código JavaScript, que não é executado no documento assinado.', paginas: [] },
    ],
  },
);
export type ConteudoAtivo = Static<typeof ConteudoAtivo>;

export const Geolocalizacao = named(
  'Geolocalizacao',
  {
    pais: nullable(text({ minLength: 2, maxLength: 2 }, 'Código ISO 3166-1 de duas letras.')),
    estado: nullable(text()),
    cidade: nullable(text()),
    latitude: nullable(Type.Number({ minimum: -90, maximum: 90 })),
    longitude: nullable(Type.Number({ minimum: -180, maximum: 180 })),
    precisao: text({}, 'Até onde a estimativa chega: `PAIS`, `ESTADO` ou `CIDADE`.'),
  },
  {
    description: 'Lugar aproximado, estimado a partir do IP. Não é GPS.',
    examples: [
      { pais: 'BR', estado: 'SP', cidade: 'Campinas', latitude: -22.9, longitude: -47.06, precisao: 'CIDADE' },
    ],
  },
);
export type Geolocalizacao = Static<typeof Geolocalizacao>;

export const Periodo = named(
  'Periodo',
  { inicio: dateTime('Primeiro instante do período.'), fim: dateTime('Primeiro instante depois do período.') },
  { examples: [{ inicio: '2026-11-01T00:00:00-03:00', fim: '2026-12-01T00:00:00-03:00' }] },
);
export type Periodo = Static<typeof Periodo>;

/** Query parameters of every listing. The server coerces only the query from text, never a body. */
export const pageQuery = {
  limite: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: PAGE_LIMIT_DEFAULT,
      description: `Itens por página, de 1 a ${PAGE_LIMIT_MAX}. Um valor maior vale ${PAGE_LIMIT_MAX}. ${DIGITS}`,
    }),
  ),
  cursor: Type.Optional(
    text(
      { minLength: 1, maxLength: 2000 },
      'O `proximoCursor` da página anterior, com os mesmos filtros. Vale por 24 horas.',
    ),
  ),
};

export const PaginaQuery = inline(pageQuery);
export type PaginaQuery = Static<typeof PaginaQuery>;
