import { Invalid, s3Url } from '../values.ts';
import { variable } from '../variable.ts';

/** `npm run operador -- backup` and `restaurar`; the service itself reads none of them. */
export const BACKUP = {
  BACKUP_TARGET: variable<string | null>({
    about:
      'Where `npm run operador -- backup` puts its sets and `restaurar` takes them from, unless the command names a target. See [backup](backup.md).',
    form: 'a folder, or `s3://KEY:SECRET@host:port/bucket/prefix?region=…&tls=on` as in `S3_URL`',
    example: 's3://CHAVE:SEGREDO@s3.sa-east-1.amazonaws.com/rubrica-backup?region=sa-east-1',
    parse: backupTarget,
    otherwise: () => null,
    unset: 'the command must name the target',
    secret: true,
  }),
  BACKUP_PASSPHRASE_FILE: variable<string | null>({
    about: 'A file whose first line is the passphrase to which a set encrypts the master key and the seal.',
    form: 'a path',
    example: '/run/secrets/frase-do-backup',
    parse: (text) => text,
    otherwise: () => null,
    unset: '`BACKUP_PASSPHRASE`',
  }),
  BACKUP_PASSPHRASE: variable<string | null>({
    about: 'The passphrase itself.',
    form: 'at least 12 characters',
    example: 'frase-longa-e-guardada-noutro-lugar',
    parse: passphrase,
    otherwise: () => null,
    unset: 'it is asked for at a terminal; without one, sets have no keys',
    secret: true,
  }),
  POSTGRES_BIN: variable<string | null>({
    about: "The folder of PostgreSQL's programs `pg_dump` and `pg_restore`, in the server's major version.",
    form: 'a path',
    example: '/usr/lib/postgresql/18/bin',
    parse: (text) => text,
    otherwise: () => null,
    unset: 'they are looked for on `PATH` and in `/usr/lib/postgresql/*/bin`',
  }),
};

/** @returns the text: it is opened by the command alone */
function backupTarget(text: string): string {
  if (text.startsWith('s3:')) s3Url(text);
  return text;
}

/** Of twelve characters on, a passphrase of a few words resists a guesser for years; below that nothing is gained. */
export const PASSPHRASE_MIN = 12;

export function passphrase(text: string): string {
  if (text.length < PASSPHRASE_MIN) throw new Invalid(`use uma frase de ao menos ${PASSPHRASE_MIN} caracteres.`);
  return text;
}
