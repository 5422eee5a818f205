import type { CodigoErro, Papel } from '@rubrica/contract';
import { asSaid } from '../../../kit/rules/retell.ts';

/** What the frame and the shared parts say. Other languages have the same shape. */

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const PAPEIS: Record<Papel, string> = {
  PROPRIETARIO: 'Proprietário',
  ADMINISTRADOR: 'Administrador',
  OPERADOR: 'Operador',
  VISUALIZADOR: 'Visualizador',
};

const CODIGOS: Partial<Record<CodigoErro, string>> = {};

export const textos = {
  titulo: (tela: string) => `${tela} — Rubrica`,
  painel: 'Painel',
  skipToContent: 'Pular para o conteúdo',
  loading: 'Carregando…',
  language: 'Idioma',
  longTitle: { whole: 'Mostrar o título inteiro', shorten: 'Encurtar o título' },
  actions: {
    close: 'Fechar',
    cancelar: 'Cancelar',
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
  ordem: {
    mover: (nome: string) => `Mover ${nome}: arraste, ou use as setas para cima e para baixo`,
    movido: (nome: string, spot: number, total: number) => `${nome}: ${spot} de ${total}`,
  },
  navigation: {
    rotulo: 'Navegação do painel',
    abrir: 'Abrir a navegação',
    close: 'Fechar a navegação',
    documentos: 'Documentos',
    envelopes: 'Envelopes',
    modelos: 'Modelos',
    organizacao: 'Organização',
    marca: 'Marca da organização',
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
    usoApi: 'Uso da API',
    caixa: 'Caixa de teste',
  },
  account: {
    suspensa:
      'Esta organização está suspensa: não cria, não envia e não convida. O que já foi enviado pode ser assinado e lido.',
    confirmIt: (email: string) =>
      `Confirme o e-mail da sua conta: enviamos um link para ${email}. Até lá, nada do que você faz em produção chega a outras pessoas.`,
    reenviar: 'Enviar outro link',
    reenviado: (email: string) => `Enviamos outro link para ${email}.`,
    confirmado: 'O e-mail já está confirmado.',
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
    abrir: 'Buscar',
    shortcut: 'Ctrl K',
    campo: 'Buscar documentos, telas e ações…',
    nothing: 'Nada encontrado.',
    telas: 'Telas',
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
  papel: PAPEIS,
  moment: {
    now: 'agora',
    never: 'nunca',
  },
  falha: {
    titulo: 'Não foi possível carregar',
    naoEncontrado: 'Não encontrado',
    naoEncontradoTexto: 'O endereço não existe, ou o que havia aqui foi excluído ou é de outra organização.',
    goToDocumentos: 'Ir para os documentos',
    pagina: 'A página encontrou uma falha',
    paginaTexto: 'Recarregue para continuar do que o serviço registrou.',
    codigo: (requestId: string) => `Código para o suporte: ${requestId}`,
    seeCall: 'Ver a chamada',
    notSaved: 'Não foi salvo',
  },
  erros: {
    doServico: asSaid,
    noConnection: 'Sem conexão. Confira a sua internet e tente de novo.',
    offline: 'O serviço não respondeu. Tente de novo em instantes.',
    limite: (segundos: number) => `Muitas tentativas. Tente de novo em ${plural(segundos, 'segundo', 'segundos')}.`,
    unknown: 'Algo deu errado. Tente de novo.',
    porCodigo: CODIGOS as Partial<Record<string, string>>,
  },
};

export type Textos = typeof textos;
