import { databaseReadUrl, databaseUrl } from '../database-url.ts';
import { address, mailAddress, mailbox, type S3Config, s3Url, senderAt, visibleAscii } from '../values.ts';
import { variable } from '../variable.ts';

/** Where it stores things. */
export const STORES = {
  DATABASE_URL: variable<string | null>({
    about:
      'The PostgreSQL (15 or newer) that holds everything but files, with the login for requests and jobs. See [the database](internet.md#the-database) for a login that owns nothing.',
    form: "`postgres://user:password@host:port/database`; `host` (a socket's folder) and `sslmode` may follow as parameters. Of several hosts, `host1:port1,host2:port2`, the one that takes writes is used ([high availability](high-availability.md))",
    example: 'postgres://rubrica:senha@db:5432/rubrica',
    parse: databaseUrl,
    otherwise: () => null,
    unset: 'an embedded PostgreSQL in `DATA_DIR/pg`, which belongs to one process',
    secret: true,
    production: { standIn: 'database', instead: 'o PostgreSQL embutido' },
  }),
  DATABASE_READ_URL: variable<string | null>({
    about:
      'Replicas of that database, which answer listings and public validation once they have everything that the caller may know of ([read replicas](read-replicas.md)).',
    form: 'as `DATABASE_URL`; of several hosts each is read from, by turns',
    example: 'postgres://rubrica:senha@db2,db3/rubrica?target_session_attrs=prefer-standby',
    parse: databaseReadUrl,
    otherwise: () => null,
    unset: 'everything is read from `DATABASE_URL`',
    secret: true,
    onlyWith: 'DATABASE_URL',
  }),
  MIGRATE_DATABASE_URL: variable<string | null>({
    about: "The same database with its owner's login, used only for migrations and `npm run operador`.",
    form: 'as `DATABASE_URL`',
    example: 'postgres://rubrica_dona:senha@db:5432/rubrica',
    parse: databaseUrl,
    otherwise: () => null,
    unset: "`DATABASE_URL` has the owner's login, and the startup log says so",
    secret: true,
    onlyWith: 'DATABASE_URL',
  }),
  S3_URL: variable<S3Config | null>({
    about: 'The bucket for files.',
    form: '`s3://KEY:SECRET@host:port/bucket/prefix?region=…&tls=on`, key and secret percent-encoded; port, prefix, region (`us-east-1`) and tls (`on`) may be omitted',
    example: 's3://CHAVE:SEGREDO@s3.sa-east-1.amazonaws.com/rubrica?region=sa-east-1',
    parse: s3Url,
    otherwise: () => null,
    unset: 'files are in `DATA_DIR/files`',
    secret: true,
  }),
  REDIS_URL: variable<string | null>({
    about: 'Where all processes share their rate-limit counters.',
    form: '`redis://host:port`, or `rediss://` for TLS',
    example: 'redis://redis:6379',
    parse: address(['redis:', 'rediss:'], 'redis://máquina:6379'),
    otherwise: () => null,
    unset: 'each process counts separately',
    secret: true,
  }),
};

/** How it reaches people. */
export const MESSAGES = {
  SMTP_URL: variable<string | null>({
    about: 'The mail server.',
    form: '`smtp://user:password@host:port`, or `smtps://` for TLS from the first byte',
    example: 'smtps://usuario:senha@mail:465',
    parse: address(['smtp:', 'smtps:'], 'smtp://usuario:senha@máquina:587'),
    otherwise: () => null,
    unset: 'e-mails are captured: read them at `/dev/caixa`, in production with `npm run operador -- caixa`',
    secret: true,
    production: { standIn: 'mail', instead: 'e-mails capturados em vez de enviados' },
  }),
  MAIL_FROM: variable({
    about: 'The sender of e-mails.',
    form: 'an address, or `Name <address>`',
    example: 'Rubrica <nao-responda@exemplo.com.br>',
    parse: mailbox,
    otherwise: ({ PUBLIC_ORIGIN }) => senderAt(new URL(PUBLIC_ORIGIN).hostname),
    unset: '`Rubrica <nao-responda@…>` at the host of `PUBLIC_ORIGIN`',
  }),
  CONTACT_EMAIL: variable({
    about: 'Where messages from the contact form are sent.',
    form: 'one address',
    example: 'contato@exemplo.com.br',
    parse: mailAddress,
    otherwise: ({ MAIL_FROM }) => MAIL_FROM.address,
    unset: 'the address of `MAIL_FROM`',
  }),
  SMS_GATEWAY_URL: variable<string | null>({
    about:
      'Where SMS messages are sent: a `POST` of `{ para, texto }` as JSON, with the id of the message as `Idempotency-Key`. A user and password in it go as Basic authentication.',
    form: 'an `http` or `https` address',
    example: 'https://gateway.exemplo.com.br/sms',
    parse: address(['http:', 'https:'], 'https://gateway.exemplo/sms'),
    otherwise: () => null,
    unset: 'SMS messages are captured, like e-mails without `SMTP_URL`',
    secret: true,
  }),
  SMS_GATEWAY_TOKEN: variable<string | null>({
    about: 'What is sent to the SMS gateway as `Authorization: Bearer`.',
    form: 'visible ASCII without spaces',
    example: 'segredo-do-gateway',
    parse: visibleAscii,
    otherwise: () => null,
    unset: 'no such header',
    secret: true,
    onlyWith: 'SMS_GATEWAY_URL',
  }),
};
