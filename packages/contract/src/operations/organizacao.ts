import { LOGO_BODY_MAX_BYTES } from '../limits.ts';
import { operation } from '../operation.ts';
import {
  ChaveApiCriada,
  ChaveApiEntrada,
  ChavesApiQuery,
  Membro,
  MembroAlteracao,
  MembroEntrada,
  Organizacao,
  OrganizacaoAlteracao,
  PaginaDeChaveApi,
  PaginaDeMembro,
  PaginaDeOrganizacaoDoUsuario,
  PaginaQuery,
  SenhaEntrada,
  TransferenciaEntrada,
} from '../schemas/index.ts';
import { inline, uuid } from '../schemas/kit.ts';
import { body, empty, json } from './kit.ts';

const read = { tag: 'Organização', credential: 'api', scope: 'organizacao:ler', role: 'VISUALIZADOR' } as const;
const write = {
  tag: 'Organização',
  credential: 'api',
  scope: 'organizacao:escrever',
  role: 'ADMINISTRADOR',
  bothEnvironments: true,
} as const;
const own = { tag: 'Organização', credential: 'session', role: 'PROPRIETARIO' } as const;
const keys = { tag: 'Chaves de API', credential: 'session', role: 'ADMINISTRADOR' } as const;
const membroParams = inline({ membroId: uuid() });

