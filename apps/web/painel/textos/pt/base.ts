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
  pularParaConteudo: 'Pular para o conteúdo',
  carregando: 'Carregando…',
  idioma: 'Idioma',
  tituloLongo: { inteiro: 'Mostrar o título inteiro', encurtar: 'Encurtar o título' },
  acoes: {
    fechar: 'Fechar',
    cancelar: 'Cancelar',
    salvar: 'Salvar',
    voltar: 'Voltar',
    continuar: 'Continuar',
    tentarDeNovo: 'Tentar de novo',
    desfazer: 'Desfazer',
    copiar: 'Copiar',
    copiado: 'Copiado',
    mais: 'Mais ações',
    recarregar: 'Recarregar a página',
  },
  ordem: {
    mover: (nome: string) => `Mover ${nome}: arraste, ou use as setas para cima e para baixo`,
    movido: (nome: string, lugar: number, total: number) => `${nome}: ${lugar} de ${total}`,
  },
  navegacao: {
    rotulo: 'Navegação do painel',
    abrir: 'Abrir a navegação',
    fechar: 'Fechar a navegação',
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
    titulares: 'Pedidos de titulares',
    conta: 'Minha conta',
    sessoes: 'Sessões',
    chavesApi: 'Chaves de API',
    webhooks: 'Webhooks',
    usoApi: 'Uso da API',
    caixa: 'Caixa de teste',
  },
  conta: {
    suspensa:
      'Esta organização está suspensa: não cria, não envia e não convida. O que já foi enviado pode ser assinado e lido.',
    confirme: (email: string) =>
      `Confirme o e-mail da sua conta: enviamos um link para ${email}. Até lá, nada do que você faz em produção chega a outras pessoas.`,
    reenviar: 'Enviar outro link',
    reenviado: (email: string) => `Enviamos outro link para ${email}.`,
    confirmado: 'O e-mail já está confirmado.',
  },
  ambiente: {
    rotulo: 'Ambiente',
    PRODUCAO: 'Produção',
    TESTE: 'Teste',
    avisoTeste: 'Ambiente de teste: nada daqui chega a alguém, e os documentos não têm validade jurídica.',
  },
  menu: {
    conta: (nome: string) => `Conta de ${nome}`,
    organizacoes: 'Organizações',
    trocarPara: (nome: string) => `Trocar para ${nome}`,
    atual: 'atual',
    minhaConta: 'Minha conta',
    sair: 'Sair',
  },
  busca: {
    abrir: 'Buscar',
    atalho: 'Ctrl K',
    campo: 'Buscar documentos, telas e ações…',
    nada: 'Nada encontrado.',
    telas: 'Telas',
    documentos: 'Documentos',
    acoes: 'Ações',
  },
  reentrada: {
    titulo: 'Sua sessão terminou',
    texto: 'Entre de novo para continuar de onde parou. Nada do que você fez nesta página se perdeu.',
    outraConta: 'Entrar com outra conta',
  },
  outraAba: {
    titulo: 'Você trocou de conta ou de organização em outra aba',
    texto: 'Esta página ainda mostra a anterior. Recarregue para continuar.',
  },
  papel: PAPEIS,
  momento: {
    agora: 'agora',
    nunca: 'nunca',
  },
  falha: {
    titulo: 'Não foi possível carregar',
    naoEncontrado: 'Não encontrado',
    naoEncontradoTexto: 'O endereço não existe, ou o que havia aqui foi excluído ou é de outra organização.',
    irAosDocumentos: 'Ir para os documentos',
    pagina: 'A página encontrou uma falha',
    paginaTexto: 'Recarregue para continuar do que o serviço registrou.',
    codigo: (requestId: string) => `Código para o suporte: ${requestId}`,
    verChamada: 'Ver a chamada',
    naoSalvo: 'Não foi salvo',
  },
  erros: {
    doServico: asSaid,
    semConexao: 'Sem conexão. Confira a sua internet e tente de novo.',
    foraDoAr: 'O serviço não respondeu. Tente de novo em instantes.',
    limite: (segundos: number) => `Muitas tentativas. Tente de novo em ${plural(segundos, 'segundo', 'segundos')}.`,
    desconhecido: 'Algo deu errado. Tente de novo.',
    porCodigo: CODIGOS as Partial<Record<string, string>>,
  },
};

export type Textos = typeof textos;
