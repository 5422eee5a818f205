import type { TipoMedicao } from '@rubrica/contract';
import { rule } from '@rubrica/contract';
import { monthOf } from '../../core/brasilia.ts';
import { Problem } from '../../core/problem.ts';
import type { Columns } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';
import { allowanceOf, findPlano } from './plans.ts';

export interface Metered {
  readonly tipo: TipoMedicao;
  readonly quantidade?: number;
  readonly documentoId?: string;
  readonly descricao?: string;
  /** When it happened, if not now. */
  readonly ocorridoEm?: Date;
  /** Identifies what is counted; reporting it twice counts once. */
  readonly referencia: string;
}

/**
 * Inserts the lines as the first part of a statement that then adds up the new ones; lines counted earlier are not
 * inserted again.
 */
const newLines = (tx: Tx, acts: readonly Metered[]) => tx.sql`
  insert into medicao (id, organizacao_id, tipo, quantidade, ocorrido_em, documento_id, descricao, referencia)
  select gen_random_uuid(), ${tx.scope.organizacaoId}, tipo, quantidade, ocorrido_em, documento_id, descricao, referencia
    from jsonb_to_recordset(${tx.json(acts.map((act) => lineOf(act, tx.realNow)))})
      as ato (tipo text, quantidade bigint, ocorrido_em timestamptz, documento_id uuid, descricao text, referencia text)
  on conflict (organizacao_id, tipo, referencia) do nothing
  returning organizacao_id, tipo, quantidade`;

const lineOf = ({ tipo, quantidade = 1, ocorridoEm, documentoId, descricao, referencia }: Metered, now: Date) => ({
  tipo,
  quantidade,
  ocorrido_em: ocorridoEm ?? now,
  documento_id: documentoId,
  descricao,
  referencia,
});

/** Meters something in its own transaction, without waiting for any other. The sandbox is never metered. */
export function meter(tx: Tx, act: Metered): Promise<void> {
  return meterAll(tx, [act]);
}

/** The same for several of one month. */
export async function meterAll(tx: Tx, acts: readonly Metered[]): Promise<void> {
  if (tx.scope.ambiente !== 'PRODUCAO') return;
  await tx.sql`
    with nova as (${newLines(tx, acts)})
    insert into consumo_variacao (organizacao_id, mes, tipo, quantidade)
    select organizacao_id, ${monthOf(acts[0]?.ocorridoEm ?? tx.realNow)}, tipo, quantidade from nova`;
}

/**
 * The same, with the month's row locked until the transaction ends.
 * @returns the new sum of the month, or null if nothing was counted (sandbox, or already counted).
 */
async function meterAndSum(tx: Tx, act: Metered): Promise<number | null> {
  if (tx.scope.ambiente !== 'PRODUCAO') return null;
  const [month] = await tx.sql<Columns<'consumo_mensal', 'quantidade'>[]>`
    with nova as (${newLines(tx, [act])})
    insert into consumo_mensal (organizacao_id, mes, tipo, quantidade, linhas)
    select organizacao_id, ${monthOf(act.ocorridoEm ?? tx.realNow)}, tipo, quantidade, 1 from nova
    on conflict (organizacao_id, mes, tipo) do update
       set quantidade = consumo_mensal.quantidade + excluded.quantidade,
           linhas = consumo_mensal.linhas + 1
    returning quantidade`;
  return month?.quantidade ?? null;
}

/**
 * Consumes one envelope of the plan's allowance, right before the commit: the update locks the month's row until then, so
 * that two concurrent sends cannot both take the last one, and whatever the organization sends meanwhile waits for it.
 * The transaction fails with 402 FRANQUIA_ESGOTADA if the allowance is used up and the plan permits no excess.
 */
export function consumeEnvelope(tx: Tx, referencia: string, documentoId: string | null, descricao: string): void {
  tx.beforeCommit(async () => {
    const used = await meterAndSum(tx, {
      tipo: 'ENVELOPE_ENVIADO',
      referencia,
      descricao,
      ...(documentoId ? { documentoId } : {}),
    });
    if (used === null) return;
    const plano = await findPlano(tx);
    const allowance = allowanceOf(plano, 'ENVELOPE_ENVIADO') ?? 0;
    if (used > allowance && !plano.permiteExcedente) {
      throw new Problem('402 FRANQUIA_ESGOTADA', rule('allowanceSpent', { plano: plano.nome, n: allowance }));
    }
  });
}
