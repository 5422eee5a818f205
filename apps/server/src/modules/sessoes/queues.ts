import { job } from '../../core/job.ts';
import type { AboutOrganization, AccountNotice, OrganizationNotice } from '../mensagens/index.ts';

/** Tells an account's owner what was changed; `id` makes repeated attempts a single message. */
export interface NoticePayload {
  readonly id: string;
  readonly usuarioId: string;
  readonly aviso: AccountNotice | OrganizationNotice;
  /** For a notice about an organization. */
  readonly sobre?: AboutOrganization;
  /** RFC 3339. */
  readonly em: string;
}

/** A message of a change of address: the link, to the new one, or what became of it, to the one before. */
export interface EmailChangeMail {
  /** The change. */
  readonly id: string;
  readonly usuarioId: string;
  readonly parte: 'LINK' | 'PEDIDA' | 'FEITA';
  /** Makes repeated attempts a single message. */
  readonly mensagemId: string;
  /** RFC 3339. */
  readonly em: string;
}

/** The open log's head of a day, to one person. */
export interface LogHeadMail {
  /** Makes repeated attempts a single message. */
  readonly id: string;
  readonly usuarioId: string;
  /** `AAAA-MM-DD`. */
  readonly dia: string;
}

export const QUEUES = {
  SEND_LOG_HEAD: job<LogHeadMail>('enviar-cabeca-do-registro', { limit: 20, delay: 5, maxDelay: 3600 }),
  /** Handles one password recovery request; `id` is the request's. Its link is worthless after an hour. */
  SEND_RECOVERY: job<{ readonly id: string }>('enviar-recuperacao-de-senha', { limit: 10, delay: 5, maxDelay: 600 }),
  SEND_NOTICE: job<NoticePayload>('enviar-aviso-de-conta', { limit: 20, delay: 5, maxDelay: 3600 }),
  /** Mails one confirmation link; `id` is the row's. */
  SEND_CONFIRMATION: job<{ readonly id: string; readonly usuarioId: string }>('enviar-confirmacao-de-email', {
    limit: 20,
    delay: 5,
    maxDelay: 3600,
  }),
  SEND_EMAIL_CHANGE: job<EmailChangeMail>('enviar-troca-de-email', { limit: 20, delay: 5, maxDelay: 3600 }),
};
