import type { Columns, Row } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';
import type { UsuarioRow } from './store.ts';

/** These functions run in the scope of the account itself; row-level security shows them no other account. */

/** An account's second factors, each with its own count of wrong answers and its own pause. */
export type Factor = 'TOTP' | 'RECUPERACAO';

export type OwnAccountRow = UsuarioRow &
  Row<
    'usuario',
    {
      readonly senha_hash: string;
      /** Encrypted, bound to the account. */
      readonly totp_segredo: Buffer | null;
      readonly totp_ultimo_passo: number | null;
      readonly totp_descansa_ate: Date | null;
      readonly recuperacao_descansa_ate: Date | null;
      /** Notices by e-mail the person does without. */
      readonly avisos_recusados: string[];
    }
  >;

const columns = ({ sql }: Tx) => sql`
  id, nome, email, email_confirmado_em, senha_hash, totp_confirmado_em is not null as segundo_fator,
  totp_segredo, totp_ultimo_passo, totp_descansa_ate, recuperacao_descansa_ate, idioma, tema, avisos_recusados`;

/** The account in its current state. */
export async function findOwnAccount(tx: Tx, usuarioId: string): Promise<OwnAccountRow | undefined> {
  const [row] = await tx.sql<OwnAccountRow[]>`select ${columns(tx)} from usuario where id = ${usuarioId}`;
  return row;
}

/** Locks the account, so that answers to its second factor are checked one at a time. */
export async function lockAccount(tx: Tx, usuarioId: string): Promise<OwnAccountRow | undefined> {
  const [row] = await tx.sql<
    OwnAccountRow[]
  >`select ${columns(tx)} from usuario where id = ${usuarioId} for no key update`;
  return row;
}

/**
 * Locks the account until the transaction ends, if its password is still the one that was verified. A password change
 * then comes either before, and prevents what is opened here, or after, and ends it.
 */
export async function holdAccountWithHash(
  tx: Tx,
  usuarioId: string,
  senhaHash: string,
): Promise<OwnAccountRow | undefined> {
  const [row] = await tx.sql<OwnAccountRow[]>`
    select ${columns(tx)}
      from usuario
     where id = ${usuarioId}
       and senha_hash = ${senhaHash}
       for share`;
  return row;
}

export async function updateSenha({ sql }: Tx, usuarioId: string, senhaHash: string): Promise<void> {
  await sql`update usuario set senha_hash = ${senhaHash} where id = ${usuarioId}`;
}

/** Records that the address is the person's own; other confirmation links have nothing left to confirm. */
export async function confirmEmail({ sql, realNow: now }: Tx, usuarioId: string): Promise<void> {
  await sql`
    update usuario set email_confirmado_em = ${now} where id = ${usuarioId} and email_confirmado_em is null`;
  await sql`update confirmacao_email set usada_em = ${now} where usuario_id = ${usuarioId} and usada_em is null`;
}

/** Removes everything created with an account before its address was confirmed. */
export async function takeBack(tx: Tx, usuarioId: string): Promise<void> {
  await removeTotp(tx, usuarioId);
  await tx.sql`select acesso.retomar_conta(${usuarioId}, ${tx.realNow})`;
}

/** Stores a secret that has no effect until it is confirmed. */
export async function offerTotp({ sql }: Tx, usuarioId: string, segredo: Buffer): Promise<void> {
  await sql`
    update usuario
       set totp_segredo = ${segredo}, totp_ultimo_passo = null
     where id = ${usuarioId}
       and totp_confirmado_em is null`;
}

/** Records the step just used; the first one confirms the second factor. Earlier wrong answers are forgotten. */
export async function acceptTotp({ sql, realNow: now }: Tx, usuarioId: string, step: number): Promise<void> {
  await sql`
    update usuario
       set totp_ultimo_passo = ${step},
           totp_confirmado_em = coalesce(totp_confirmado_em, ${now}),
           totp_falhas = 0, totp_descansa_ate = null
     where id = ${usuarioId}`;
}

/** Removes the second factor, with its recovery codes and the challenges waiting for it. */
export async function removeTotp({ sql, realNow: now }: Tx, usuarioId: string): Promise<void> {
  await sql`
    update usuario
       set totp_segredo = null, totp_confirmado_em = null, totp_ultimo_passo = null,
           totp_falhas = 0, totp_descansa_ate = null, recuperacao_falhas = 0, recuperacao_descansa_ate = null
     where id = ${usuarioId}`;
  await sql`delete from codigo_recuperacao where usuario_id = ${usuarioId}`;
  await sql`update desafio set encerrado_em = ${now} where usuario_id = ${usuarioId} and encerrado_em is null`;
}

