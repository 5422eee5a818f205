import { randomUUID } from 'node:crypto';
import type { TipoMedicao } from '@rubrica/contract';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { PLANOS } from './planos.ts';

export interface Metered {
  readonly tipo: TipoMedicao;
  readonly quantidade?: number;
  readonly documentoId?: string;
  readonly descricao?: string;
  /** Names the act that counts; the same act reported twice counts once. */
  readonly referencia: string;
}

/**
 * Counts an act, in the transaction of the act. The sandbox is never metered.
 * @returns the month's sum after it, or null when nothing was counted (sandbox, or an act already counted).
 */
export async function meter(tx: Tx, act: Metered): Promise<number | null> {
  if (tx.scope.ambiente !== 'PRODUCAO') return null;
  const quantity = act.quantidade ?? 1;
  const added = await tx.sql`
    insert into medicao (id, organizacao_id, tipo, quantidade, ocorrido_em, documento_id, descricao, referencia)
    values (${randomUUID()}, ${tx.scope.organizacaoId}, ${act.tipo}, ${quantity}, ${tx.now},
            ${act.documentoId ?? null}, ${act.descricao ?? null}, ${act.referencia})
    on conflict (organizacao_id, tipo, referencia) do nothing
    returning 1`;
  if (added.length === 0) return null;
  // Periods are calendar months as they pass in Brasília, where the plans are sold.
  const [month] = await tx.sql<{ quantidade: number }[]>`
    insert into consumo_mensal (organizacao_id, mes, tipo, quantidade)
    values (${tx.scope.organizacaoId},
            date_trunc('month', ${tx.now}::timestamptz at time zone 'America/Sao_Paulo')::date, ${act.tipo}, ${quantity})
    on conflict (organizacao_id, mes, tipo) do update
       set quantidade = consumo_mensal.quantidade + excluded.quantidade
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
  const used = await meter(tx, {
    tipo: 'ENVELOPE_ENVIADO',
    referencia,
    descricao,
    ...(documentoId ? { documentoId } : {}),
  });
  if (used === null) return;
  const [organization] = await tx.sql<{ plano_codigo: string }[]>`
    select plano_codigo from organizacao where id = ${tx.scope.organizacaoId}`;
  const plan = PLANOS[organization?.plano_codigo ?? ''];
  if (!plan) throw new Error('an organization without a known plan');
  const allowance = plan.franquias.find(({ tipo }) => tipo === 'ENVELOPE_ENVIADO')?.quantidade ?? 0;
  if (used > allowance && !plan.permiteExcedente) {
    throw new Problem(
      '402 FRANQUIA_ESGOTADA',
      `O plano ${plan.nome} inclui ${allowance} envelopes por mês, e todos já foram usados.`,
    );
  }
}
