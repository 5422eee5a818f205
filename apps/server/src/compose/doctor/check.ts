import type { Finding } from '@rubrica/contract';
import type { Config } from '../../config/index.ts';
import type { Secrets } from '../../core/ports.ts';
import type { Sql } from '../../core/sql.ts';
import type { KnownLogins } from '../database.ts';
import type { LastBackup } from '../last-backup.ts';

/** The installation that is examined: what is configured, and what there is of it already. Nothing is made for it. */
export interface Subject {
  readonly config: Config;
  /** To whom a message is sent, where somebody asked for it. */
  readonly recipients: { readonly mail: string | null; readonly sms: string | null };
  /** @throws Unknown if the embedded database is not running */
  logins(): Promise<KnownLogins>;
  /** Connections as the owner of the database, or as the login of requests where no other is known. @throws Unknown */
  owner(): Promise<Sql>;
  /** The master key that is there; null: there is none yet. */
  secrets(): Promise<Secrets | null>;
  /** Null: none is recorded. @throws Unknown */
  lastBackup(): Promise<LastBackup | null>;
}

/** What is looked at about one noun. */
export interface Check {
  /** What a finding is about if the check itself fails. */
  readonly ponto: string;
  /**
   * @param signal aborted at the deadline; what was opened is then closed
   * @throws Unknown for what cannot be seen from here; any other error is a fault of what is examined
   */
  run(subject: Subject, signal: AbortSignal): Promise<readonly Finding[]>;
}

/** What cannot be seen from here; the message says why, in Portuguese. */
export class Unknown extends Error {
  readonly advice: string | null;

  constructor(message: string, advice: string | null = null) {
    super(message);
    this.advice = advice;
  }
}

export const fine = (ponto: string, fato: string): Finding => ({ ponto, situacao: 'OK', fato, oQueFazer: null });
export const warned = (ponto: string, fato: string, oQueFazer: string): Finding => ({
  ...{ ponto, situacao: 'AVISO', fato, oQueFazer },
});
export const failed = (ponto: string, fato: string, oQueFazer: string): Finding => ({
  ...{ ponto, situacao: 'FALHA', fato, oQueFazer },
});
export const unverified = (ponto: string, fato: string, oQueFazer: string | null = null): Finding => ({
  ...{ ponto, situacao: 'NAO_VERIFICADO', fato, oQueFazer },
});
export const inapplicable = (ponto: string, fato: string): Finding => ({
  ...{ ponto, situacao: 'NAO_SE_APLICA', fato, oQueFazer: null },
});
