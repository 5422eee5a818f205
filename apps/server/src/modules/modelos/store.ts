import type { CampoModelo, EscopoModelo, PapelModelo } from '@rubrica/contract';
import type { PageGeometry } from '@rubrica/pdf';
import type { CursorPosition } from '../../core/cursor.ts';
import { afterPlace, type Placed, placeOf } from '../../core/page.ts';
import { columnsOf, type Row } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';
import type { Marcas } from '../documentos/index.ts';

export type ModeloRow = Row<
  'modelo',
  {
    id: string;
    nome: string;
    descricao: string | null;
    escopo: EscopoModelo;
    arquivo_id: string;
    geometria: PageGeometry[];
    paginas: number;
    variaveis: string[];
    papeis: PapelModelo[];
    campos: CampoModelo[];
    /** The tags of the file, with the fields they made; null for a template older than tags. */
    marcas: Marcas | null;
    vezes_usado: number;
    criado_por: string;
    criado_em: Date;
  }
>;

/** Within the scope and visible to a member: the organization's templates and the member's own. */
const visible = (tx: Tx, membroId: string) => tx.sql`
  ${tx.here()} and excluido_em is null
  and (escopo = 'ORGANIZACAO' or criado_por = ${membroId})`;

export async function insertModelo(tx: Tx, row: Omit<ModeloRow, 'criado_em' | 'vezes_usado'>): Promise<ModeloRow> {
  const [inserted] = await tx.sql<ModeloRow[]>`
    insert into modelo ${tx.rows({
      id: row.id,
      nome: row.nome,
      descricao: row.descricao,
      escopo: row.escopo,
      arquivo_id: row.arquivo_id,
      geometria: tx.json(row.geometria),
      paginas: row.paginas,
      variaveis: row.variaveis,
      papeis: tx.json(row.papeis),
      campos: tx.json(row.campos),
      marcas: row.marcas && tx.json(row.marcas),
      criado_por: row.criado_por,
      criado_em: tx.now,
    })}
    returning ${columnsOf('modelo')}`;
  return inserted as ModeloRow;
}

export async function findModelo(tx: Tx, id: string, membroId: string): Promise<ModeloRow | null> {
  const [row] = await tx.sql<ModeloRow[]>`
    select ${columnsOf('modelo')} from modelo where id = ${id} and ${visible(tx, membroId)}`;
  return row ?? null;
}

export async function lockModelo(tx: Tx, id: string, membroId: string): Promise<ModeloRow | null> {
  const [row] = await tx.sql<ModeloRow[]>`
    select ${columnsOf('modelo')} from modelo where id = ${id} and ${visible(tx, membroId)} for no key update`;
  return row ?? null;
}

export type ModeloChanges = Partial<Pick<ModeloRow, 'nome' | 'descricao' | 'escopo' | 'papeis' | 'campos' | 'marcas'>>;

const JSON_COLUMNS: readonly string[] = ['papeis', 'campos', 'marcas'];

export async function updateModelo(tx: Tx, id: string, changes: ModeloChanges): Promise<ModeloRow> {
  const set = Object.fromEntries(
    Object.entries(changes).map(([column, value]) => [
      column,
      JSON_COLUMNS.includes(column) && value !== null ? tx.json(value) : value,
    ]),
  );
  const [row] = await tx.sql<ModeloRow[]>`
    update modelo
       set ${tx.set(set)}
     where id = ${id} and ${tx.here()}
    returning ${columnsOf('modelo')}`;
  if (!row) throw new Error('a locked template vanished');
  return row;
}

export async function deleteModelo(tx: Tx, id: string): Promise<void> {
  await tx.sql`
    update modelo
       set excluido_em = ${tx.now}
     where id = ${id} and ${tx.here()}`;
}

export async function countUse(tx: Tx, id: string): Promise<void> {
  await tx.sql`
    update modelo
       set vezes_usado = vezes_usado + 1
     where id = ${id} and ${tx.here()}`;
}

/** Uses the index modelo_lista. */
export function listModelos(
  tx: Tx,
  membroId: string,
  after: CursorPosition | null,
  limit: number,
): PromiseLike<(ModeloRow & Placed)[]> {
  return tx.sql<(ModeloRow & Placed)[]>`
    select ${columnsOf('modelo')}, ${placeOf(tx)}
      from modelo
     where ${visible(tx, membroId)}
       ${afterPlace(tx, after)}
     order by criado_em desc, id desc
     limit ${limit}`;
}

export async function countModelos(tx: Tx, membroId: string): Promise<number> {
  const [row] = await tx.sql<{ total: number }[]>`select count(*) as total from modelo where ${visible(tx, membroId)}`;
  return row?.total ?? 0;
}
