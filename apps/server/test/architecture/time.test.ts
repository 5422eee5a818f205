import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** Who asks for which time (ADR 0057): what belongs to a scope has the scope's, everything else the real one. */

const SERVER = fileURLToPath(new URL('../../', import.meta.url));
const read = (folder: string, suffix: string) =>
  new Map(
    readdirSync(join(SERVER, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(suffix))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(join(SERVER, folder), path), readFileSync(path, 'utf8')] as const),
  );
const modules = read('src/modules', '.ts');
const functions = read('functions', '.sql');

/** Modules of what both environments share, and of logs: their time is the real one. */
const OF_ACCOUNTS = ['chamadas', 'chaves-api', 'consumo', 'contatos', 'faturamento', 'oauth', 'organizacao', 'sessoes'];
const ofAccounts = (file: string) => OF_ACCOUNTS.includes(file.split('/')[0] ?? '');

const WITHOUT_COMMENTS = /\/\*[\s\S]*?\*\/|(?:^|\s)\/\/[^\n]*/g;
const found = (files: ReadonlyMap<string, string>, pattern: RegExp, wanted: (file: string) => boolean) =>
  [...files]
    .filter(([file]) => wanted(file))
    .flatMap(([file, text]) => {
      const matches = text.replace(WITHOUT_COMMENTS, '').match(pattern);
      return matches ? [file] : [];
    });

describe('the time', () => {
  /** In modules of what belongs to a scope: what is asked of the real time, and why. */
  const REAL: Readonly<Record<string, string>> = {
    'arquivos/sweeps.ts': 'idempotency keys, and files of no row; a download tells by its own time whether it is over',
    'assinatura/factors/authenticator.ts': "a code is of the clock of the person's device",
    'auditoria/trail.ts': 'it stands beside the time of the scope',
    'certificados/complete.ts': 'whether the seal can seal',
    'certificados/reemitir.ts': 'the same',
    'certificados/sweeps.ts': 'the lookup adds how far each clock is ahead',
    'documentos/editing.ts': 'its token is looked up by whoever calls, before any scope',
    'documentos/notice-proofs.ts': 'how long a notice waits for the open log, whose time is the real one',
    'documentos/sweeps.ts': 'the lookup adds how far each clock is ahead',
    'formularios/sweeps.ts': 'the lookup adds how far each clock is ahead',
    'lgpd/erase.ts': 'a security event',
    'lgpd/politicas.ts': 'the same',
    'lgpd/purge.ts': 'the lookup adds how far each clock is ahead',
    'lgpd/solicitacoes.ts': 'a security event',
    'lgpd/sweeps.ts': 'the lookup adds how far each clock is ahead',
    'registro/sweeps.ts': 'the log has one order and one time, whatever the clocks of the scopes say',
    'relogio/avancar.ts': 'it is what a clock is ahead of',
    'relogio/routes.ts': 'the same',
    'relogio/store.ts': 'the same',
    'webhooks/deliver.ts': "`t` is for the receiver's clock",
  };

  it('of what belongs to a scope is the one of its transaction, but where the reason is said', () => {
    const asks = /\brealNow\b|\bclock\.now\(\)|\bDate\.now\(\)|\bnew Date\(\)/;
    expect(found(modules, asks, (file) => !ofAccounts(file)).sort()).toEqual(Object.keys(REAL));
  });

  it('of accounts, keys, metering and logs is the real one', () => {
    expect(found(modules, /\btx\.now\b|\{[^{}]*(?<!: )\bnow\b[^{}]*\}(?:: Tx\b| = tx\b)/, ofAccounts)).toEqual([]);
  });

  it('of neither is asked of the database within a statement', () => {
    /** The operator's commands. */
    const AS_OPERATOR = ['oauth/registration.ts'];
    const asks = /\bnow\(\)(?! *\/)|\bcurrent_timestamp\b|\b(?:clock|statement|transaction)_timestamp\b/i;
    const ours = (text: string) => text.replace(/\b\w+\.now\(\)/g, '');
    const cleaned = new Map([...modules].map(([file, text]) => [file, ours(text)]));
    expect(found(cleaned, asks, (file) => !AS_OPERATOR.includes(file))).toEqual([]);
  });

  it('is asked within a function where no row of a scope gets it', () => {
    const asks = /\bnow\(\)|\bcurrent_timestamp\b|\b\w+_timestamp\(\)/i;
    expect(found(functions, asks, () => true).sort()).toEqual([
      'chamadas.sql', // the weeks of the record of calls, which no clock of a sandbox moves
      'consumo.sql', // since when a plan is in force
      'installation.sql', // since when a master key is
      'lgpd.sql', // the latest that a purge believes; how far a clock is ahead is added to it
      'listing.sql', // the age of variations of a count
    ]);
  });
});
