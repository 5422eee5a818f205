/** The texts of where there is nothing (more) to do, and of faults. */

import type { Loose } from './shape.ts';

const DONE: Readonly<Record<string, string>> = {
  ASSINAR: 'assinou',
  APROVAR: 'aprovou',
  RECONHECER: 'reconheceu',
  TESTEMUNHAR: 'assinou como testemunha',
  ENDOSSAR: 'endossou',
  MIXED: 'concluiu a sua parte',
};

export const endings = {
  assinado: {
    titulo: (funcao: string, now: boolean) => {
      if (funcao === 'ACUSAR_RECEBIMENTO') return 'Recebimento confirmado';
      const done = DONE[funcao] ?? 'assinou';
      return now ? `Pronto, você ${done}` : `Você já ${done}`;
    },
    when: (when: string) => `Registrado em ${when} (horário de Brasília).`,
    completed: (documentos: number) =>
      documentos === 1
        ? 'Todos assinaram. O documento está concluído e selado.'
        : 'Todos assinaram. Os documentos estão concluídos e selados.',
    underWay:
      'A sua parte está feita e registrada. Quando as outras pessoas assinarem e o arquivo for selado, a via assinada aparece aqui.',
    sealing: (documentos: number) =>
      `Todos assinaram. Estamos selando ${documentos === 1 ? 'o arquivo' : 'os arquivos'}: em instantes a via assinada aparece aqui.`,
    sealingOne: 'Todos assinaram; o arquivo está sendo selado',
    following: 'Acompanhando a conclusão…',
    codigo: 'Código de validação:',
    check: 'Conferir',
    download: 'Baixar a via assinada',
    downloadCertificate: 'Baixar o certificado',
    noFactor: 'Para baixar, abra o link pelo e-mail em que você o recebeu.',
    copyTo: (email: string, sent: boolean) =>
      `${sent ? 'O link da via assinada também foi enviado' : 'Quando tudo estiver concluído, o link da via assinada vai'} para ${email}.`,
    firstPage: 'Primeira página do documento assinado',
    keepIt: 'Este link é pessoal e continua servindo para voltar a esta página.',
  },
  recibo: {
    keep: 'Guardar o recibo',
    what: 'Prova, sem depender de nós, que este ato foi recebido assim e nesta hora.',
  },
  goBack: {
    to: (host: string) => `Voltar para ${host}`,
    stay: 'Ficar nesta página',
    soon: (seconds: number) => `A volta é automática em ${seconds} s.`,
  },
  people: {
    done: (done: number, total: number) =>
      `${done} de ${total} ${total === 1 ? 'pessoa' : 'pessoas'} ${done === 1 ? 'concluiu' : 'concluíram'} a sua parte`,
    you: 'Você',
    somebody: 'Outra pessoa',
    status: (status: string) =>
      status === 'ASSINADO'
        ? '(concluiu)'
        : status === 'RECUSADO'
          ? '(recusou)'
          : status === 'CANCELADO'
            ? '(encerrado)'
            : '(falta)',
  },
  ended: {
    label: 'O que terminou',
    sentBy: 'Enviado por',
    reason: 'Motivo informado por quem cancelou',
  },
  statuses: {
    RASCUNHO: 'Em preparação',
    AGUARDANDO_ASSINATURAS: 'Aguardando as outras pessoas',
    PARCIALMENTE_ASSINADO: 'Aguardando as outras pessoas',
    ASSINADO: 'Concluído',
    RECUSADO: 'Recusado',
    CANCELADO: 'Cancelado',
    EXPIRADO: 'Prazo encerrado',
  },
  states: {
    aguardando: {
      titulo: 'Ainda não é a sua vez',
      texto: [
        'Outra pessoa precisa assinar antes. Você receberá um aviso quando chegar a sua vez.',
        'Pode fechar esta página, ou deixá-la aberta: ela se atualiza sozinha.',
      ],
    },
    early: {
      titulo: 'Ainda não está pronto para você',
      texto: ['Assim que chegar a sua vez, este mesmo link abre o documento. Esta página se atualiza sozinha.'],
    },
    recusado: {
      titulo: 'Você recusou',
      texto: ['A recusa e o motivo foram registrados, e quem enviou foi avisado. Não há mais nada a fazer aqui.'],
    },
    cancelado: {
      titulo: 'O pedido foi encerrado',
      texto: ['Este documento não espera mais a sua assinatura. Se tiver dúvidas, fale com quem enviou.'],
    },
    unknown: {
      titulo: 'Não encontramos este link',
      texto: [
        'Confira se o endereço está completo: alguns aplicativos cortam links longos.',
        'Se o problema continuar, peça um novo link a quem enviou o documento.',
      ],
    },
    offline: {
      titulo: 'O serviço está fora do ar por um instante',
      texto: ['Nada do que você fez se perdeu. Tentaremos de novo sozinhos, em alguns segundos.'],
    },
    noConnection: {
      titulo: 'Sem conexão com a internet',
      texto: ['Confira o Wi-Fi ou os dados móveis. A página abre sozinha quando a conexão voltar.'],
    },
  },
  /** @param motivo why the link is over, as the server says it */
  deadLink: (motivo: string | null): { titulo: string; texto: string[] } => {
    switch (motivo) {
      case 'CANCELADO':
        return {
          titulo: 'O pedido foi cancelado',
          texto: [
            'Quem enviou cancelou o documento. Você não precisa fazer nada.',
            'Se tiver dúvidas, fale com quem enviou.',
          ],
        };
      case 'EXPIRADO':
        return {
          titulo: 'O prazo terminou',
          texto: [
            'O documento não pode mais ser assinado.',
            'Se ainda quiser assinar, peça a quem enviou um novo pedido.',
          ],
        };
      case 'RECUSADO':
        return {
          titulo: 'O documento foi recusado',
          texto: ['Uma das pessoas recusou o documento, e ele foi encerrado. Você não precisa fazer nada.'],
        };
      case 'SUBSTITUIDO':
        return {
          titulo: 'Este link foi substituído',
          texto: ['Foi enviado a você um link mais novo. Procure a mensagem mais recente no seu e-mail ou celular.'],
        };
      case 'DELEGADO':
        return {
          titulo: 'Você passou esta assinatura a outra pessoa',
          texto: ['Ela recebe por e-mail um link só dela. Você não precisa fazer mais nada.'],
        };
      case 'SESSAO_ENCERRADA':
        return {
          titulo: 'Esta página de assinatura foi encerrada',
          texto: ['Por segurança, ela abre uma vez e por pouco tempo. Volte à página de onde veio e comece de novo.'],
        };
      case 'REMOVIDO':
        return {
          titulo: 'A sua assinatura não é mais necessária',
          texto: ['Quem enviou retirou você deste documento. Você não precisa fazer nada.'],
        };
      default:
        return {
          titulo: 'Este link não vale mais',
          texto: [
            'O documento foi cancelado, recusado ou teve o prazo encerrado, ou um link mais novo foi enviado a você.',
            'Se ainda precisar assinar, peça um novo link a quem enviou.',
          ],
        };
    }
  },
  noLine: {
    titulo: 'Sem conexão',
    texto:
      'O que você preencheu está guardado nesta página e será enviado quando a conexão voltar. Não feche a página.',
  },
  noService: {
    titulo: 'O serviço não respondeu',
    texto: 'O que você preencheu está guardado nesta página. Tentaremos de novo em instantes.',
  },
  pageFailure: {
    titulo: 'A página encontrou uma falha',
    texto: 'Nada foi enviado por engano. Recarregue para continuar de onde o serviço registrou.',
  },
};

export type Endings = Loose<typeof endings>;
