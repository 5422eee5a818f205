import type { Ambiente } from '@rubrica/contract';
import type { Leaf } from '../../core/open-log/leaf.ts';
import type { Extension, ReadTiles } from '../../core/open-log/tree.ts';
import type { Columns, Row } from '../../core/row.ts';
import type { Sql, Tx } from '../../core/sql.ts';

/** The heads of a log. */
export type LogHead = Row<
  'acesso.registro_cabeca',
  {
    /** The log's name, empty for an environment's first. */
    geracao: string;
    origem: string;
    vkey: string;
    tamanho: number;
    /** The newest head as the log signed it; null before the first leaf. */
    nota: string | null;
    estendido_em: Date;
    /** The checkpoint that is shown, with cosignatures. */
    publicado: string | null;
    publicado_tamanho: number;
    publicado_em: Date | null;
  }
>;

export type WaitingLeaf = Row<
  'acesso.registro_na_fila',
  {
    organizacao_id: string;
    id: string;
    rotulo: Buffer;
    folha: string;
    /** What the log already has under this label. */
    ja: string | null;
  }
>;

export type LoggedLeaf = Row<'acesso.registro_achar', { geracao: string; indice: number; folha: string }>;

/** The log that ended before the one that grows, as it was then. */
export type EndedLog = Row<'acesso.registro_anterior', { origem: string; vkey: string; tamanho: number; raiz: Buffer }>;

export type LogDay = Row<'acesso.registro_do_dia', { dia: string; nota: string; carimbo: Buffer | null }>;

/** Queues leaves with the change that they tell of: they are committed with it or not at all. */
export async function queueLeaves(tx: Tx, leaves: readonly Leaf[]): Promise<void> {
  if (leaves.length === 0) return;
  const { organizacaoId, ambiente } = tx.scope;
  const rows = leaves.map((leaf) => ({ organizacao_id: organizacaoId, ambiente, ...leaf }));
  await tx.sql`insert into registro_fila ${tx.sql(rows)}`;
}

/** What hides a document's leaves; null of one that has none, or is gone. */
export async function findNonce(tx: Tx, documentoId: string): Promise<Buffer | null> {
  const [trail] = await tx.sql<Columns<'trilha', 'nonce'>[]>`
    select nonce from trilha where documento_id = ${documentoId} and ${tx.here()}`;
  return trail?.nonce ?? null;
}

/**
 * What a process reads and writes of one log. All of it is public.
 * @param geracao the log's name; null: the one that grows. No other is ever written.
 */
export function createLogStore(sql: Sql, ambiente: Ambiente, geracao: string | null = null) {
  const readTiles: ReadTiles = async (wanted) => {
    if (wanted.length === 0) return [];
    const levels = wanted.map(({ level }) => level);
    const numbers = wanted.map(({ number }) => number);
    const rows = await sql<Row<'acesso.registro_blocos', { nivel: number; numero: number; hashes: Buffer }>[]>`
      select nivel, numero, hashes from acesso.registro_blocos(${ambiente}, ${geracao}, ${levels}::int[], ${numbers}::bigint[])`;
    return rows.map(({ nivel, numero, hashes }) => ({ level: nivel, number: numero, hashes }));
  };
  return {
    ambiente,
    readTiles,
    async head(): Promise<LogHead> {
      const [row] = await sql<LogHead[]>`select * from acesso.registro_cabeca(${ambiente}, ${geracao})`;
      if (!row) throw new Error('an open log that was never begun');
      return row;
    },
    async ended(): Promise<EndedLog | null> {
      const [row] = await sql<EndedLog[]>`
        select origem, vkey, tamanho, raiz from acesso.registro_anterior(${ambiente})`;
      return row ?? null;
    },
    waiting: (limit: number) => sql<WaitingLeaf[]>`select * from acesso.registro_na_fila(${ambiente}, ${limit})`,
    async has(labels: readonly Buffer[]): Promise<ReadonlySet<string>> {
      const rows = await sql<Row<'acesso.registro_tem', { rotulo: Buffer }>[]>`
        select rotulo from acesso.registro_tem(${ambiente}, ${[...labels]}::bytea[])`;
      return new Set(rows.map(({ rotulo }) => rotulo.toString('hex')));
    },
    /**
     * Appends leaves, and takes rows off the queue.
     * @param from the size of the log as it was read
     * @returns false if it was extended meanwhile; then nothing happened
     */
    async extend(
      from: number,
      leaves: readonly Leaf[],
      { root, tiles }: Extension,
      note: string,
      now: Date,
      done: readonly WaitingLeaf[],
    ): Promise<boolean> {
      const [row] = await sql<{ extended: boolean }[]>`
        select acesso.registro_estender(
          ${ambiente}, ${from}, ${leaves.map(({ rotulo }) => rotulo)}::bytea[], ${leaves.map(({ folha }) => folha)}::text[],
          ${tiles.map(({ level }) => level)}::int[], ${tiles.map(({ number }) => number)}::bigint[],
          ${tiles.map(({ hashes }) => hashes)}::bytea[], ${root}, ${note}, ${now},
          ${done.map(({ organizacao_id }) => organizacao_id)}::uuid[], ${done.map(({ id }) => id)}::uuid[]
        ) as extended`;
      return row?.extended ?? false;
    },
    async publish(size: number, checkpoint: string, now: Date): Promise<void> {
      await sql`select acesso.registro_publicar(${ambiente}, ${size}, ${checkpoint}, ${now})`;
    },
    async find(label: Buffer): Promise<LoggedLeaf | null> {
      const [row] = await sql<LoggedLeaf[]>`
        select geracao, indice, folha from acesso.registro_achar(${ambiente}, ${geracao}, ${label})`;
      return row ?? null;
    },
    async entries(from: number, to: number): Promise<string[]> {
      const rows = await sql<Row<'acesso.registro_folhas', { folha: string }>[]>`
        select folha from acesso.registro_folhas(${ambiente}, ${geracao}, ${from}, ${to})`;
      return rows.map(({ folha }) => folha);
    },
    /** Keeps the head as the last of a day that is over, once, if nothing was added since. @param day `AAAA-MM-DD` (UTC) */
    async closeDay(day: string): Promise<void> {
      await sql`select acesso.registro_fechar_dia(${ambiente}, ${day}::date)`;
    },
    async stampDay(day: string, stamp: Uint8Array): Promise<void> {
      await sql`select acesso.registro_carimbar(${ambiente}, ${day}::date, ${Buffer.from(stamp)})`;
    },
    /** @param day `AAAA-MM-DD`; null: the last one that was closed */
    async day(day: string | null): Promise<LogDay | null> {
      const [row] = await sql<LogDay[]>`
        select dia::text as dia, nota, carimbo from acesso.registro_do_dia(${ambiente}, ${geracao}, ${day}::date)`;
      return row ?? null;
    },
  };
}

export type LogStore = ReturnType<typeof createLogStore>;
