import type { Language } from '../../kit/languages.ts';

/** What is said to whoever hands a device over and to whom it is handed (docs/adr/0088). */
interface InPersonTexts {
  readonly handOver: (name: string | null) => string;
  readonly before: string;
  readonly notKept: string;
  readonly begin: (name: string | null) => string;
  readonly copy: (sender: string) => string;
  readonly receiptStays: string;
  readonly afterwards: (sender: string) => string;
  readonly conclude: string;
  readonly giveBack: (sender: string) => string;
  readonly signed: string;
  readonly refused: string;
}

export const IN_PERSON: Readonly<Record<Language, InPersonTexts>> = {
  'pt-BR': {
    handOver: (name) => `Entregue o aparelho a ${name ?? 'quem vai assinar'}`,
    before: 'Daqui em diante só essa pessoa lê, preenche e assina. Entregue o aparelho antes de continuar.',
    notKept: 'Nada do que ela vê ou preenche fica guardado neste aparelho.',
    begin: (name) => (name === null ? 'Sou eu, começar' : `Sou ${name}, começar`),
    copy: (sender) => `A via assinada fica com ${sender}: peça a sua.`,
    receiptStays: 'O arquivo do recibo fica neste aparelho: guarde-o aqui só se for isso o que você quer.',
    afterwards: (sender) => `Devolva o aparelho a ${sender} depois de tocar em Concluir.`,
    conclude: 'Concluir',
    giveBack: (sender) => `Devolva o aparelho a ${sender}`,
    signed: 'A assinatura foi registrada. Nada do que você viu ou preencheu ficou nesta página.',
    refused: 'A recusa foi registrada. Nada do que você viu ou preencheu ficou nesta página.',
  },
  en: {
    handOver: (name) => `Hand the device to ${name ?? 'the person who signs'}`,
    before: 'From here on only that person reads, fills in and signs. Hand the device over before you go on.',
    notKept: 'Nothing they see or fill in is kept on this device.',
    begin: (name) => (name === null ? 'That is me, start' : `I am ${name}, start`),
    copy: (sender) => `The signed file is with ${sender}: ask for your copy.`,
    receiptStays: 'The file of the receipt stays on this device: keep it here only if that is what you want.',
    afterwards: (sender) => `Give the device back to ${sender} once you have tapped Finish.`,
    conclude: 'Finish',
    giveBack: (sender) => `Give the device back to ${sender}`,
    signed: 'The signature was recorded. Nothing you saw or filled in stayed on this page.',
    refused: 'The refusal was recorded. Nothing you saw or filled in stayed on this page.',
  },
  es: {
    handOver: (name) => `Entregue el dispositivo a ${name ?? 'quien va a firmar'}`,
    before: 'De aquí en adelante solo esa persona lee, completa y firma. Entregue el dispositivo antes de continuar.',
    notKept: 'Nada de lo que ve o completa queda guardado en este dispositivo.',
    begin: (name) => (name === null ? 'Soy yo, empezar' : `Soy ${name}, empezar`),
    copy: (sender) => `El documento firmado queda con ${sender}: pida su copia.`,
    receiptStays: 'El archivo del comprobante queda en este dispositivo: guárdelo aquí solo si es lo que quiere.',
    afterwards: (sender) => `Devuelva el dispositivo a ${sender} después de tocar Terminar.`,
    conclude: 'Terminar',
    giveBack: (sender) => `Devuelva el dispositivo a ${sender}`,
    signed: 'La firma quedó registrada. Nada de lo que vio o completó quedó en esta página.',
    refused: 'El rechazo quedó registrado. Nada de lo que vio o completó quedó en esta página.',
  },
};
