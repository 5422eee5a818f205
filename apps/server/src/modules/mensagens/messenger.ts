import type { CanalMensagem } from '@rubrica/contract';
import type { Mail, MailMessage, Sms, SmsMessage } from '../../core/ports.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database } from '../../core/sql.ts';

/**
 * Sends messages for an organization. The sandbox never reaches anyone: everything is captured there. Production
 * messages are captured too if no server is configured, which is allowed only in development.
 */
export interface Messenger {
  /**
   * @param options.reserved if captured, the message is shown to administrators only, because it grants access that
   * only they may use
   * @throws DeliveryRefused, Unavailable
   */
  mail(scope: Scope, message: MailMessage, options?: { reserved: boolean }): Promise<void>;
  /** @throws DeliveryRefused, Unavailable */
  sms(scope: Scope, message: SmsMessage): Promise<void>;
}

interface Captured {
  readonly canal: CanalMensagem;
  readonly destino: string;
  readonly assunto: string | null;
  readonly texto: string;
  readonly html: string | null;
  readonly id: string;
  readonly reserved?: boolean;
}

/** @param mail null and @param sms null mean captured in every environment. */
export function createMessenger(db: Database, mail: Mail | null, sms: Sms | null): Messenger {
  const capture = (scope: Scope, { reserved = false, ...columns }: Captured) =>
    db.write(scope, async (tx) => {
      // The message's own id makes a retry the same message.
      await tx.sql`
        insert into mensagem_capturada ${tx.rows({ ...columns, criado_em: tx.now, reservada: reserved })}
        on conflict (id) do nothing`;
    });

  return {
    mail: (scope, message, options) =>
      mail && scope.ambiente === 'PRODUCAO'
        ? mail.send(message)
        : capture(scope, {
            id: message.messageId,
            canal: 'EMAIL',
            destino: message.to,
            assunto: message.subject,
            texto: message.text,
            html: message.html,
            reserved: options?.reserved ?? false,
          }),
    sms: (scope, message) =>
      sms && scope.ambiente === 'PRODUCAO'
        ? sms.send(message)
        : capture(scope, {
            id: message.messageId,
            canal: 'SMS',
            destino: message.to,
            assunto: null,
            texto: message.text,
            html: null,
          }),
  };
}
