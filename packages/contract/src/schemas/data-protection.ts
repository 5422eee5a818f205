import { type Static, Type } from 'typebox';
import { RETENTION_CATEGORIES } from '../enums.ts';
import { DESCRIPTION_MAX_CHARS, NAME_MAX_CHARS, REASON_MAX_CHARS } from '../limits.ts';
import { EventoAuditoria } from './auditoria.ts';
import { DadosNoEnvio, ProvadoPara } from './certificado-v2.ts';
import { Cliente } from './cliente.ts';
import { pageQuery } from './common.ts';
import { Enum } from './enums.ts';
import { CPF, CREATED_AT, DOCUMENTO_ID, ORGANIZACAO_ID, OTHER_ID, SIGNATARIO_ID, SIGNED_AT } from './example-values.ts';
import {
  checkedCpf,
  count,
  dateTime,
  email,
  freeText,
  inline,
  listOf,
  named,
  nullable,
  pagina,
  ref,
  sha256,
  stringEnum,
  text,
  uuid,
  writtenText,
} from './kit.ts';
import { ownReferenceShown } from './own-reference.ts';

export const SolicitacaoLgpdEntrada = named(
  'SolicitacaoLgpdEntrada',
  {
    tipo: ref(Enum.TipoSolicitacao),
    titular: inline({
      nome: writtenText(NAME_MAX_CHARS),
      email: email(),
      cpf: Type.Optional(checkedCpf('Com ele se encontram também os dados que a pessoa deu com outro e-mail.')),
    }),
    descricao: Type.Optional(freeText(DESCRIPTION_MAX_CHARS)),
  },
  {
    examples: [
      { tipo: 'ACESSO', titular: { nome: 'Marina Duarte Leal', email: 'marina.leal@exemplo.com.br', cpf: CPF } },
    ],
  },
);
export type SolicitacaoLgpdEntrada = Static<typeof SolicitacaoLgpdEntrada>;

const portion = {
  dado: text({}, 'O que é: `SIGNATARIO`, `CAMPO_PREENCHIDO`, `MENSAGEM`, `EVENTO_WEBHOOK`, `DOCUMENTO`…'),
  quantidade: count(),
};

export const ResultadoEliminacao = named(
  'ResultadoEliminacao',
  {
    eliminados: Type.Array(inline(portion)),
    mantidos: Type.Array(inline({ ...portion, motivo: text({}, 'Por que a lei manda ou permite guardar.') })),
  },
  {
    description: 'O que uma eliminação apagou e o que foi mantido.',
    examples: [
      {
        eliminados: [{ dado: 'SIGNATARIO', quantidade: 2 }],
        mantidos: [
          {
            dado: 'DOCUMENTO_CONCLUIDO',
            quantidade: 1,
            motivo: 'Guarda para o exercício regular de direitos (LGPD, art. 7º, VI, e art. 16, I).',
          },
        ],
      },
    ],
  },
);
export type ResultadoEliminacao = Static<typeof ResultadoEliminacao>;

export const SolicitacaoLgpd = named(
  'SolicitacaoLgpd',
  {
    id: uuid(),
    tipo: ref(Enum.TipoSolicitacao),
    estado: ref(Enum.EstadoSolicitacao),
    titular: inline({ nome: text(), email: text(), cpf: nullable(text()) }),
    descricao: nullable(text()),
    prazoLegalEm: dateTime('Quinze dias depois da abertura.'),
    vencida: Type.Boolean({ description: 'O prazo legal passou e o pedido continua aberto.' }),
    carenciaAte: nullable(dateTime(), { description: 'Só em ELIMINACAO: antes disto nada é apagado.' }),
    confirmadaEm: nullable(dateTime(), { description: 'Só em ELIMINACAO: quando se confirmou que é para apagar.' }),
    criadaEm: dateTime(),
    encerradaEm: nullable(dateTime(), { description: 'Quando foi atendida ou recusada.' }),
    motivoRecusa: nullable(text()),
    arquivoDisponivelAte: nullable(dateTime(), {
      description: 'Até quando se baixam os dados reunidos; nulo quando não há o que baixar.',
    }),
    resultado: nullable(ref(ResultadoEliminacao)),
  },
  {
    examples: [
      {
        id: OTHER_ID,
        tipo: 'ACESSO',
        estado: 'ABERTA',
        titular: { nome: 'Marina Duarte Leal', email: 'marina.leal@exemplo.com.br', cpf: null },
        descricao: null,
        prazoLegalEm: '2026-11-18T14:05:12.480Z',
        vencida: false,
        carenciaAte: null,
        confirmadaEm: null,
        criadaEm: CREATED_AT,
        encerradaEm: null,
        motivoRecusa: null,
        arquivoDisponivelAte: null,
        resultado: null,
      },
    ],
  },
);
export type SolicitacaoLgpd = Static<typeof SolicitacaoLgpd>;

export const PaginaDeSolicitacaoLgpd = pagina(SolicitacaoLgpd);
export type PaginaDeSolicitacaoLgpd = Static<typeof PaginaDeSolicitacaoLgpd>;