/** Counts a wrong answer. @returns the number in a row */
export async function addFailure({ sql }: Tx, usuarioId: string, factor: Factor): Promise<number> {
  const column = sql(factor === 'TOTP' ? 'totp_falhas' : 'recuperacao_falhas');
  const [row] = await sql<{ falhas: number }[]>`
    update usuario set ${column} = ${column} + 1 where id = ${usuarioId} returning ${column} as falhas`;
  return row?.falhas ?? 1;
}

/** Pauses a factor, and resets its count. */
export async function restFactor({ sql }: Tx, usuarioId: string, factor: Factor, until: Date): Promise<void> {
  if (factor === 'TOTP') {
    await sql`update usuario set totp_falhas = 0, totp_descansa_ate = ${until} where id = ${usuarioId}`;
  } else {
    await sql`update usuario set recuperacao_falhas = 0, recuperacao_descansa_ate = ${until} where id = ${usuarioId}`;
  }
}

/** Replaces all of the account's recovery codes. */
export async function replaceCodigos(
  { sql, realNow: now }: Tx,
  usuarioId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await sql`delete from codigo_recuperacao where usuario_id = ${usuarioId}`;
  for (const hash of hashes) {
    await sql`
      insert into codigo_recuperacao (usuario_id, codigo_hash, criado_em)
      values (${usuarioId}, ${hash}, ${now})`;
  }
}

/** Uses up a recovery code. @returns false if there is no such code, or it was already used */
export async function spendCodigo(
  { sql, realNow: now }: Tx,
  usuarioId: string,
  hashes: readonly Buffer[],
): Promise<boolean> {
  const spent = await sql`
    update codigo_recuperacao
       set usado_em = ${now}
     where usuario_id = ${usuarioId}
       and codigo_hash in ${sql(hashes)}
       and usado_em is null
    returning 1`;
  if (spent.length === 0) return false;
  await sql`update usuario set recuperacao_falhas = 0, recuperacao_descansa_ate = null where id = ${usuarioId}`;
  return true;
}

/** A challenge waiting for its answer. */
export type DesafioRow = Columns<'desafio', 'id' | 'membro_id' | 'convite_id'>;

export async function insertDesafio(
  { sql, scope, realNow: now }: Tx,
  desafio: { id: string; usuarioId: string; membroId: string; conviteId: string | null; expiraEm: Date },
): Promise<void> {
  await sql`
    insert into desafio (id, usuario_id, organizacao_id, membro_id, convite_id, criado_em, expira_em)
    values (${desafio.id}, ${desafio.usuarioId}, ${scope.organizacaoId}, ${desafio.membroId}, ${desafio.conviteId},
            ${now}, ${desafio.expiraEm})`;
}

/** A challenge that is neither answered correctly nor expired. The account is already locked, so this needs no lock. */
export async function findOpenDesafio({ sql, realNow: now }: Tx, id: string): Promise<DesafioRow | undefined> {
  const [row] = await sql<DesafioRow[]>`
    select id, membro_id, convite_id
      from desafio
     where id = ${id}
       and encerrado_em is null
       and expira_em > ${now}`;
  return row;
}

export async function endDesafio({ sql, realNow: now }: Tx, id: string): Promise<void> {
  await sql`update desafio set encerrado_em = ${now} where id = ${id}`;
}

/** Ends whatever the old password opened or was about to open: sessions, challenges, links that were mailed. */
export async function endEverything({ sql, realNow: now }: Tx, usuarioId: string): Promise<void> {
  await sql`update sessao set encerrada_em = ${now} where usuario_id = ${usuarioId} and encerrada_em is null`;
  await sql`update desafio set encerrado_em = ${now} where usuario_id = ${usuarioId} and encerrado_em is null`;
  await endResets({ sql, realNow: now }, usuarioId);
  await endEmailChange({ sql, realNow: now }, usuarioId);
}

/** Ends the account's open reset links. */
export async function endResets({ sql, realNow: now }: Pick<Tx, 'sql' | 'realNow'>, usuarioId: string): Promise<void> {
  await sql`update recuperacao_senha set usada_em = ${now} where usuario_id = ${usuarioId} and usada_em is null`;
}

/** Ends the change of address that waits to be confirmed, if there is one. */
export async function endEmailChange(
  { sql, realNow: now }: Pick<Tx, 'sql' | 'realNow'>,
  usuarioId: string,
): Promise<void> {
  await sql`update troca_email set encerrada_em = ${now} where usuario_id = ${usuarioId} and encerrada_em is null`;
}
