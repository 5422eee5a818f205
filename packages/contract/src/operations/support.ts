import { operation } from '../operation.ts';
import {
  AuthorizationQuery,
  Consumo,
  ContatoEntrada,
  ContatoRecebido,
  ContratoOpenApi,
  DadosDoTitular,
  DecisaoLgpdEntrada,
  ExtratoQuery,
  PaginaDeConcessaoOAuth,
  PaginaDeExtratoLinha,
  PaginaDeFatura,
  PaginaDeSolicitacaoLgpd,
  PaginaQuery,
  Plano,
  PoliticasRetencao,
  PoliticasRetencaoEntrada,
  ResultadoValidacao,
  SolicitacaoLgpd,
  SolicitacaoLgpdEntrada,
  SolicitacoesLgpdQuery,
  TokenEntrada,
  TokenOAuth,
  ValidacaoEntrada,
} from '../schemas/index.ts';
import { inline, uuid } from '../schemas/kit.ts';
import { body, empty, json, tokenParams } from './kit.ts';

const meter = { tag: 'Consumo', credential: 'api', scope: 'consumo:ler', success: 200 } as const;
const lgpd = { tag: 'Proteção de dados', credential: 'api' } as const;
const grants = { tag: 'OAuth', switch: 'oauth', credential: 'session', role: 'PROPRIETARIO' } as const;
const solicitacaoParams = inline({ solicitacaoId: uuid() });

export const consumo = {
  obterConsumo: operation({
    ...meter,
    role: 'ADMINISTRADOR',
    method: 'GET',
    path: '/consumo',
    answer: json(Consumo),
    summary: 'Lê o consumo do período',
    description:
      'O período é o mês corrente no horário de Brasília. `EMAIL_ENVIADO` conta cada mensagem da organização que o ' +
      'servidor de e-mail aceitou; as da conta de uma pessoa, como a troca de senha, não contam para nenhuma. `ARMAZENAMENTO_MB_DIA` soma os megabytes ' +
      'guardados ao fim de cada dia, arredondados para cima. O sandbox nunca é medido.',
  }),
  listarExtrato: operation({
    ...meter,
    role: 'ADMINISTRADOR',
    method: 'GET',
    path: '/consumo/extrato',
    query: ExtratoQuery,
    answer: json(PaginaDeExtratoLinha),
    summary: 'Lista o consumo linha a linha',
    description: 'Do mais recente ao mais antigo. `REQUISICAO_API` tem uma linha por hora, com o total da hora.',
  }),
  obterPlano: operation({
    ...meter,
    role: 'PROPRIETARIO',
    method: 'GET',
    path: '/assinatura-plano',
    reads: 'replica',
    answer: json(Plano),
    summary: 'Lê o plano contratado',
    description:
      'A troca de plano se pede a quem opera o serviço. Vale para o mês inteiro o plano em vigor no fim dele.',
  }),
  listarFaturas: operation({
    ...meter,
    role: 'PROPRIETARIO',
    method: 'GET',
    path: '/faturas',
    reads: 'replica',
    query: PaginaQuery,
    answer: json(PaginaDeFatura),
    summary: 'Lista faturas',
    description:
      'Uma por mês fechado, do mais recente ao mais antigo: mensalidade e envelopes além da franquia. Um mês sem nada a ' +
      'cobrar não tem fatura. O pagamento, por Pix, é anotado por quem opera o serviço.',
  }),
};

