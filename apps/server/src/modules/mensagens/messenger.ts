import type { CanalMensagem, TipoMensagem } from '@rubrica/contract';
import {
  DeliveryRefused,
  type Mail,
  type MailMessage,
  type Sms,
  type SmsMessage,
  type TextAttachment,
  Unavailable,
} from '../../core/ports.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database } from '../../core/sql.ts';
import { testFailure } from '../../core/test-people.ts';

/** What a message is about, for those who read captured ones. */
export interface About {
  readonly tipo: TipoMensagem;
  /** Its documents, in their order. */
  readonly documentos: readonly string[];
  /** The person, in the first of them; null for the sender. */
  readonly signatarioId: string | null;
  /** The address in it that leads somewhere. */
  readonly link?: string | null;
  readonly codigo?: string;
}

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
  mail(scope: Scope, message: MailMessage, options?: { reserved?: boolean; about?: About }): Promise<void>;
  /** @throws DeliveryRefused, Unavailable */
  sms(scope: Scope, message: SmsMessage, about?: About): Promise<void>;
}

interface Captured {
  readonly canal: CanalMensagem;
  readonly destino: string;
  readonly assunto: string | null;
  readonly texto: string;
  readonly html: string | null;
  readonly id: string;
  readonly reservada?: boolean;
  readonly de?: string;
  readonly responder_para?: string | null;
  readonly anexos?: readonly TextAttachment[];
}

/** An address of mail as it is shown. */
interface From {
  readonly name: string;
  readonly address: string;
}

/** Contacts of test bounce, or stay silent, before anything is captured. */
function refuseLost(scope: Scope, to: string): void {
  const failure = testFailure(scope, to);
  if (failure === 'REFUSES') throw new DeliveryRefused(`a contact of test refuses every message`);
  if (failure === 'SILENT') throw new Unavailable(`a contact of test never answers`);
}

/**
 * @param mail null and @param sms null mean captured in every environment.
 * @param from of every mail, unless its message has a name of its own
 */
export function createMessenger(db: Database, mail: Mail | null, sms: Sms | null, from: From): Messenger {
  const capture = (scope: Scope, columns: Captured, of?: About) =>
    db.write(scope, async (tx) => {
      const { tipo = null, documentos = [], signatarioId = null, link = null, codigo = null } = of ?? {};
      const { anexos = [] } = columns;
      const about = { tipo, signatario_id: signatarioId, link, codigo };
      const row = { ...columns, ...about, anexos: tx.json(anexos), criado_em: tx.now };
      // The message's own id makes a retry the same message.
      await tx.sql`
        insert into mensagem_capturada ${tx.rows({ ...row, documentos: [...documentos] })}
        on conflict do nothing`;
    });

  return {
    async mail(scope, message, { reserved = false, about } = {}) {
      refuseLost(scope, message.to);
      if (mail && scope.ambiente === 'PRODUCAO') return mail.send(message);
      await capture(
        scope,
        {
          id: message.messageId,
          canal: 'EMAIL',
          destino: message.to,
          assunto: message.subject,
          texto: message.text,
          html: message.html,
          reservada: reserved,
          de: `${message.fromName || from.name} <${from.address}>`,
          responder_para: message.replyTo ?? null,
          ...(message.attachments ? { anexos: message.attachments } : {}),
        },
        about,
      );
    },
    async sms(scope, message, about) {
      refuseLost(scope, message.to);
      if (sms && scope.ambiente === 'PRODUCAO') return sms.send(message);
      await capture(
        scope,
        { id: message.messageId, canal: 'SMS', destino: message.to, assunto: null, texto: message.text, html: null },
        about,
      );
    },
  };
}
