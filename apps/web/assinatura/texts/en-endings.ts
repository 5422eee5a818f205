import type { Endings } from './pt-endings.ts';

const DONE: Readonly<Record<string, string>> = {
  ASSINAR: 'signed',
  APROVAR: 'approved',
  RECONHECER: 'acknowledged',
  TESTEMUNHAR: 'signed as a witness',
  ENDOSSAR: 'endorsed',
  MIXED: 'did your part',
};

/** The texts of where there is nothing (more) to do, and of faults. */
export const endings: Endings = {
  assinado: {
    titulo: (role, now) => {
      if (role === 'ACUSAR_RECEBIMENTO') return 'Receipt confirmed';
      const done = DONE[role] ?? 'signed';
      return now ? `Done, you ${done}` : `You already ${done}`;
    },
    when: (when) => `Recorded on ${when} (Brasília time).`,
    completed: (documents) =>
      documents === 1
        ? 'Everybody has signed. The document is complete and sealed.'
        : 'Everybody has signed. The documents are complete and sealed.',
    underWay:
      'Your part is done and recorded. Once the other people have signed and the file is sealed, the signed copy appears here.',
    sealing: (documentos: number) =>
      `Everyone has signed. We are sealing the ${documentos === 1 ? 'file' : 'files'}: the signed copy will be here in a moment.`,
    sealingOne: 'Everyone has signed; the file is being sealed',
    following: 'Waiting for completion…',
    codigo: 'Validation code:',
    check: 'Check',
    download: 'Download the signed copy',
    downloadCertificate: 'Download the certificate',
    noFactor: 'To download it, open the link from the e-mail in which you received it.',
    copyTo: (email, sent) =>
      `${sent ? 'The link to the signed copy was also sent' : 'Once everything is complete, the link to the signed copy goes'} to ${email}.`,
    firstPage: 'First page of the signed document',
    keepIt: 'This link is personal and keeps bringing you back to this page.',
  },
  recibo: {
    keep: 'Keep the receipt',
    what: 'Proves, without relying on us, that this act was received as it is and at this time.',
  },
  goBack: {
    to: (host: string) => `Go back to ${host}`,
    stay: 'Stay on this page',
    soon: (seconds: number) => `This page goes back in ${seconds} s.`,
  },
  people: {
    done: (done, total) =>
      `${done} of ${total} ${total === 1 ? 'person' : 'people'} ${done === 1 ? 'has' : 'have'} done their part`,
    you: 'You',
    somebody: 'Somebody else',
    status: (status) =>
      status === 'ASSINADO'
        ? '(done)'
        : status === 'RECUSADO'
          ? '(declined)'
          : status === 'CANCELADO'
            ? '(over)'
            : '(to do)',
  },
  ended: {
    label: 'What is over',
    sentBy: 'Sent by',
    reason: 'Reason given by who cancelled',
  },
  statuses: {
    RASCUNHO: 'Being prepared',
    AGUARDANDO_ASSINATURAS: 'Waiting for the other people',
    PARCIALMENTE_ASSINADO: 'Waiting for the other people',
    ASSINADO: 'Complete',
    RECUSADO: 'Declined',
    CANCELADO: 'Cancelled',
    EXPIRADO: 'Past its deadline',
  },
  states: {
    aguardando: {
      titulo: 'It is not your turn yet',
      texto: [
        'Somebody else has to sign first. You will be told when your turn comes.',
        'You may close this page or leave it open: it updates by itself.',
      ],
    },
    early: {
      titulo: 'Not ready for you yet',
      texto: ['When your turn comes, this same link opens the document. This page updates by itself.'],
    },
    recusado: {
      titulo: 'You declined',
      texto: ['Your refusal and its reason were recorded and the sender was told. There is nothing more to do here.'],
    },
    cancelado: {
      titulo: 'The request is over',
      texto: ['This document no longer waits for your signature. If in doubt, talk to the sender.'],
    },
    unknown: {
      titulo: 'We cannot find this link',
      texto: [
        'Check that the address is complete: some apps cut long links.',
        'If it still does not open, ask the sender for a new link.',
      ],
    },
    offline: {
      titulo: 'The service is away for a moment',
      texto: ['Nothing you did is lost. We will try again by ourselves in a few seconds.'],
    },
    noConnection: {
      titulo: 'No internet connection',
      texto: ['Check your Wi-Fi or mobile data. The page opens by itself when the connection is back.'],
    },
  },
  deadLink: (why) => {
    switch (why) {
      case 'CANCELADO':
        return {
          titulo: 'The request was cancelled',
          texto: ['The sender cancelled the document. You need not do anything.', 'If in doubt, talk to the sender.'],
        };
      case 'EXPIRADO':
        return {
          titulo: 'The deadline has passed',
          texto: [
            'The document can no longer be signed.',
            'If you still want to sign, ask the sender for a new request.',
          ],
        };
      case 'RECUSADO':
        return {
          titulo: 'The document was declined',
          texto: ['One of the people declined the document, which ended it. You need not do anything.'],
        };
      case 'SUBSTITUIDO':
        return {
          titulo: 'This link was replaced',
          texto: ['A newer link was sent to you. Look for the latest message in your e-mail or on your phone.'],
        };
      case 'DELEGADO':
        return {
          titulo: 'You passed this signature on to another person',
          texto: ['They receive a link of their own by e-mail. You need not do anything else.'],
        };
      case 'SESSAO_ENCERRADA':
        return {
          titulo: 'This signing page is over',
          texto: [
            'For your safety it opens once, for a short time. Go back to the page you came from and start again.',
          ],
        };
      case 'REMOVIDO':
        return {
          titulo: 'Your signature is no longer needed',
          texto: ['The sender took you off this document. You need not do anything.'],
        };
      default:
        return {
          titulo: 'This link is no longer valid',
          texto: [
            'The document was cancelled, declined or past its deadline, or a newer link was sent to you.',
            'If you still have to sign, ask the sender for a new link.',
          ],
        };
    }
  },
  noLine: {
    titulo: 'No connection',
    texto: 'What you filled in is kept on this page and is sent when the connection is back. Do not close the page.',
  },
  noService: {
    titulo: 'The service did not answer',
    texto: 'What you filled in is kept on this page. We will try again in a moment.',
  },
  pageFailure: {
    titulo: 'The page ran into a fault',
    texto: 'Nothing was sent by mistake. Reload to continue from what the service recorded.',
  },
};