export const dataProtection = {
  obterPoliticasRetencao: operation({
    ...lgpd,
    scope: 'organizacao:ler',
    role: 'ADMINISTRADOR',
    method: 'GET',
    path: '/lgpd/politicas-retencao',
    reads: 'replica',
    success: 200,
    answer: json(PoliticasRetencao),
    summary: 'Lê os prazos de guarda',
    description:
      'Enquanto a organização não define os seus: rascunho parado 90 dias, cancelado, expirado ou recusado 365, entrega de webhook 30, registro de chamada 90; concluído não tem prazo.',
  }),
  definirPoliticasRetencao: operation({
    ...lgpd,
    scope: 'organizacao:escrever',
    role: 'PROPRIETARIO',
    method: 'PUT',
    path: '/lgpd/politicas-retencao',
    body: body(PoliticasRetencaoEntrada),
    success: 200,
    answer: json(PoliticasRetencao),
    summary: 'Define os prazos de guarda',
    description:
      'O expurgo, quando ligado, não tem volta. Categoria que não vier fica sem prazo: nada dela é expurgado. CONCLUIDO pede ao menos 1825 dias (cinco anos, a prescrição do art. 206, § 5º, I, do Código Civil e do art. 27 do CDC); CANCELADO_OU_EXPIRADO, que inclui os recusados, não passa do prazo de CONCLUIDO. Cada ambiente tem os seus.',
  }),
  listarSolicitacoesLgpd: operation({
    ...lgpd,
    scope: 'organizacao:ler',
    role: 'ADMINISTRADOR',
    method: 'GET',
    path: '/lgpd/solicitacoes',
    reads: 'replica',
    query: SolicitacoesLgpdQuery,
    success: 200,
    answer: json(PaginaDeSolicitacaoLgpd),
    summary: 'Lista pedidos de titulares',
    description: 'Sem `estado`, só os que ainda esperam resposta: ABERTA e EM_CARENCIA.',
  }),
  criarSolicitacaoLgpd: operation({
    ...lgpd,
    scope: 'organizacao:escrever',
    role: 'OPERADOR',
    method: 'POST',
    path: '/lgpd/solicitacoes',
    body: body(SolicitacaoLgpdEntrada),
    success: 201,
    answer: json(SolicitacaoLgpd),
    summary: 'Abre um pedido de titular',
    description:
      'ACESSO e EXPORTACAO reúnem os dados da pessoa e passam sozinhos a ATENDIDA. CORRECAO fica aberta até a decisão. ELIMINACAO começa em carência de sete dias e só apaga se confirmada. Um documento sob dever legal de guarda nunca é eliminado.',
  }),
  decidirSolicitacaoLgpd: operation({
    ...lgpd,
    scope: 'organizacao:escrever',
    role: 'ADMINISTRADOR',
    method: 'POST',
    path: '/lgpd/solicitacoes/{solicitacaoId}/decidir',
    added: true,
    params: solicitacaoParams,
    body: body(DecisaoLgpdEntrada),
    success: 200,
    answer: json(SolicitacaoLgpd),
    errors: ['409 CONFLITO'],
    summary: 'Confirma ou recusa um pedido de titular',
  }),
  obterArquivoSolicitacaoLgpd: operation({
    ...lgpd,
    scope: 'organizacao:ler',
    role: 'ADMINISTRADOR',
    method: 'GET',
    path: '/lgpd/solicitacoes/{solicitacaoId}/arquivo',
    added: true,
    params: solicitacaoParams,
    success: 200,
    answer: json(DadosDoTitular),
    errors: ['409 CONFLITO'],
    summary: 'Baixa os dados reunidos para um pedido',
    description: 'De ACESSO ou EXPORTACAO já atendida, por trinta dias; antes e depois disso, 409.',
  }),
};

export const anybody = {
  consultarValidacao: operation({
    tag: 'Validação pública',
    credential: 'anonymous',
    host: 'public',
    method: 'POST',
    path: '/validacao/consultar',
    body: body(ValidacaoEntrada),
    success: 200,
    answer: json(ResultadoValidacao),
    summary: 'Confere a autenticidade de um documento',
    description:
      'Sempre responde 200; o desfecho está no corpo. Até 30 consultas por minuto por IP. Não há busca por título, nome ou data. ' +
      'Um `hashArquivo` que não é SHA-256 é NAO_ENCONTRADO, venha o que vier com ele. Documentos do sandbox não constam aqui.',
  }),
  consultarValidacaoSandbox: operation({
    tag: 'Validação pública',
    credential: 'anonymous',
    host: 'public',
    method: 'POST',
    path: '/sandbox/validacao/consultar',
    added: true,
    body: body(ValidacaoEntrada),
    success: 200,
    answer: json(ResultadoValidacao),
    summary: 'Confere um documento de teste',
    description:
      'O mesmo, para os documentos do sandbox, com `ambiente` TESTE na resposta: nenhum deles tem validade jurídica. Conta no ' +
      'mesmo limite.',
  }),
  enviarContato: operation({
    tag: 'Contato',
    credential: 'anonymous',
    host: 'public',
    method: 'POST',
    path: '/contatos',
    idempotent: true,
    body: body(ContatoEntrada),
    success: 202,
    answer: json(ContatoRecebido),
    summary: 'Envia uma mensagem pelo site',
    description: 'Até 5 por hora e 20 por dia por IP; só contam as mensagens aceitas. A resposta traz o protocolo.',
  }),
};