export const SolicitacoesLgpdQuery = inline({
  ...pageQuery,
  estado: Type.Optional(
    ref(Enum.EstadoSolicitacao, {
      description: 'Só as deste estado; ausente, as que ainda esperam resposta: ABERTA e EM_CARENCIA.',
    }),
  ),
});
export type SolicitacoesLgpdQuery = Static<typeof SolicitacoesLgpdQuery>;

export const DecisaoLgpdEntrada = named(
  'DecisaoLgpdEntrada',
  {
    decisao: stringEnum(['CONFIRMAR', 'RECUSAR'], {
      description:
        'CONFIRMAR uma eliminação autoriza apagar ao fim da carência; CONFIRMAR uma correção diz que ela já foi feita. RECUSAR encerra o pedido, também durante a carência.',
    }),
    motivo: Type.Optional(writtenText(REASON_MAX_CHARS, 'Obrigatório ao recusar: o titular tem direito a ele.')),
  },
  { examples: [{ decisao: 'CONFIRMAR' }] },
);
export type DecisaoLgpdEntrada = Static<typeof DecisaoLgpdEntrada>;

const exportedSigner = inline({
  id: uuid(),
  nome: nullable(text()),
  email: nullable(text()),
  telefone: nullable(text()),
  cpf: nullable(text()),
  dataNascimento: nullable(text()),
  funcao: ref(Enum.FuncaoSignatario),
  status: ref(Enum.StatusSignatario),
  metodoEntrega: ref(Enum.MetodoEntrega),
  clienteId: nullable(text()),
  ...ownReferenceShown,
  enviadoEm: nullable(dateTime()),
  visualizadoEm: nullable(dateTime()),
  autenticadoEm: nullable(dateTime()),
  assinadoEm: nullable(dateTime()),
  recusadoEm: nullable(dateTime()),
  motivoRecusa: nullable(text()),
  paginasLidas: count(),
  leituraSegundos: Type.Number({ minimum: 0 }),
  aceitoEm: nullable(dateTime()),
  evidencia: Type.Unsafe<Record<string, unknown> | null>({
    type: ['object', 'null'],
    additionalProperties: true,
    description: 'Endereço, navegador e lugar aproximado registrados ao assinar.',
  }),
  substituidoEm: nullable(dateTime(), {
    description:
      'Quando outra pessoa passou a ocupar o lugar, por correção do remetente ou por delegação; nulo se é dela. Do lugar, então, só se diz o que foi dela, e `status` é CANCELADO.',
  }),
  noEnvio: nullable(ref(DadosNoEnvio), {
    description:
      'Os dados da pessoa como eram no envio do documento. Nulo se o envio era para outra, e nulo nele o que era de outra.',
  }),
  assinaturas: Type.Array(inline({ uso: text(), imagem: text({}, 'PNG, como data URI.') })),
  camposPreenchidos: Type.Array(
    inline({
      tipo: ref(Enum.TipoCampo),
      rotulo: nullable(text()),
      valor: nullable(text()),
      imagem: nullable(text()),
      preenchidoEm: dateTime(),
    }),
  ),
  fatoresCumpridos: Type.Array(
    inline({ fator: ref(Enum.FatorAutenticacao), cumpridoEm: dateTime(), provadoPara: nullable(ref(ProvadoPara)) }),
  ),
  envios: Type.Array(inline({ canal: text(), destino: nullable(text()), criadoEm: dateTime() })),
});

export const DocumentoDoTitular = named(
  'DocumentoDoTitular',
  {
    id: uuid(),
    titulo: text(),
    status: ref(Enum.StatusDocumento),
    criadoEm: dateTime(),
    finalizadoEm: nullable(dateTime()),
    codigoValidacao: nullable(text()),
    hashArquivo: sha256('SHA-256 do arquivo que a pessoa recebeu para assinar ou, concluído, do assinado.'),
    signatario: exportedSigner,
    eventos: listOf(EventoAuditoria, { description: 'Da trilha do documento, os que dizem respeito à pessoa.' }),
  },
  {
    description: 'Um documento em que a pessoa figura, com o que dela se guarda.',
    examples: [
      {
        id: DOCUMENTO_ID,
        titulo: 'Contrato de locação',
        status: 'RASCUNHO',
        criadoEm: CREATED_AT,
        finalizadoEm: null,
        codigoValidacao: null,
        hashArquivo: '9f2c1d70b8e64a35f1097cbb5e38d2a4601f7be93c85da2246f0b1c97e5d3a88',
        signatario: {
          id: SIGNATARIO_ID,
          nome: 'Marina Duarte Leal',
          email: 'marina.leal@exemplo.com.br',
          telefone: null,
          cpf: null,
          dataNascimento: null,
          funcao: 'ASSINAR',
          status: 'PENDENTE',
          metodoEntrega: 'EMAIL',
          clienteId: null,
          referenciaExterna: null,
          metadados: {},
          enviadoEm: null,
          visualizadoEm: null,
          autenticadoEm: null,
          assinadoEm: null,
          recusadoEm: null,
          motivoRecusa: null,
          paginasLidas: 0,
          leituraSegundos: 0,
          aceitoEm: null,
          evidencia: null,
          substituidoEm: null,
          noEnvio: null,
          assinaturas: [],
          camposPreenchidos: [],
          fatoresCumpridos: [],
          envios: [],
        },
        eventos: [],
      },
    ],
  },
);
export type DocumentoDoTitular = Static<typeof DocumentoDoTitular>;

