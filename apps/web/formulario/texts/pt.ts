/** Every text of the page. Other languages have the same shape. */

import { asSaid } from '../../kit/rules/retell.ts';

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** Of what keeps somebody from filling in, where there is more to say than the service says. */
const troubles = {
  unknown: {
    titulo: 'Não encontramos este link',
    texto: [
      'Confira se o endereço está completo: alguns aplicativos cortam links longos.',
      'Se o problema continuar, peça o link outra vez a quem o enviou.',
    ],
  },
  over: { titulo: 'Respostas encerradas', texto: ['Se você ainda precisa assinar, fale com quem enviou o link.'] },
  another: { titulo: 'Falta pedir outra mensagem', texto: [] },
  unavailable: { titulo: 'Não é possível responder agora', texto: [] },
  limit: { titulo: 'Muitas tentativas seguidas', texto: ['Espere um pouco e tente de novo.'] },
  down: {
    titulo: 'O serviço está fora do ar por um instante',
    texto: ['Nada se perdeu. Tente de novo em alguns segundos.'],
  },
  offline: {
    titulo: 'Sem conexão com a internet',
    texto: ['Confira o Wi-Fi ou os dados móveis. A página continua sozinha quando a conexão voltar.'],
  },
  refused: { titulo: 'O serviço não aceitou o pedido', texto: [] },
} satisfies Record<string, { titulo: string; texto: string[] }>;

export const pt = {
  fromService: asSaid,
  pageTitle: 'Documento para assinar',
  skipToContent: 'Pular para o conteúdo',
  language: 'Idioma',
  opening: 'Abrindo…',
  footer: 'Assinatura eletrônica por Rubrica',
  footerLinks: 'Ajuda',
  reportSender: 'Denunciar o remetente',
  reportSubject: (remetente: string) => `Denúncia do remetente ${remetente}`,
  privacy: 'Privacidade',
  again: 'Tentar de novo',
  againIn: (left: string) => `Tentar de novo em ${left}`,
  minutes: (count: number) => plural(count, 'minuto', 'minutos'),
  test: 'Ambiente de teste: nada do que se assina aqui tem validade jurídica.',
  troubles: troubles as Record<keyof typeof troubles, { titulo: string; texto: string[] }>,
  failures: {
    limit: (left: string) => `Muitos pedidos seguidos. Você poderá tentar de novo em ${left}.`,
    over: 'Já é possível tentar de novo.',
    down: 'O serviço não respondeu. O que você preencheu continua aqui: tente de novo em instantes.',
    offline: 'Sem conexão com a internet. O que você preencheu continua aqui: tente de novo quando a conexão voltar.',
  },
  form: {
    request: (remetente: string) => `${remetente} convida você a ler e assinar este documento.`,
    pages: (count: number) => `Documento de ${plural(count, 'página', 'páginas')}`,
    role: (papel: string) => `Seu papel: ${papel}`,
    nome: 'Seu nome completo',
    nameHint: 'Como deve aparecer no documento assinado.',
    email: 'Seu e-mail',
    missing: {
      nome: 'Informe o seu nome.',
      email: 'Confira o e-mail: falta algo, como em nome@exemplo.com.br.',
    },
    next: 'Vamos mandar uma mensagem a este e-mail para confirmar que é seu; por ela você lê o documento e assina.',
    send: 'Continuar',
    sending: 'Enviando…',
    privacy: (remetente: string) =>
      `Seu nome e seu e-mail vão para ${remetente} com este documento e não servem para mais nada. Sem a confirmação, são apagados depois de 24 horas.`,
  },
  sent: {
    titulo: 'Veja o seu e-mail',
    to: 'Mandamos uma mensagem para',
    what: 'Abra-a e toque em “Confirmar e ler o documento”. Pode fechar esta página.',
    until: (when: string) => `A mensagem vale até ${when} (horário de Brasília).`,
    test: 'No ambiente de teste a mensagem não sai: ela fica na caixa de teste de quem criou este link.',
    help: {
      titulo: 'Não chegou?',
      texto: [
        'Espere um minuto: às vezes demora.',
        'Procure no spam, no lixo eletrônico e nas abas de promoções.',
        'Confira se o endereço acima está certo.',
      ],
      sentAgain: 'Mandamos outra vez. Vale a mensagem mais nova.',
      again: 'Mandar de novo',
      againIn: (left: string) => `Mandar de novo em ${left}`,
      edit: 'Corrigir o endereço',
    },
  },
  confirm: {
    titulo: 'Confirme que este e-mail é seu',
    texto:
      'Com um toque você confirma o endereço e o documento é preparado neste nome, para você ler antes de assinar.',
    button: 'Confirmar e ler o documento',
    making: 'Preparando o documento…',
    wait: 'Leva alguns segundos. Não feche a página.',
    name: 'O documento será feito em nome de',
    otherName: 'Não é o seu nome? Feche esta página e peça de novo pelo link, com o nome certo.',
    notMine: 'Se não foi você que pediu, feche esta página: nenhum documento é feito sem a confirmação.',
    later: {
      titulo: 'Seu pedido está confirmado',
      texto: ['Outra pessoa assina antes; o convite chega por e-mail na sua vez.', 'Pode fechar esta página.'],
    },
  },
  pageFailure: {
    titulo: 'A página encontrou uma falha',
    texto: 'Nada foi enviado por engano. Recarregue para tentar de novo.',
    reloadPage: 'Recarregar a página',
  },
};

export type Texts = typeof pt;
