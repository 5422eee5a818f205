import type { DocumentoDeLinkEntrada, Idioma, MotivoImpedimento, SituacaoFormulario } from '@rubrica/contract';
import type { CursorPosition } from '../../core/cursor.ts';
import { afterPlace, type Placed, placeOf } from '../../core/page.ts';
import { type Columns, columnsOf, type Row } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';
import { insertInto } from '../documentos/index.ts';

/** A public link of a template. */
export type FormularioRow = Row<
  'formulario',
  {
    id: string;
    modelo_id: string;
    titulo: string;
    papel_id: string;
    documento: DocumentoDeLinkEntrada;
    limite: number | null;
    respostas: number;
    expira_em: Date | null;
    encerrado_em: Date | null;
    /** Of its address, which is public. */
    token: string;
    criado_por: string;
    criado_em: Date;
    /** Why the last visitor got no document, and since when that is so. */
    impedimento: MotivoImpedimento | null;
    impedido_em: Date | null;
    /** When whoever answers for it was last told. */
    avisado_em: Date | null;
  }
>;

/** One as it is made. */
export type NewFormulario = Omit<
  FormularioRow,
  'respostas' | 'encerrado_em' | 'impedimento' | 'impedido_em' | 'avisado_em'
>;

/** What a visitor asked for: somebody's name and address until it is confirmed, then the way to a document. */
export type PedidoRow = Row<
  'formulario_pedido',
  {
    id: string;
    formulario_id: string;
    nome: string | null;
    email: string | null;
    idioma: Idioma | null;
    pedido_em: Date;
    expira_em: Date;
    documento_id: string | null;
    link_id: string | null;
  }
>;

/** Whether it takes answers: what every act about it asks. */
export function situationOf(
  { encerrado_em, expira_em, limite, respostas }: FormularioRow,
  now: Date,
): SituacaoFormulario {
  if (encerrado_em !== null) return 'ENCERRADO';
  if (expira_em !== null && expira_em <= now) return 'VENCIDO';
  return limite !== null && respostas >= limite ? 'ESGOTADO' : 'ABERTO';
}

export const insertFormulario = (tx: Tx, row: NewFormulario): Promise<unknown> =>
  insertInto(tx, 'formulario', [{ ...row, documento: tx.json(row.documento) }]);

export async function findFormulario(tx: Tx, id: string): Promise<FormularioRow | null> {
  const [row] = await tx.sql<FormularioRow[]>`
    select ${columnsOf('formulario')} from formulario where id = ${id} and ${tx.here()}`;
  return row ?? null;
}

/** One of a template's, held until the transaction ends. */
export async function lockFormulario(tx: Tx, modeloId: string, id: string): Promise<FormularioRow | null> {
  const [row] = await tx.sql<FormularioRow[]>`
    select ${columnsOf('formulario')}
      from formulario
     where id = ${id} and modelo_id = ${modeloId} and ${tx.here()}
       for no key update`;
  return row ?? null;
}

export type FormularioChanges = Partial<
  Pick<FormularioRow, 'titulo' | 'limite' | 'respostas' | 'expira_em' | 'encerrado_em'>
>;

export async function updateFormulario(tx: Tx, id: string, changes: FormularioChanges): Promise<FormularioRow> {
  const [row] = await tx.sql<FormularioRow[]>`
    update formulario
       set ${tx.set(changes)}
     where id = ${id} and ${tx.here()}
    returning ${columnsOf('formulario')}`;
  if (!row) throw new Error('a public link that is held vanished');
  return row;
}

const TOLD_EVERY_MS = 24 * 3600_000;

