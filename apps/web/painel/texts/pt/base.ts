import type { CodigoErro, Papel } from '@rubrica/contract';
import { asSaid } from '../../../kit/rules/retell.ts';

/** What the frame and the shared parts say. Other languages have the same shape. */

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const ROLES: Record<Papel, string> = {
  PROPRIETARIO: 'Proprietário',
  ADMINISTRADOR: 'Administrador',
  OPERADOR: 'Operador',
  VISUALIZADOR: 'Visualizador',
};

const CODES: Partial<Record<CodigoErro, string>> = {};

export const textos = {
  titulo: (tela: string) => `${tela} — Rubrica`,
  painel: 'Painel',
  skipToContent: 'Pular para o conteúdo',
  loading: 'Carregando…',
  language: 'Idioma',
  longTitle: { whole: 'Mostrar o título inteiro', shorten: 'Encurtar o título' },
  actions: {
    close: 'Fechar',
    cancel: 'Cancelar',
    save: 'Salvar',
    back: 'Voltar',
    goOn: 'Continuar',
    tryAgain: 'Tentar de novo',
    undo: 'Desfazer',
    copy: 'Copiar',
    copied: 'Copiado',
    more: 'Mais ações',
    reloadPage: 'Recarregar a página',
  },
  senha: { show: 'Mostrar a senha', capsLock: 'A tecla Caps Lock está ligada.' },
  ordem: {
    mover: (nome: string) => `Mover ${nome}: arraste, ou use as setas para cima e para baixo`,
    moved: (nome: string, spot: number, total: number) => `${nome}: ${spot} de ${total}`,
  },
  navigation: {
    home: 'Início',
    rotulo: 'Navegação do painel',
    abrir: 'Abrir a navegação',
    close: 'Fechar a navegação',
    documentos: 'Documentos',
    envelopes: 'Envelopes',
    modelos: 'Modelos',
    contatos: 'Contatos',
    organizacao: 'Organização',
    dados: 'Dados',
    marca: 'Marca',
    sections: 'Seções da organização',
    groups: {
      developer: 'Para desenvolvedores',
      company: 'Empresa',
      people: 'Pessoas',
      billing: 'Plano e consumo',
      privacy: 'Privacidade',
    },
    modelosEmail: 'Modelos de e-mail',
    membros: 'Membros',
    consumo: 'Consumo',
    extrato: 'Extrato',
    plano: 'Plano',
    faturas: 'Faturas',
    retencao: 'Prazos de guarda',
    dataSubjects: 'Pedidos de titulares',
    account: 'Minha conta',
    sessoes: 'Sessões',
    chavesApi: 'Chaves de API',
    webhooks: 'Webhooks',
    embedding: 'Assinatura incorporada',
    usoApi: 'Uso da API',
    caixa: 'Caixa de teste',
    linha: 'Linha do tempo',
  },
  contacts: {
    rotulo: 'Contatos',
    found: (count: number) => `${count} ${count === 1 ? 'contato' : 'contatos'}. Setas escolhem, Enter aceita.`,
    keep: 'Guardar nos contatos',
    keepHint: 'Ao enviar. Da próxima vez, basta começar a digitar o nome.',
  },
  account: {
    suspended:
      'Esta organização está suspensa: não cria, não envia e não convida. O que já foi enviado pode ser assinado e lido.',
    confirmIt: (email: string) =>
      `Confirme o e-mail da sua conta: enviamos um link para ${email}. Até lá, nada do que você faz em produção chega a outras pessoas.`,
    reenviar: 'Enviar outro link',
    resent: (email: string) => `Enviamos outro link para ${email}.`,
    confirmed: 'O e-mail já está confirmado.',
  },
  ambiente: {
    rotulo: 'Ambiente',
    PRODUCAO: 'Produção',
    TESTE: 'Teste',
    testNotice: 'Ambiente de teste: nada daqui chega a alguém, e os documentos não têm validade jurídica.',
  },
  menu: {
    account: (nome: string) => `Conta de ${nome}`,
    organizacoes: 'Organizações',
    switchTo: (nome: string) => `Trocar para ${nome}`,
    atual: 'atual',
    myAccount: 'Minha conta',
    sair: 'Sair',
  },
  busca: {
    open: 'Buscar',
    shortcut: 'Ctrl K',
    campo: 'Buscar documentos, telas e ações…',
    nothing: 'Nada encontrado.',
    screens: 'Ir para',
    documentsOf: (email: string) => `Documentos de ${email}`,
    people: 'Pessoas',
    acts: 'Fazer com o documento',
    commands: {
      documento: 'Novo documento…',
      envelope: 'Novo envelope',
      modelo: 'Usar um modelo',
      convidar: 'Convidar alguém',
      chave: 'Nova chave de API',
      enviar: (titulo: string) => `Enviar: ${titulo}`,
    },
    documentos: 'Documentos',
    actions: 'Ações',
  },
  reentry: {
    titulo: 'Sua sessão terminou',
    texto: 'Entre de novo para continuar de onde parou. Nada do que você fez nesta página se perdeu.',
    otherAccount: 'Entrar com outra conta',
  },
  otherTab: {
    titulo: 'Você trocou de conta ou de organização em outra aba',
    texto: 'Esta página ainda mostra a anterior. Recarregue para continuar.',
  },
  papel: ROLES,
  moment: {
    now: 'agora',
    never: 'nunca',
  },
  falha: {
    titulo: 'Não foi possível carregar',
    notFound: 'Não encontrado',
    notFoundText: 'O endereço não existe, ou o que havia aqui foi excluído ou é de outra organização.',
    goToDocumentos: 'Ir para os documentos',
    pagina: 'A página encontrou uma falha',
    pageText: 'Recarregue para continuar do que o serviço registrou.',
    codigo: (requestId: string) => `Código para o suporte: ${requestId}`,
    seeCall: 'Ver a chamada',
    notSaved: 'Não foi salvo',
  },
  erros: {
    fromService: asSaid,
    noConnection: 'Sem conexão. Confira a sua internet e tente de novo.',
    offline: 'O serviço não respondeu. Tente de novo em instantes.',
    limite: (segundos: number) => `Muitas tentativas. Tente de novo em ${plural(segundos, 'segundo', 'segundos')}.`,
    unknown: 'Algo deu errado. Tente de novo.',
    byCode: CODES as Partial<Record<string, string>>,
  },
};

export type Textos = typeof textos;
