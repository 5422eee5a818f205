import { createTransport } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
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
  const transport = createTransport(withDefaults(url));
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
          attachments: (message.attachments ?? []).map(({ nome, texto }) => ({
            filename: nome,
            content: texto,
            contentType: 'text/plain; charset=utf-8',
          })),
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

function withDefaults(url: string): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries(DEFAULTS)) {
    if (!address.searchParams.has(name)) address.searchParams.set(name, value);
  }
  return address.href;
}

/** How far one gets with a mail server without handing it a message. */
export interface MailServer {
  /** Whether what follows the greeting is encrypted. */
  readonly encrypted: boolean;
  /** Whether the server took the user and password; null: SMTP_URL has none. */
  readonly loggedIn: boolean | null;
}

/**
 * Greets the mail server, encrypts as `createSmtpMail` does, logs in, and leaves.
 * @throws Error with what went wrong, the signal's reason when that is aborted
 */
export async function greetMailServer(url: string, signal: AbortSignal): Promise<MailServer> {
  // What nodemailer makes of the address, so that it is greeted as it is when messages are sent.
  const transport = createTransport(withDefaults(url));
  const options = transport.options as SMTPConnection.Options & { auth?: SMTPConnection.AuthenticationType };
  transport.close();
  const connection = new SMTPConnection({ ...options, logger: false });
  const abort = () => connection.close();
  signal.addEventListener('abort', abort, { once: true });
  try {
    await new Promise<void>((done, fail) => {
      connection.once('error', fail);
      connection.once('end', () =>
        fail(signal.aborted ? signal.reason : new Error('the server closed the connection')),
      );
      connection.connect((error) => (error ? fail(error) : done()));
    });
    const { auth } = options;
    if (auth) {
      await new Promise<void>((done, fail) => {
        connection.once('end', () => fail(signal.aborted ? signal.reason : new Error('closed while logging in')));
        connection.login(auth, (error) => (error ? fail(error) : done()));
      });
    }
    return { encrypted: connection.secure, loggedIn: auth ? true : null };
  } finally {
    signal.removeEventListener('abort', abort);
    connection.on('error', () => {});
    connection.quit();
    connection.close();
  }
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
