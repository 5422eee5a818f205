import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { COMPLETION_ALARM_MS, IDEMPOTENCY_TTL_MS } from '@rubrica/contract';
import { fileClock } from '../adapters/file-clock.ts';
import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/log.ts';
import type { MailedTokens } from '../core/mailed-tokens.ts';
import type { FileStore } from '../core/ports.ts';
import { type Scope, scopeOf } from '../core/scope.ts';
import type { Database, Sql, Tx } from '../core/sql.ts';
import type { Sweep } from '../jobs/sweeps.ts';
import { keyOfOrigin } from '../modules/arquivos/index.ts';
import { podarChamadas } from '../modules/chamadas/index.ts';
import { medirArmazenamento } from '../modules/consumo/index.ts';
import {
  expirarDocumento,
  type LinkTokens,
  lembrarPendentes,
  VARIATIONS_KEPT_MS,
} from '../modules/documentos/index.ts';
import { fecharFaturas } from '../modules/faturamento/index.ts';
import { lgpdSweeps } from '../modules/lgpd/index.ts';
import { encerrarOrganizacao } from '../modules/sessoes/index.ts';

export interface SweepDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly files: FileStore;
  readonly log: Logger;
  readonly tokens: LinkTokens;
  readonly payments: MailedTokens;
  readonly complete: (scope: Scope, documentoId: string) => Promise<void>;
  /** Directories of files that only live while a request or a job does. */
  readonly temporary: readonly string[];
  /** Whether what outlived its retention is removed (RETENTION_PURGE). */
  readonly purge: boolean;
}

type DueRow = { id: string; organizacao_id: string; ambiente: Scope['ambiente'] };

const EXPIRY_EVERY_MS = 2_000;
const REMINDER_EVERY_MS = 10_000;
/** What closes days and months looks at an index and finds nothing to do on all but one run of a day. */
const CLOSING_EVERY_MS = 10_000;
const RECOVERY_EVERY_MS = 20_000;
const COUNT_EVERY_MS = 5_000;
/** Whoever has a full record is looked through whole. */
const CALLS_EVERY_MS = 120_000;
const HOURLY_MS = 3600_000;
/** No upload and no completion lasts this long; what is older belongs to a process that died. */
const ORPHAN_AGE_MS = 2 * 3600_000;
/** Challenges and reset links that are over stay a day, so that an operator can still see them. */
const ACCOUNT_LEFTOVERS_MS = 24 * 3600_000;
const BATCH = 100;
const COUNT_BATCH = 10_000;

/** Everything that falls due by itself. */
export function sweepsOf(deps: SweepDeps): Sweep[] {
  const { clock } = deps;
  const { sql } = deps.db;
  return [
    {
      name: 'expirar',
      everyMs: EXPIRY_EVERY_MS,
      run: () =>
        actOnDue(
          deps,
          'expirar',
          () => sql<DueRow[]>`select * from acesso.vencidos(${clock.now()}, ${BATCH})`,
          expirarDocumento,
        ),
    },
    {
      name: 'lembrar',
      everyMs: REMINDER_EVERY_MS,
      run: () =>
        actOnDue(
          deps,
          'lembrar',
          () => sql<DueRow[]>`select * from acesso.lembretes_devidos(${clock.now()}, ${BATCH})`,
          (tx, id) => lembrarPendentes(tx, deps.tokens, id),
        ),
    },
    { name: 'medir-armazenamento', everyMs: CLOSING_EVERY_MS, run: () => medirArmazenamento(deps) },
    { name: 'fechar-faturas', everyMs: CLOSING_EVERY_MS, run: () => fecharFaturas(deps) },
    {
      name: 'encerrar-organizacoes',
      everyMs: CLOSING_EVERY_MS,
      run: () =>
        actOnDue(
          deps,
          'encerrar-organizacoes',
          () => sql<DueRow[]>`
            select id, id as organizacao_id, 'PRODUCAO' as ambiente
              from acesso.encerramentos_devidos(${clock.now()}, ${BATCH}) as due (id)`,
          encerrarOrganizacao,
        ),
    },
    ...lgpdSweeps(deps),
    { name: 'concluir', everyMs: RECOVERY_EVERY_MS, run: () => completeStuck(deps) },
    { name: 'contar', everyMs: COUNT_EVERY_MS, run: () => foldCounts(deps) },
    { name: 'podar-chamadas', everyMs: CALLS_EVERY_MS, run: () => podarChamadas(deps) },
    { name: 'limpar', everyMs: HOURLY_MS, run: () => cleanUp(deps) },
  ];
}

