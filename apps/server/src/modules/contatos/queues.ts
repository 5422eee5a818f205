import { job } from '../../core/job.ts';

export const QUEUES = {
  /**
   * Mails one message of the contact form to the operator. Rejections are retried like outages: the address is the
   * operator's own, who can fix it, and the message stays stored meanwhile.
   */
  SEND_CONTACT: job<{ readonly id: string }>('entregar-contato', { limit: 'forever', delay: 5, maxDelay: 3600 }),
};