export const organizacao = {
  listarOrganizacoes: operation({
    ...read,
    method: 'GET',
    path: '/organizacoes',
    query: PaginaQuery,
    success: 200,
    answer: json(PaginaDeOrganizacaoDoUsuario),
    summary: 'Lista as organizações do usuário',
    description: 'Aquelas de que a pessoa é membro ativo. Com chave de API, exatamente uma: a da chave.',
  }),
  obterOrganizacao: operation({
    ...read,
    method: 'GET',
    path: '/organizacao',
    success: 200,
    answer: json(Organizacao),
    summary: 'Lê a organização da credencial',
    description: 'A chamada autenticada mais barata: serve para conferir se a integração está de pé.',
  }),
  alterarOrganizacao: operation({
    ...write,
    method: 'PATCH',
    path: '/organizacao',
    body: body(OrganizacaoAlteracao, LOGO_BODY_MAX_BYTES),
    success: 200,
    answer: json(Organizacao),
    summary: 'Altera cadastro e marca',
    description:
      'Só o que vier muda. O logo, PNG ou JPEG de até 2 MB, é guardado em PNG, reduzido a no máximo 400 × 160 pontos.',
  }),
  transferirOrganizacao: operation({
    ...own,
    method: 'POST',
    path: '/organizacao/transferir',
    added: true,
    body: body(TransferenciaEntrada),
    success: 200,
    answer: json(Organizacao),
    errors: ['404 NAO_ENCONTRADO', '409 CONFLITO'],
    summary: 'Transfere a propriedade da organização',
    description:
      'O membro, ativo, passa a PROPRIETARIO, e quem chama, a ADMINISTRADOR; outros proprietários continuam. Pede a senha e, de quem tem a verificação em duas etapas, um código do aplicativo; os dois são avisados por e-mail.',
  }),
  excluirOrganizacao: operation({
    ...own,
    method: 'DELETE',
    path: '/organizacao',
    added: true,
    body: body(SenhaEntrada),
    success: 204,
    answer: empty,
    errors: ['409 CONFLITO'],
    summary: 'Encerra a organização',
    description:
      'Pede a senha e, de quem tem a verificação em duas etapas, um código do aplicativo. Com documentos em andamento, em qualquer ambiente, é 409. Começa uma carência de 30 dias (`encerraEm`): nada se cria, se envia nem se convida, e tudo pode ser lido e baixado. Depois dela os membros perdem o acesso, e sessões, chaves, consentimentos OAuth e webhooks terminam; documentos concluídos, trilhas e certificados ficam pelo seu prazo de guarda e podem ser validados. Os membros são avisados por e-mail no pedido e no fim.',
  }),
  restaurarOrganizacao: operation({
    ...own,
    method: 'POST',
    path: '/organizacao/restaurar',
    added: true,
    body: body(SenhaEntrada),
    success: 200,
    answer: json(Organizacao),
    errors: ['409 CONFLITO'],
    summary: 'Desfaz o encerramento da organização',
    description:
      'Durante a carência. Pede a senha e, de quem tem a verificação em duas etapas, um código do aplicativo; os membros são avisados por e-mail.',
  }),
  listarMembros: operation({
    ...read,
    role: 'OPERADOR',
    method: 'GET',
    path: '/organizacao/membros',
    reads: 'replica',
    query: PaginaQuery,
    success: 200,
    answer: json(PaginaDeMembro),
    summary: 'Lista membros',
  }),
  convidarMembro: operation({
    ...write,
    method: 'POST',
    path: '/organizacao/membros',
    body: body(MembroEntrada),
    standing: 'confirmed',
    success: 201,
    answer: json(Membro),
    summary: 'Convida um membro',
    description:
      'Até 20 convites por dia, e 3 por dia a um mesmo endereço. O convite vai por e-mail, vale 7 dias para aquele endereço e serve uma vez. Convidar de novo quem ainda não aceitou renova o convite, com o papel agora dado. Se quem convidou sai, é suspenso ou deixa de poder convidar, o convite deixa de valer. Membros são os mesmos nos dois ambientes; por /sandbox a mensagem fica na caixa de testes, visível a administradores.',
  }),
  alterarMembro: operation({
    ...write,
    method: 'PATCH',
    path: '/organizacao/membros/{membroId}',
    params: membroParams,
    body: body(MembroAlteracao),
    success: 200,
    answer: json(Membro),
    errors: ['409 CONFLITO'],
    summary: 'Altera papel ou situação de um membro',
    description:
      'Só um PROPRIETARIO altera outro ou torna alguém PROPRIETARIO, e o último ativo continua. Suspender encerra as sessões na hora; as chaves da pessoa continuam como na remoção.',
  }),
  excluirMembro: operation({
    ...write,
    method: 'DELETE',
    path: '/organizacao/membros/{membroId}',
    params: membroParams,
    success: 204,
    answer: empty,
    errors: ['409 CONFLITO'],
    summary: 'Remove um membro',
    description:
      'As sessões da pessoa terminam na hora; as chaves que ela criou continuam, com o último papel, mas não alteram membros, papéis nem a organização; GET /chaves-api diz quais são (`membroId`), para revogá-las. Só um PROPRIETARIO remove outro, e o último ativo não sai.',
  }),
};

export const chavesApi = {
  listarChavesApi: operation({
    ...keys,
    method: 'GET',
    path: '/chaves-api',
    query: ChavesApiQuery,
    success: 200,
    answer: json(PaginaDeChaveApi),
    summary: 'Lista chaves de API',
    description: 'Sem os segredos.',
  }),
  criarChaveApi: operation({
    ...keys,
    method: 'POST',
    path: '/chaves-api',
    body: body(ChaveApiEntrada),
    standing: 'active',
    secret: true,
    success: 201,
    answer: json(ChaveApiCriada),
    errors: ['422 LIMITE_EXCEDIDO'],
    summary: 'Cria uma chave de API',
    description:
      'O valor inteiro aparece só nesta resposta. Até 100 chaves ativas por ambiente. Uma chave de produção pede o e-mail da conta confirmado: sem isso, 409 `CONFLITO`.',
  }),
  revogarChaveApi: operation({
    ...keys,
    method: 'DELETE',
    path: '/chaves-api/{chaveId}',
    params: inline({ chaveId: uuid() }),
    success: 204,
    answer: empty,
    summary: 'Revoga uma chave de API',
    description: 'Vale na hora, sem carência.',
  }),
};
