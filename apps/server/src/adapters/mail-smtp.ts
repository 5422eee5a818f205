import { createTransport } from 'nodemailer';
import { DeliveryRefused, type Mail, Unavailable } from '../core/ports.ts';

/** Added to SMTP_URL unless it says otherwise; names and units (ms) are nodemailer's. */
const DEFAULTS: Readonly<Record<string, string>> = {
  pool: 'true',
  maxConnections: '5',
  dnsTimeout: '10000',
  connectionTimeout: '10000',
  greetingTimeout: '10000',
  socketTimeout: '30000',
};

/**
 * Mail over one SMTP server, on a few pooled connections. STARTTLS is used if the server offers it; other nodemailer
 * options may be given as parameters of the address (`?requireTLS=true`, `?tls.rejectUnauthorized=false`).
 */
export function createSmtpMail(url: string, from: { readonly name: string; readonly address: string }): Mail {
  const address = new URL(url);
  for (const [name, value] of Object.entries(DEFAULTS)) {
    if (!address.searchParams.has(name)) address.searchParams.set(name, value);
  }
  const transport = createTransport(address.href);
  const domain = from.address.slice(from.address.indexOf('@') + 1);
  return {
    async send(message) {
      try {
        await transport.sendMail({
          from: { name: message.fromName || from.name, address: from.address },
          to: { name: '', address: message.to },
          ...(message.replyTo === undefined ? {} : { replyTo: { name: '', address: message.replyTo } }),
          subject: message.subject,
          text: message.text,
          html: message.html,
          // Mail clients do not show data URIs; a picture becomes a part of the message that the HTML references.
          attachDataUrls: true,
          messageId: `<${message.messageId}@${domain}>`,
          // Prevents out-of-office replies (RFC 3834, section 5).
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
        });
      } catch (error) {
        throw judged(error as SmtpError);
      }
    },
    async close() {
      transport.close();
    },
  };
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number };

/**
 * A 5xx for the recipient or for the message is permanent (RFC 5321, section 4.2.1), and so is an invalid address. A
 * rejected login or sender is for the operator to fix, and the message can be sent afterwards.
 */
function judged(error: SmtpError): Error {
  const aboutMessage = error.command === 'RCPT TO' || error.command === 'DATA';
  const noAddress = error.command === 'API' && error.code === 'EENVELOPE';
  const refused = noAddress || (aboutMessage && (error.responseCode ?? 0) >= 500);
  return refused
    ? new DeliveryRefused(`smtp: ${error.message}`, { cause: error })
    : new Unavailable(`smtp: ${error.message}`, { cause: error });
}
