import type { Textos } from '../pt/links.ts';

const number = (count: number) => count.toLocaleString('en');

export const textos: Textos = {
  titulo: 'Public links',
  blank:
    'A link that anybody opens, from a site, a poster or a QR code: they give their name and e-mail, confirm the address and sign a document of their own. For membership terms, authorizations and rules. Each answer uses an envelope.',
  create: 'Create public link',
  fresh: 'New public link',
  more: 'Load more',
  done: 'Public link created. Copy it and publish it wherever you like.',
  noAccess: 'Your role does not create public links. Talk to an operator or administrator of the organization.',
  situacao: { ABERTO: 'Open', ENCERRADO: 'Ended', ESGOTADO: 'Full', VENCIDO: 'Time over' },
  answers: (count, limite) =>
    limite === null
      ? `${number(count)} ${count === 1 ? 'answer' : 'answers'}`
      : `${number(count)} of ${number(limite)} ${limite === 1 ? 'answer' : 'answers'}`,
  until: 'Until',
  stopped: {
    tag: 'Stopped',
    since: 'Since',
    reasons: {
      FRANQUIA_ESGOTADA: 'the month’s envelopes are used up, and whoever confirms gets no document.',
      RASCUNHOS_DEMAIS:
        'the organization has all the drafts that its plan allows, and whoever confirms gets no document.',
      MODELO_INCOMPLETO:
        'the template, or something that the link uses, has changed, and something is missing to make the document.',
      ORGANIZACAO_SUSPENSA: 'the organization is suspended or closing and sends no documents.',
    },
  },
  copyOf: (titulo) => `Copy the link “${titulo}”`,
  form: {
    link: 'The link',
    titulo: 'Title',
    titleHint: 'What whoever opens the link reads at the top of the page.',
    giveTitle: 'Give the link a title.',
    limite: 'Limit of answers',
    limitHint: 'If left blank, there is no limit.',
    expiraEm: 'Takes answers until',
    untilHint: 'If left blank, until it is ended.',
    people: 'Who signs',
    papel: 'Role of whoever opens the link',
    alone: (papel) => `Whoever opens the link, as ${papel}.`,
    roleHint: 'The other roles belong to the same people in every answer.',
    prazoDias: 'Days to sign',
    daysHint: 'From the confirmation of the e-mail. If left blank, no deadline.',
  },
  change: { menu: 'Title, limit and end', titulo: 'Change the public link', done: 'Public link changed.' },
  end: {
    menu: 'End',
    titulo: 'End the public link?',
    texto:
      'It takes no more answers and cannot be opened again; whoever opens it will see that it has ended. The documents made by it go on as they are.',
    confirm: 'End the link',
    done: 'Public link ended.',
  },
  picture: {
    menu: 'QR code',
    titulo: 'QR code of the link',
    texto: 'For posters, counters and printed matter: whoever points a camera at it opens the link.',
    alt: (titulo) => `QR code of the link “${titulo}”`,
    download: 'Download the picture',
  },
};
