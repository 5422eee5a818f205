import type { Ambiente } from '@rubrica/contract';
import { type KeptSeal, type Seal, SealError } from '../adapters/seal.ts';
import type { Row } from '../core/row.ts';
import type { Sql } from '../core/sql.ts';

/** The two seals of an installation, selected by the document's environment. */
export type Seals = Readonly<Record<Ambiente, Seal>>;

/** A period in which a seal was in use here. */
export type SealLine = Row<
  'acesso.selos',
  {
    readonly impressao: string;
    readonly ambiente: Ambiente;
    readonly de: Date;
    readonly ate: Date | null;
    readonly revogado_em: Date | null;
    /** Including the certificates above it. */
    readonly pem: string;
  }
>;

/** The test seal's storage in the database. If two processes create one at once, both get the first one's. */
export function testSealIn(sql: Sql): KeptSeal {
  const kept = async (fresh: Uint8Array | null) => {
    const bytes = fresh && Buffer.from(fresh);
    const [row] = await sql<{ chave: Buffer | null }[]>`select acesso.selo_de_teste(${bytes}) as chave`;
    return row?.chave ?? null;
  };
  return {
    find: () => kept(null),
    async keepFirst(fresh) {
      const chave = await kept(fresh);
      if (chave === null) throw new Error('the test seal was not kept');
      return chave;
    },
  };
}

/**
 * Records the seals in use in addition to earlier ones, whose use ends when another follows.
 * @throws SealError if one of them was revoked
 */
export async function publishSeals(sql: Sql, { PRODUCAO, TESTE }: Seals, now: Date): Promise<void> {
  const [own, test] = [PRODUCAO.certificate, TESTE.certificate];
  const [row] = await sql<{ revogado: string | null }[]>`
    select acesso.publicar_selos(${own.fingerprint}, ${own.pem}, ${test.fingerprint}, ${test.pem}, ${now}) as revogado`;
  if (row?.revogado) throw new SealError(`O selo ${row.revogado} foi revogado: não se sela mais com ele.`);
}

/** Every period, the newest first. */
export async function listSeals(sql: Sql): Promise<SealLine[]> {
  return sql<SealLine[]>`select * from acesso.selos()`;
}

/**
 * Whether an environment's seal can seal now: valid, not revoked, and not replaced by another, whose process must then
 * do the sealing.
 */
export function createSealCheck(sql: Sql, seals: Seals): (ambiente: Ambiente, now: Date) => Promise<void> {
  return async (ambiente, now) => {
    seals[ambiente].check(now);
    const { fingerprint } = seals[ambiente].certificate;
    const [row] = await sql<{ vale: boolean }[]>`select acesso.selo_em_uso(${fingerprint}, ${ambiente}) as vale`;
    if (!row?.vale) throw new SealError(`O selo ${fingerprint} foi revogado, ou outro já está em uso no lugar dele.`);
  };
}

/**
 * Marks a seal as revoked, as the owner of the database: nothing is sealed with it from then on.
 * @returns whether there was such a seal that had not been revoked
 */
export async function revokeSeal(owner: Sql, fingerprint: string, now: Date): Promise<boolean> {
  const rows = await owner`
    update selo_publicado
       set revogado_em = ${now}
     where impressao = ${fingerprint} and revogado_em is null
     returning impressao`;
  return rows.length > 0;
}
