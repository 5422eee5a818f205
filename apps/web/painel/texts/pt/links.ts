import type { MotivoImpedimento, SituacaoFormulario } from '@rubrica/contract';

const situacao: Record<SituacaoFormulario, string> = {
  ABERTO: 'Aberto',
  ENCERRADO: 'Encerrado',
  ESGOTADO: 'Completo',
  VENCIDO: 'Prazo encerrado',
};

const number = (count: number) => count.toLocaleString('pt-BR');

export const textos = {
  titulo: 'Links públicos',
  blank:
    'Um link que qualquer pessoa abre, de um site, de um cartaz ou de um QR code: ela informa nome e e-mail, confirma o endereço e assina um documento só dela. Serve para termos de adesão, autorizações e regulamentos. Cada resposta consome um envelope.',
  create: 'Criar link público',
  fresh: 'Novo link público',
  more: 'Carregar mais',
  done: 'Link público criado. Copie-o e divulgue onde quiser.',
  noAccess: 'Seu papel não cria links públicos. Fale com um operador ou administrador da organização.',
  situacao,
  answers: (count: number, limite: number | null) =>
    limite === null
      ? `${number(count)} ${count === 1 ? 'resposta' : 'respostas'}`
      : `${number(count)} de ${number(limite)} ${limite === 1 ? 'resposta' : 'respostas'}`,
  until: 'Até',
  stopped: {
    tag: 'Parado',
    since: 'Desde',
    reasons: {
      FRANQUIA_ESGOTADA: 'a franquia de envelopes do mês acabou, e quem confirma não recebe o documento.',
      RASCUNHOS_DEMAIS:
        'a organização tem todos os rascunhos que o plano permite, e quem confirma não recebe o documento.',
      MODELO_INCOMPLETO: 'o modelo, ou algo que o link usa, mudou, e falta alguma coisa para gerar o documento.',
      ORGANIZACAO_SUSPENSA: 'a organização está suspensa ou em encerramento e não envia documentos.',
    } satisfies Record<MotivoImpedimento, string>,
  },
  copyOf: (titulo: string) => `Copiar o link “${titulo}”`,
  form: {
    link: 'O link',
    titulo: 'Título',
    titleHint: 'O que se lê no alto da página de quem abre o link.',
    giveTitle: 'Dê um título ao link.',
    limite: 'Limite de respostas',
    limitHint: 'Em branco, não há limite.',
    expiraEm: 'Recebe respostas até',
    untilHint: 'Em branco, até ser encerrado.',
    people: 'Quem assina',
    papel: 'Papel de quem abre o link',
    alone: (papel: string) => `Quem abre o link, como ${papel}.`,
    roleHint: 'Os outros papéis são das mesmas pessoas em todas as respostas.',
    prazoDias: 'Dias para assinar',
    daysHint: 'A contar da confirmação do e-mail. Em branco, sem prazo.',
  },
  change: { menu: 'Título, limite e prazo', titulo: 'Alterar o link público', done: 'Link público alterado.' },
  end: {
    menu: 'Encerrar',
    titulo: 'Encerrar o link público?',
    texto:
      'Ele não recebe mais respostas e não pode ser reaberto; quem o abrir verá que está encerrado. Os documentos feitos por ele seguem como estão.',
    confirm: 'Encerrar o link',
    done: 'Link público encerrado.',
  },
  picture: {
    menu: 'QR code',
    titulo: 'QR code do link',
    texto: 'Para cartazes, balcões e materiais impressos: quem aponta a câmera abre o link.',
    alt: (titulo: string) => `QR code do link “${titulo}”`,
    download: 'Baixar a imagem',
  },
};

export type Textos = typeof textos;
