import type { Tables } from '../../apps/server/migrations/tables.ts';

/** A table of the service's, or of its queue. */
type Name = keyof Tables | 'fila.job';

const WITH_DOCUMENT = 'leaves with its document';
const A_DAY = 'leaves a day later';

/**
 * Who reads the rows that a life leaves behind, and when they go. A table that grew and is not named here is a finding: either
 * something reads it, or it should not grow.
 */
const READERS: Readonly<Partial<Record<Name, string>>> = {
  arquivo: `the document's files; ${WITH_DOCUMENT}`,
  aviso: 'the job that sends it; leaves once it is sent',
  campo: `the document; ${WITH_DOCUMENT}`,
  certificado: `public validation, the file; ${WITH_DOCUMENT}`,
  codigo_otp: `answers, and limits of an hour; ${A_DAY}`,
  consumo_mensal: 'the panel, invoices; one a month and kind of consumption',
  consumo_variacao: 'the sums of a month; folded into them every five seconds',
  documento: 'reads, listings; leaves with its period, a complete one after five years at the earliest',
  documento_contagem: 'totals of listings; one a folder and status',
  documento_variacao: 'totals of listings; folded into them after 15 minutes',
  download: `whoever has its address, once; ${A_DAY}`,
  entrega_webhook: 'the panel, repeats; leaves after 30 days where the purge is on',
  evento_auditoria: `the trail; ${WITH_DOCUMENT}`,
  evento_saida: 'webhooks, the feed; leaves with its deliveries where the purge is on',
  evento_seguranca: 'an auditor; stays: evidence of what accounts and owners did',
  fator_signatario: `the signing page; ${WITH_DOCUMENT}`,
  'fila.job': 'workers; leaves ten minutes after it was done',
  idempotencia: `a call that is repeated; ${A_DAY}`,
  imagem_assinatura: `the stamp; ${WITH_DOCUMENT}`,
  link: `whoever opens it; ${WITH_DOCUMENT}`,
  link_exibido: `reads that show a link, so that a trail tells it once; one a document, link and key, ${WITH_DOCUMENT}`,
  link_signatario: `whoever opens the link; ${WITH_DOCUMENT}`,
  medicao: 'the month of an organization and its invoices; stays, as they do',
  mensagem_capturada: 'the mailbox of an installation without a mail server; the newest 1,000 stay',
  palpite: 'answers to the same question of the same person; leaves with the right one',
  registro_chamada: 'recent calls; leaves by weeks after 90 days, or beyond 100,000 an organization',
  sessao: `authentication; ${A_DAY}`,
  signatario: `the document; ${WITH_DOCUMENT}`,
  tentativa_entrega: 'the panel; leaves with its delivery',
  trilha: `the next event of the trail; ${WITH_DOCUMENT}`,
  valor_campo: `the stamp, the document; ${WITH_DOCUMENT}`,
  versao: `the document; ${WITH_DOCUMENT}`,
};

/** @returns who reads a table and when its rows go; null if nobody is known to */
export const readersOf = (table: string): string | null => READERS[table as Name] ?? null;