/** Notes why a visitor got no document. @returns whether somebody is to be told: once a day, of as many as there are at once */
export async function noteHindrance(tx: Tx, id: string, motivo: MotivoImpedimento): Promise<boolean> {
  const due = tx.sql`(avisado_em is null or avisado_em <= ${new Date(tx.now.getTime() - TOLD_EVERY_MS)})`;
  const [noted] = await tx.sql<{ told: boolean }[]>`
    update formulario
       set impedimento = ${motivo},
           impedido_em = case when impedimento = ${motivo} then impedido_em else ${tx.now} end,
           avisado_em = case when ${due} then ${tx.now} else avisado_em end
     where id = ${id} and ${tx.here()}
       and (impedimento is distinct from ${motivo} or ${due})
    returning avisado_em = ${tx.now} as told`;
  return noted?.told ?? false;
}

/** Uses the index formulario_lista. */
export const listFormularios = (
  tx: Tx,
  modeloId: string,
  after: CursorPosition | null,
  limit: number,
): PromiseLike<(FormularioRow & Placed)[]> =>
  tx.sql<(FormularioRow & Placed)[]>`
    select ${columnsOf('formulario')}, ${placeOf(tx)}
      from formulario
     where modelo_id = ${modeloId} and ${tx.here()}
       ${afterPlace(tx, after)}
     order by criado_em desc, id desc
     limit ${limit}`;

export async function countFormularios(tx: Tx, modeloId: string): Promise<number> {
  const [row] = await tx.sql<{ total: number }[]>`
    select count(*) as total from formulario where modelo_id = ${modeloId} and ${tx.here()}`;
  return row?.total ?? 0;
}

/** Those of a template that take answers, with the template held, so that as many at once are no more. */
export async function countOpen(tx: Tx, modeloId: string): Promise<number> {
  const [row] = await tx.sql<{ total: number }[]>`
    select count(*) as total
      from formulario
     where modelo_id = ${modeloId} and encerrado_em is null
       and (expira_em is null or expira_em > ${tx.now})
       and (limite is null or respostas < limite)
       and ${tx.here()}`;
  return row?.total ?? 0;
}

/** Whoever asks again before confirming has the same request, for a new while. @returns its id */
export async function askAgain(
  tx: Tx,
  row: Pick<PedidoRow, 'id' | 'formulario_id' | 'nome' | 'email' | 'idioma' | 'pedido_em' | 'expira_em'> & {
    readonly token_hash: Buffer;
  },
): Promise<string> {
  const [asked] = await tx.sql<Columns<'formulario_pedido', 'id'>[]>`
    insert into formulario_pedido ${tx.rows(row)}
    on conflict (organizacao_id, formulario_id, lower(email)) where documento_id is null
    do update set nome = excluded.nome, email = excluded.email, idioma = excluded.idioma, pedido_em = excluded.pedido_em,
                  expira_em = excluded.expira_em
    returning id`;
  if (!asked) throw new Error('a request that was neither made nor found');
  return asked.id;
}

export async function findPedido(tx: Tx, id: string): Promise<PedidoRow | null> {
  const [row] = await tx.sql<PedidoRow[]>`
    select ${columnsOf('formulario_pedido')} from formulario_pedido where id = ${id} and ${tx.here()}`;
  return row ?? null;
}

export async function lockPedido(tx: Tx, id: string): Promise<PedidoRow | null> {
  const [row] = await tx.sql<PedidoRow[]>`
    select ${columnsOf('formulario_pedido')} from formulario_pedido where id = ${id} and ${tx.here()} for update`;
  return row ?? null;
}

export const deletePedido = (tx: Tx, id: string): Promise<unknown> =>
  Promise.resolve(tx.sql`delete from formulario_pedido where id = ${id} and ${tx.here()}`);

/** From now on it is the way to that document; who asked is the document's to say. */
export const confirmPedido = (tx: Tx, id: string, documentoId: string, linkId: string | null): Promise<unknown> =>
  Promise.resolve(tx.sql`
    update formulario_pedido
       set documento_id = ${documentoId}, link_id = ${linkId}, nome = null, email = null
     where id = ${id} and ${tx.here()}`);
