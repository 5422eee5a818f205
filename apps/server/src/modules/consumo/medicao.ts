import { randomUUID } from 'node:crypto';
import type { TipoMedicao } from '@rubrica/contract';
import { monthOf } from '../../core/brasilia.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { findPlano, franquiaDe } from './planos.ts';

export interface Metered {
  readonly tipo: TipoMedicao;
  readonly quantidade?: number;
  readonly documentoId?: string;
  readonly descricao?: string;
  /** When it happened, where that is not now. */
  readonly ocorridoEm?: Date;
  /** Names the act that counts; the same act reported twice counts once. */
  readonly referencia: string;
}

/** The line of an act as a statement's first part, for its sum to follow from; empty when it was counted before. */
const newLine = (tx: Tx, act: Metered) => tx.sql`
  insert into medicao (id, organizacao_id, tipo, quantidade, ocorrido_em, documento_id, descricao, referencia)
  values (${randomUUID()}, ${tx.scope.organizacaoId}, ${act.tipo}, ${act.quantidade ?? 1}, ${act.ocorridoEm ?? tx.now},
          ${act.documentoId ?? null}, ${act.descricao ?? null}, ${act.referencia})
  on conflict (organizacao_id, tipo, referencia) do nothing
  returning organizacao_id, tipo, quantidade`;

/** Counts an act, in the transaction of the act and without waiting for any other. The sandbox is never metered. */
export async function meter(tx: Tx, act: Metered): Promise<void> {
  if (tx.scope.ambiente !== 'PRODUCAO') return;
  await tx.sql`
    with nova as (${newLine(tx, act)})
    insert into consumo_variacao (organizacao_id, mes, tipo, quantidade)
    select organizacao_id, ${monthOf(act.ocorridoEm ?? tx.now)}, tipo, quantidade from nova`;
}

/**
 * The same, with the month's row locked until the transaction ends.
 * @returns the month's sum after it, or null when nothing was counted (sandbox, or an act already counted).
 */
async function meterAndSum(tx: Tx, act: Metered): Promise<number | null> {
  if (tx.scope.ambiente !== 'PRODUCAO') return null;
  const [month] = await tx.sql<{ quantidade: number }[]>`
    with nova as (${newLine(tx, act)})
    insert into consumo_mensal (organizacao_id, mes, tipo, quantidade, linhas)
    select organizacao_id, ${monthOf(act.ocorridoEm ?? tx.now)}, tipo, quantidade, 1 from nova
    on conflict (organizacao_id, mes, tipo) do update
       set quantidade = consumo_mensal.quantidade + excluded.quantidade,
           linhas = consumo_mensal.linhas + 1
    returning quantidade`;
  return month?.quantidade ?? null;
}

/**
 * Consumes one envelope of the plan's allowance. The month's row is locked by the update until the sending commits, so
 * two sendings cannot both take the last one.
 * @throws 402 FRANQUIA_ESGOTADA when the allowance is used up and the plan permits no excess.
 */
export async function consumeEnvelope(
  tx: Tx,
  referencia: string,
  documentoId: string | null,
  descricao: string,
): Promise<void> {
  const used = await meterAndSum(tx, {
    tipo: 'ENVELOPE_ENVIADO',
    referencia,
    descricao,
    ...(documentoId ? { documentoId } : {}),
  });
  if (used === null) return;
  const plano = await findPlano(tx);
  const allowance = franquiaDe(plano, 'ENVELOPE_ENVIADO') ?? 0;
  if (used > allowance && !plano.permiteExcedente) {
    throw new Problem(
      '402 FRANQUIA_ESGOTADA',
      `O plano ${plano.nome} inclui ${allowance} envelopes por mês, e todos já foram usados.`,
    );
  }
}
