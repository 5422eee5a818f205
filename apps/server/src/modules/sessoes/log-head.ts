import { randomUUID } from 'node:crypto';
import { readHead } from '../../core/open-log/note.ts';
import type { Row } from '../../core/row.ts';
import { accountScopeOf } from '../../core/scope.ts';
import type { Database } from '../../core/sql.ts';
import { takeAll } from '../../core/sweep.ts';
import type { Messenger } from '../mensagens/index.ts';
import { renderLogHead } from '../mensagens/index.ts';
import { createLogStore, type ReadDayHead } from '../registro/index.ts';
import { mailAccount } from './account-mail.ts';
import { type LogHeadMail, QUEUES } from './queues.ts';
import { findOwnAccount } from './store-account.ts';

/**
 * The open log's head of each day, to everybody who owns an organization and does not do without it: so many mailboxes hold what a tree
 * that is written anew would contradict (ADR 0085).
 */

const BATCH = 100;

/** Queues the mail of the last day that is over, once a person. */
export function createHeadTeller(db: Database, readDayHead: ReadDayHead) {
  return async (): Promise<void> => {
    const head = await readDayHead('PRODUCAO');
    if (head === null) return;
    await takeAll(BATCH, async (limit) => {
      const owners = await db.sql<Row<'acesso.donos_a_avisar', { usuario_id: string }>[]>`
        select usuario_id from acesso.donos_a_avisar(${head.dia}::date, ${limit})`;
      for (const { usuario_id: usuarioId } of owners) await tell(db, usuarioId, head.dia);
      return owners.length;
    });
  };
}

function tell(db: Database, usuarioId: string, day: string): Promise<void> {
  return db.write(accountScopeOf(usuarioId, null), async (tx) => {
    const told = await tx.sql`
      update usuario
         set registro_avisado_em = ${day}::date
       where id = ${usuarioId} and (registro_avisado_em is null or registro_avisado_em < ${day}::date)
       returning id`;
    if (told.length > 0) await tx.enqueue(QUEUES.SEND_LOG_HEAD, { id: randomUUID(), usuarioId, dia: day });
  });
}

/** Sends such a mail, with the checkpoint as a file. */
export function createHeadSender(deps: { db: Database; messenger: Messenger; publicUrl: string }) {
  return async ({ id, usuarioId, dia }: LogHeadMail): Promise<void> => {
    const scope = accountScopeOf(usuarioId, null);
    const account = await deps.db.read(scope, (tx) => findOwnAccount(tx, usuarioId));
    const day = await createLogStore(deps.db.sql, 'PRODUCAO').day(dia);
    if (!account || !day) return;
    const { origin, size, root } = readHead(day.nota);
    const message = renderLogHead({
      ...{ nome: account.nome, dia, origem: origin, tamanho: size, raiz: root.toString('base64') },
      panelUrl: `${deps.publicUrl}/painel`,
    });
    const attachments = [{ nome: `registro-${dia}.checkpoint`, texto: day.nota }];
    await mailAccount(deps.messenger, scope, { to: account.email, ...message, attachments, messageId: id });
  };
}