/** Acts on everything a lookup names as due, each in a transaction of its own, until none is left. */
async function actOnDue(
  { db, log }: SweepDeps,
  what: string,
  find: () => PromiseLike<DueRow[]>,
  act: (tx: Tx, id: string) => Promise<void>,
): Promise<void> {
  for (;;) {
    const due = await find();
    let failed = 0;
    for (const { id, organizacao_id, ambiente } of due) {
      await db
        .write(scopeOf(organizacao_id, ambiente), (tx) => act(tx, id))
        .catch((error) => {
          failed += 1;
          log.error({ err: error, id, sweep: what }, 'what is due was left for the next run');
        });
    }
    if (due.length < BATCH || failed > 0) return;
  }
}

/** Takes up what its job did not finish: a queue that was emptied must not leave a signed document incomplete. */
async function completeStuck({ db, clock, log, complete }: SweepDeps): Promise<void> {
  const since = new Date(clock.now().getTime() - COMPLETION_ALARM_MS);
  const stuck = await db.sql<DueRow[]>`select * from acesso.a_concluir(${since})`;
  if (stuck.length === 0) return;
  log.error({ total: stuck.length }, 'ALARM: documents signed by everyone for over six minutes and not complete');
  for (const { id, organizacao_id, ambiente } of stuck) {
    await complete(scopeOf(organizacao_id, ambiente), id).catch((error) => {
      log.error({ err: error, documentoId: id }, 'a document could not be completed');
    });
  }
}

/** Keeps short what totals and sums are made of. Their being right does not depend on it. */
async function foldCounts({ db }: SweepDeps): Promise<void> {
  for (;;) {
    const [row] = await db.sql<{ documentos: number; consumo: number }[]>`
      select acesso.dobrar_contagem(${COUNT_BATCH}, make_interval(secs => ${VARIATIONS_KEPT_MS / 1000})) as documentos,
             acesso.dobrar_consumo(${COUNT_BATCH}) as consumo`;
    if (!row || Math.max(row.documentos, row.consumo) < COUNT_BATCH) return;
  }
}

async function cleanUp({ db, clock, files, temporary }: SweepDeps): Promise<void> {
  const now = clock.now();
  await db.sql`select acesso.limpar(${new Date(now.getTime() - IDEMPOTENCY_TTL_MS)}, ${now})`;
  await db.sql`select acesso.limpar_oauth(${new Date(now.getTime() - ACCOUNT_LEFTOVERS_MS)})`;
  await db.sql`select acesso.limpar_contas(${new Date(now.getTime() - ACCOUNT_LEFTOVERS_MS)})`;
  for (const directory of temporary) {
    const before = (await fileClock(directory)) - ORPHAN_AGE_MS;
    for (const name of await readdir(directory)) {
      const path = join(directory, name);
      const found = await stat(path).catch(() => null);
      if (found && found.mtimeMs < before) await rm(path, { force: true });
    }
  }
  await removeOrphans(db.sql, files, ORPHAN_AGE_MS);
}

/** Removes the stored files that no row names, once they are so old that whoever was to name one has given up. */
export async function removeOrphans(sql: Sql, files: FileStore, ageMs: number): Promise<void> {
  for await (const key of files.list('', ageMs)) {
    const [row] = await sql<{ existe: boolean }[]>`select acesso.arquivo_existe(${keyOfOrigin(key)}) as existe`;
    if (row?.existe === false) await files.delete(key);
  }
}