export const DadosDoTitular = named(
  'DadosDoTitular',
  {
    solicitacaoId: uuid(),
    geradoEm: dateTime(),
    organizacao: inline({ id: uuid(), nome: text() }),
    ambiente: ref(Enum.Ambiente),
    titular: inline({ nome: text(), email: text(), cpf: nullable(text()) }),
    documentos: listOf(DocumentoDoTitular),
    clientes: listOf(Cliente, { description: 'O que o cadastro da organização diz da pessoa.' }),
    mensagens: Type.Array(
      inline({
        canal: ref(Enum.CanalMensagem),
        destino: text(),
        assunto: nullable(text()),
        texto: text(),
        criadoEm: dateTime(),
      }),
      { description: 'Mensagens à pessoa que ficaram guardadas.' },
    ),
    membros: Type.Array(
      inline({
        id: uuid(),
        nome: nullable(text()),
        email: text(),
        papel: ref(Enum.Papel),
        criadoEm: dateTime(),
        ultimoAcessoEm: nullable(dateTime()),
        removidoEm: nullable(dateTime()),
      }),
      { description: 'A participação da pessoa na organização, se houver.' },
    ),
    pedidosDeFormulario: Type.Array(
      inline({
        id: uuid(),
        titulo: text({ description: 'Do link público.' }),
        nome: text({ description: 'Como escreveu quem pediu.' }),
        email: text(),
        idioma: nullable(ref(Enum.Idioma)),
        pedidoEm: dateTime(),
        expiraEm: dateTime(),
      }),
      { description: 'O que se pediu por links públicos com o endereço da pessoa e ainda não foi confirmado.' },
    ),
    linksDeModelo: Type.Array(
      inline({
        id: uuid(),
        modeloId: uuid(),
        titulo: text(),
        papelId: uuid('Papel do modelo que a pessoa ocupa.'),
        nome: nullable(text()),
        email: nullable(text()),
        telefone: nullable(text()),
        cpf: nullable(text()),
        dataNascimento: nullable(text()),
        ...ownReferenceShown,
        criadoEm: dateTime(),
        encerradoEm: nullable(dateTime()),
      }),
      { description: 'Links públicos que põem a pessoa em todo documento feito por eles, com o que dizem dela.' },
    ),
    autenticadorDesde: nullable(dateTime(), { description: 'Desde quando há um aplicativo autenticador cadastrado.' }),
    solicitacoes: Type.Array(
      inline({
        id: uuid(),
        tipo: ref(Enum.TipoSolicitacao),
        estado: ref(Enum.EstadoSolicitacao),
        criadaEm: dateTime(),
      }),
      { description: 'Os pedidos que a pessoa já fez.' },
    ),
  },
  {
    description: 'Tudo o que a organização guarda de uma pessoa, no momento em que se reuniu.',
    examples: [
      {
        solicitacaoId: OTHER_ID,
        geradoEm: SIGNED_AT,
        organizacao: { id: ORGANIZACAO_ID, nome: 'Acácia Imóveis Ltda.' },
        ambiente: 'PRODUCAO',
        titular: { nome: 'Marina Duarte Leal', email: 'marina.leal@exemplo.com.br', cpf: null },
        documentos: [],
        clientes: [],
        mensagens: [],
        membros: [],
        pedidosDeFormulario: [],
        linksDeModelo: [],
        autenticadorDesde: null,
        solicitacoes: [{ id: OTHER_ID, tipo: 'ACESSO', estado: 'ABERTA', criadaEm: CREATED_AT }],
      },
    ],
  },
);
export type DadosDoTitular = Static<typeof DadosDoTitular>;

const politica = {
  categoria: ref(Enum.CategoriaRetencao),
  dias: Type.Integer({ minimum: 1, maximum: 36_525, description: 'Por quantos dias guardar.' }),
};
const politicasExample = { politicas: [{ categoria: 'RASCUNHO', dias: 90 }] };

export const PoliticaRetencao = named('PoliticaRetencao', politica, { examples: politicasExample.politicas });
export type PoliticaRetencao = Static<typeof PoliticaRetencao>;

export const PoliticasRetencao = named(
  'PoliticasRetencao',
  { politicas: listOf(PoliticaRetencao) },
  { description: 'Prazo de guarda de cada categoria; categoria ausente não tem prazo.', examples: [politicasExample] },
);
export type PoliticasRetencao = Static<typeof PoliticasRetencao>;

export const PoliticasRetencaoEntrada = named(
  'PoliticasRetencaoEntrada',
  { politicas: Type.Array(inline(politica), { maxItems: RETENTION_CATEGORIES.length }) },
  { description: 'Substitui todas; uma entrada por categoria.', examples: [politicasExample] },
);
export type PoliticasRetencaoEntrada = Static<typeof PoliticasRetencaoEntrada>;
