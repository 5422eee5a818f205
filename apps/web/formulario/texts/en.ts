import { SENTENCES } from '../../kit/rules/en.ts';
import { retellIn } from '../../kit/rules/retell.ts';
import type { Texts } from './pt.ts';

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const en: Texts = {
  fromService: retellIn(SENTENCES),
  pageTitle: 'Document to sign',
  skipToContent: 'Skip to content',
  language: 'Language',
  opening: 'Opening…',
  footer: 'Electronic signature by Rubrica',
  footerLinks: 'Help',
  reportSender: 'Report the sender',
  reportSubject: (remetente) => `Report of the sender ${remetente}`,
  privacy: 'Privacy',
  again: 'Try again',
  againIn: (left) => `Try again in ${left}`,
  minutes: (count) => plural(count, 'minute', 'minutes'),
  test: 'Test environment: nothing signed here has legal effect.',
  troubles: {
    unknown: {
      titulo: 'We did not find this link',
      texto: [
        'Check that the address is complete: some apps cut long links.',
        'If the problem remains, ask whoever sent the link for it again.',
      ],
    },
    over: { titulo: 'No more answers', texto: ['If you still need to sign, talk to whoever sent you the link.'] },
    another: { titulo: 'You need another message', texto: [] },
    unavailable: { titulo: 'You cannot answer now', texto: [] },
    limit: { titulo: 'Too many attempts in a row', texto: ['Wait a little and try again.'] },
    down: { titulo: 'The service is down for a moment', texto: ['Nothing was lost. Try again in a few seconds.'] },
    offline: {
      titulo: 'No internet connection',
      texto: ['Check the Wi-Fi or mobile data. The page goes on by itself when the connection is back.'],
    },
    refused: { titulo: 'The service did not accept the request', texto: [] },
  },
  failures: {
    limit: (left) => `Too many requests in a row. You can try again in ${left}.`,
    over: 'You can try again now.',
    down: 'The service did not answer. What you filled in is still here: try again in a moment.',
    offline: 'No internet connection. What you filled in is still here: try again when the connection is back.',
  },
  form: {
    request: (remetente) => `${remetente} invites you to read and sign this document.`,
    pages: (count) => `Document of ${plural(count, 'page', 'pages')}`,
    role: (papel) => `Your role: ${papel}`,
    nome: 'Your full name',
    nameHint: 'As it should appear in the signed document.',
    email: 'Your e-mail',
    missing: {
      nome: 'Enter your name.',
      email: 'Check the e-mail: something is missing, as in name@example.com.',
    },
    next: 'We will send a message to this e-mail to confirm that it is yours; through it you read the document and sign.',
    send: 'Continue',
    sending: 'Sending…',
    privacy: (remetente) =>
      `Your name and e-mail go to ${remetente} with this document and serve nothing else. Without the confirmation they are deleted after 24 hours.`,
  },
  sent: {
    titulo: 'Check your e-mail',
    to: 'We sent a message to',
    what: 'Open it and tap “Confirm and read the document”. You can close this page.',
    until: (when) => `The message works until ${when} (Brasília time).`,
    test: 'In the test environment the message does not go out: it stays in the test mailbox of whoever made this link.',
    help: {
      titulo: 'Did it not arrive?',
      texto: [
        'Wait a minute: it may take a while.',
        'Look in spam, in junk mail and in the promotions tab.',
        'Check that the address above is right.',
      ],
      sentAgain: 'We sent it again. The newest message is the one that counts.',
      again: 'Send again',
      againIn: (left) => `Send again in ${left}`,
      edit: 'Correct the address',
    },
  },
  confirm: {
    titulo: 'Confirm that this e-mail is yours',
    texto:
      'With one tap you confirm the address, and the document is prepared in this name for you to read before signing.',
    button: 'Confirm and read the document',
    making: 'Preparing the document…',
    wait: 'It takes a few seconds. Do not close the page.',
    name: 'The document will be made in the name of',
    otherName: 'Not your name? Close this page and ask again by the link, with the right one.',
    notMine: 'If it was not you who asked, close this page: no document is made without the confirmation.',
    later: {
      titulo: 'Your request is confirmed',
      texto: [
        'Somebody else signs first; the invitation comes by e-mail when it is your turn.',
        'You can close this page.',
      ],
    },
  },
  pageFailure: {
    titulo: 'The page ran into a fault',
    texto: 'Nothing was sent by mistake. Reload to try again.',
    reloadPage: 'Reload the page',
  },
};
