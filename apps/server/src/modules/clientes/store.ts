import { rule } from '@rubrica/contract';
import type { CursorPosition } from '../../core/cursor.ts';
import { likePattern } from '../../core/like.ts';
import { afterPlace, type Placed, placeOf } from '../../core/page.ts';
import { conflict } from '../../core/problem.ts';
import type { Columns, Row } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';

export type ClienteRow = Row<
  'cliente',
  {
    readonly id: string;
    readonly nome: string;
    readonly email: string | null;
    readonly telefone: string | null;
    /** Eleven digits. */
    readonly cpf: string | null;
    readonly data_nascimento: string | null;
    readonly referencia_externa: string | null;
    readonly metadados: Record<string, string>;
    readonly criado_em: Date;
    readonly usado_em: Date | null;
  }
>;

/** Columns that a caller sets. */
export type ClienteData = Omit<ClienteRow, 'id' | 'criado_em' | 'usado_em'>;

const columns = ({ sql }: Tx) =>
  sql`id, nome, email, telefone, cpf, data_nascimento, referencia_externa, metadados, criado_em, usado_em`;

/** @throws 409 CONFLITO if somebody else has the e-mail (unique index cliente_email) */
const refuseTaken = (error: { code?: string; constraint?: string }): never => {
  if (error.code === '23505' && error.constraint === 'cliente_email') throw conflict(rule('contactTaken'));
  throw error;
};

export async function findCliente(tx: Tx, id: string): Promise<ClienteRow | undefined> {
  const [row] = await tx.sql<ClienteRow[]>`select ${columns(tx)} from cliente where id = ${id} and ${tx.here()}`;
  return row;
}

export async function lockCliente(tx: Tx, id: string): Promise<ClienteRow | undefined> {
  const [row] = await tx.sql<ClienteRow[]>`
    select ${columns(tx)} from cliente where id = ${id} and ${tx.here()} for update`;
  return row;
}

/** @throws 409 CONFLITO if somebody else has the e-mail */
export async function insertCliente(tx: Tx, id: string, { metadados, ...data }: ClienteData): Promise<ClienteRow> {
  const row = { id, ...data, metadados: tx.json(metadados), criado_em: tx.now };
  const [inserted] = await tx.sql<ClienteRow[]>`
    insert into cliente ${tx.rows(row)} returning ${columns(tx)}`.catch(refuseTaken);
  return inserted as ClienteRow;
}

/** @throws 409 CONFLITO if somebody else has the e-mail */
export async function updateCliente(tx: Tx, id: string, { metadados, ...data }: ClienteData): Promise<ClienteRow> {
  const [row] = await tx.sql<ClienteRow[]>`
    update cliente
       set ${tx.set({ ...data, metadados: tx.json(metadados) })}
     where id = ${id} and ${tx.here()}
    returning ${columns(tx)}`.catch(refuseTaken);
  return row as ClienteRow;
}

/** Removes people; signers that name them name nobody from then on (index signatario_cliente). */
export async function deleteClientes(tx: Tx, ids: readonly string[]): Promise<number> {
  const removed = await tx.sql`delete from cliente where id = any(${ids}) and ${tx.here()}`;
  await tx.sql`update signatario set cliente_id = null where cliente_id = any(${ids}) and ${tx.here()}`;
  return removed.count;
}

/** Those of these people who are in the registry, kept from leaving it until the transaction ends. */
export function holdRows(tx: Tx, ids: readonly string[]): Promise<Columns<'cliente', 'id'>[]> {
  return tx.sql<Columns<'cliente', 'id'>[]>`
    select id from cliente where id = any(${ids}) and ${tx.here()} order by id for key share`;
}

export function findRows(tx: Tx, ids: readonly string[]): Promise<ClienteRow[]> {
  return tx.sql<ClienteRow[]>`select ${columns(tx)} from cliente where id = any(${ids}) and ${tx.here()}`;
}

/**
 * Notes that people were named, once an hour at most, so that senders who name the same person do not wait for each other
 * all day; in the order of ids, so that they never wait in a circle.
 */
export async function noteUse(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.sql`
    with due as (
      select id
        from cliente
       where id = any(${ids}) and ${tx.here()}
         and (usado_em is null or usado_em < ${tx.now}::timestamptz - interval '1 hour')
       order by id
         for no key update
    )
    update cliente c
       set usado_em = ${tx.now}
      from due
     where c.id = due.id and ${tx.here('c')}`;
}

/** How a data subject is found. */
export interface Subject {
  /** In lower case. */
  readonly email: string;
  readonly cpf: string | null;
  /** Numbers the person gave as a signer. */
  readonly telefones: readonly string[];
}

/**
 * The entries of one person: by e-mail or CPF and, where an entry has neither, by phone (indexes cliente_email, cliente_cpf,
 * cliente_telefone).
 */
export function findOfSubject(tx: Tx, { email, cpf, telefones }: Subject): Promise<ClienteRow[]> {
  return tx.sql<ClienteRow[]>`
    select ${columns(tx)}
      from cliente
     where ${tx.here()}
       and (lower(email) = ${email} or cpf = ${cpf}
            or (email is null and cpf is null and telefone = any(${telefones})))
     order by criado_em, id`;
}

/** People after a position, the newest first: index cliente_lista, or cliente_busca with a text (acesso.buscar_clientes). */
export function listClientes(
  tx: Tx,
  busca: string | null,
  after: CursorPosition | null,
  limit: number,
): Promise<(ClienteRow & Placed)[]> {
  const { sql } = tx;
  const [lugar = null, id = null] = after ?? [];
  const which =
    busca === null
      ? afterPlace(tx, after)
      : sql`and id = any (array(
              select id
                from acesso.buscar_clientes(${likePattern(busca)}, ${lugar}::timestamptz, ${id}::uuid, ${limit})))`;
  return sql<(ClienteRow & Placed)[]>`
    select ${columns(tx)}, ${placeOf(tx)}
      from cliente
     where ${tx.here()} ${which}
     order by criado_em desc, id desc
     limit ${limit}`;
}

export async function countClientes(tx: Tx, busca: string | null): Promise<number> {
  const [row] = await (busca === null
    ? tx.sql<{ total: number }[]>`select count(*) as total from cliente where ${tx.here()}`
    : tx.sql<{ total: number }[]>`select acesso.contar_clientes(${likePattern(busca)}) as total`);
  return row?.total ?? 0;
}