export const servico = {
  baixar: operation({
    tag: 'Documentos',
    credential: 'download-token',
    method: 'GET',
    path: '/downloads/{token}',
    added: true,
    params: tokenParams('O que veio em `url`.'),
    success: 200,
    answer: { kind: 'pdf' },
    summary: 'Baixa por endereço de uso único',
    description: 'Usado ou vencido, responde 404: peça outro.',
  }),
  obterContrato: operation({
    tag: 'Contrato',
    credential: 'anonymous',
    page: true,
    method: 'GET',
    path: '/openapi.json',
    added: true,
    success: 200,
    answer: json(ContratoOpenApi),
    summary: 'Lê este contrato',
  }),
};

export const oauth = {
  autorizarOAuth: operation({
    tag: 'OAuth',
    switch: 'oauth',
    credential: 'anonymous',
    counted: 'oauth',
    page: true,
    host: 'auth',
    method: 'GET',
    path: '/oauth/autorizar',
    query: AuthorizationQuery,
    success: 200,
    answer: { kind: 'html' },
    summary: 'Página de consentimento',
    errors: ['403 PAPEL_INSUFICIENTE', '404 NAO_ENCONTRADO'],
    description:
      'Aberta no navegador de quem está no painel como PROPRIETARIO ou ADMINISTRADOR. Ao consentir, a pessoa volta ao ' +
      '`redirect_uri` com `code`, que vale 60 segundos e uma troca, e `state`; ao recusar, com `error=access_denied`. ' +
      'O aplicativo é registrado por quem opera o serviço, para um dos ambientes. Enquanto o `client_id` e o ' +
      '`redirect_uri` não conferem, nada é redirecionado. Depende de o operador ter ligado o OAuth; sem isso, responde 404.',
  }),
  listarConcessoesOAuth: operation({
    ...grants,
    method: 'GET',
    path: '/oauth/concessoes',
    added: true,
    query: PaginaQuery,
    success: 200,
    answer: json(PaginaDeConcessaoOAuth),
    summary: 'Lista os aplicativos com acesso',
    errors: ['404 NAO_ENCONTRADO'],
    description:
      'O que a organização concedeu neste ambiente, do mais recente ao mais antigo, também o que já terminou. Depende de o ' +
      'operador ter ligado o OAuth; sem isso, responde 404.',
  }),
  encerrarConcessaoOAuth: operation({
    ...grants,
    method: 'DELETE',
    path: '/oauth/concessoes/{concessaoId}',
    added: true,
    params: inline({ concessaoId: uuid() }),
    success: 204,
    answer: empty,
    summary: 'Encerra o acesso de um aplicativo',
    description:
      'Vale na hora: tokens de acesso e de renovação deste consentimento passam a responder como revogados. Para voltar, o ' +
      'aplicativo precisa de outro consentimento.',
  }),
  emitirTokenOAuth: operation({
    tag: 'OAuth',
    switch: 'oauth',
    credential: 'client',
    counted: 'oauth',
    method: 'POST',
    path: '/oauth/token',
    body: { kind: 'form', schema: TokenEntrada },
    success: 200,
    answer: json(TokenOAuth),
    summary: 'Emite ou renova um token',
    errors: ['404 NAO_ENCONTRADO'],
    description:
      'O token de acesso vale uma hora e vai onde iria uma chave de API, no mesmo ambiente: em `/sandbox/oauth/token` só se ' +
      'emitem tokens de teste. Age com o papel atual de quem consentiu, até 60 chamadas por minuto por consentimento. O ' +
      '`refresh_token` vale 90 dias e uma renovação, que traz o seguinte; usá-lo de novo, ou ao `code`, revoga o ' +
      'consentimento. As credenciais do cliente vão no formulário ou por HTTP Basic. Parâmetros desconhecidos são ignorados ' +
      '(RFC 6749, 3.2). Depende de o operador ter ligado o OAuth; sem isso, responde 404.',
  }),
};
