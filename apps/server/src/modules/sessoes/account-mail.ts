import { DeliveryRefused } from '../../core/ports.ts';
import type { Messenger } from '../mensagens/index.ts';

/**
 * Mails somebody about their account, whatever room other messages leave. An address that takes nothing is no failure:
 * nothing would change by trying again.
 */
export async function mailAccount(
  messenger: Messenger,
  scope: Parameters<Messenger['mail']>[0],
  message: Parameters<Messenger['mail']>[1],
): Promise<void> {
  try {
    await messenger.mail(scope, message, { reserved: true });
  } catch (error) {
    if (!(error instanceof DeliveryRefused)) throw error;
  }
}
