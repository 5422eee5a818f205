import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config/index.ts';
import { once } from '../../core/once.ts';
import { connect, type Sql } from '../../core/sql.ts';
import { knownLogins } from '../database.ts';
import { lastBackup } from '../last-backup.ts';
import { openSecrets } from '../world.ts';
import { type Subject, Unknown } from './check.ts';
import { reasonOf } from './words.ts';

const CONNECTIONS = 4;

/** The installation of a configuration. Each part is looked for once, when it is first asked for. */
export function openSubject(config: Config, recipients: Subject['recipients']): Subject & { close(): Promise<void> } {
  let sql: Sql | undefined;
  const logins = once(async () => {
    const found = await knownLogins(config);
    if (found === null) throw new Unknown('O banco embutido não está no ar.', 'Inicie o serviço.');
    return found;
  });
  const owner = once(async () => {
    sql = connect((await logins()).owner, null, CONNECTIONS);
    return sql;
  });
  return {
    config,
    recipients,
    logins,
    owner,
    secrets: once(async () => {
      const generated = join(config.dataDir, 'master.key');
      // Opening them would generate one.
      const there =
        config.masterKeys !== null ||
        (await access(generated).then(
          () => true,
          () => false,
        ));
      return there ? openSecrets(config) : null;
    }),
    async lastBackup() {
      try {
        return await lastBackup(await owner());
      } catch (error) {
        throw new Unknown(`O banco, onde isso é anotado, não respondeu: ${reasonOf(error)}.`);
      }
    },
    close: async () => sql?.end({ timeout: 0 }),
  };
}
