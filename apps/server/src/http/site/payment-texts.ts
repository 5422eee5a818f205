import type { Language } from '@rubrica/web/kit/languages';

/** The texts of a payment page, in each language. */
export interface PaymentTexts {
  readonly locale: string;
  readonly title: (numero: string) => string;
  readonly organization: string;
  readonly period: string;
  readonly total: string;
  readonly due: string;
  readonly status: Readonly<Record<'ABERTA' | 'VENCIDA' | 'PAGA', string>>;
  readonly overdue: (day: string) => string;
  readonly paid: (day: string) => string;
  readonly pay: string;
  readonly scan: string;
  readonly picture: (total: string) => string;
  readonly copyLabel: string;
  readonly copy: string;
  readonly copied: string;
  readonly noted: string;
  readonly receiver: string;
  readonly otherwise: string;
  readonly missingTitle: string;
  readonly missing: string;
  readonly languages: string;
}

const pt: PaymentTexts = {
  locale: 'pt-BR',
  title: (numero) => `Fatura ${numero}`,
  organization: 'De',
  period: 'Período',
  total: 'Total',
  due: 'Vencimento',
  status: { ABERTA: 'Em aberto', VENCIDA: 'Vencida', PAGA: 'Paga' },
  overdue: (day) => `Esta fatura venceu em ${day}. Ainda pode ser paga aqui.`,
  paid: (day) => `Esta fatura foi paga; o pagamento foi anotado em ${day}. Não há nada a pagar.`,
  pay: 'Pagar com Pix',
  scan: 'No aplicativo do seu banco, escolha pagar com Pix e leia o código QR, ou copie o código e cole em Pix Copia e Cola.',
  picture: (total) => `Código QR do Pix, ${total}`,
  copyLabel: 'Pix Copia e Cola',
  copy: 'Copiar o código',
  copied: 'Código copiado.',
  noted: 'O pagamento aparece aqui depois de anotado por quem opera o serviço.',
  receiver: 'Quem recebe',
  otherwise: 'O pagamento por Pix não está ligado nesta instalação. Pergunte a quem opera o serviço como pagar.',
  missingTitle: 'Nenhuma fatura neste endereço',
  missing: 'Confira o link: ele precisa estar inteiro. O link de cada fatura está no painel, em Organização, Faturas.',
  languages: 'Idioma',
};

const en: PaymentTexts = {
  locale: 'en',
  title: (numero) => `Invoice ${numero}`,
  organization: 'For',
  period: 'Period',
  total: 'Total',
  due: 'Due',
  status: { ABERTA: 'Open', VENCIDA: 'Overdue', PAGA: 'Paid' },
  overdue: (day) => `This invoice was due on ${day}. It can still be paid here.`,
  paid: (day) => `This invoice was paid; the payment was noted on ${day}. Nothing is owed.`,
  pay: 'Pay with Pix',
  scan: 'In the app of your bank choose to pay with Pix and scan the QR code, or copy the code and paste it in Pix Copia e Cola.',
  picture: (total) => `QR code of the Pix, ${total}`,
  copyLabel: 'Pix Copia e Cola',
  copy: 'Copy the code',
  copied: 'Code copied.',
  noted: 'The payment shows here once whoever operates the service has noted it.',
  receiver: 'Receiver',
  otherwise: 'Payment by Pix is not set up here. Ask whoever operates the service how to pay.',
  missingTitle: 'No invoice at this address',
  missing:
    'Check the link: it has to be whole. The link of each invoice is in the panel, under Organization, Invoices.',
  languages: 'Language',
};

const es: PaymentTexts = {
  locale: 'es',
  title: (numero) => `Factura ${numero}`,
  organization: 'De',
  period: 'Período',
  total: 'Total',
  due: 'Vencimiento',
  status: { ABERTA: 'Abierta', VENCIDA: 'Vencida', PAGA: 'Pagada' },
  overdue: (day) => `Esta factura venció el ${day}. Aún se puede pagar aquí.`,
  paid: (day) => `Esta factura fue pagada; el pago se anotó el ${day}. No se debe nada.`,
  pay: 'Pagar con Pix',
  scan: 'En la aplicación de su banco elija pagar con Pix y lea el código QR, o copie el código y péguelo en Pix Copia e Cola.',
  picture: (total) => `Código QR del Pix, ${total}`,
  copyLabel: 'Pix Copia e Cola',
  copy: 'Copiar el código',
  copied: 'Código copiado.',
  noted: 'El pago aparece aquí cuando quien opera el servicio lo anota.',
  receiver: 'Quién recibe',
  otherwise: 'El pago por Pix no está activado aquí. Pregunte a quien opera el servicio cómo pagar.',
  missingTitle: 'No hay factura en esta dirección',
  missing:
    'Compruebe el enlace: tiene que estar completo. El de cada factura está en el panel, en Organización, Facturas.',
  languages: 'Idioma',
};

export const PAYMENT_TEXTS: Readonly<Record<Language, PaymentTexts>> = { 'pt-BR': pt, en, es };
