import { type PoliticasRetencao, type PoliticasRetencaoEntrada, RETENTION_CATEGORIES } from '@rubrica/contract';
import type { MemberActor } from '../../core/actor.ts';
import { refuseInvalid } from '../../core/problem.ts';
import { recordSecurityEvent } from '../../core/security-events.ts';
import type { Tx } from '../../core/sql.ts';
import { refuseUnlessGoverning } from '../organizacao/index.ts';
import { COLUMNS, politicasProblems } from './rules.ts';

/** The caller, as recorded in the security log. */
export interface Caller {
  readonly actor: MemberActor;
  readonly requestId: string;
  readonly ip: string;
}

type Periods = Record<(typeof COLUMNS)[keyof typeof COLUMNS], number | null>;

/** The periods in force in the scope; a category without one is left out. */
export async function lerPoliticas(tx: Tx): Promise<PoliticasRetencao> {
  const [periods] = await tx.sql<Periods[]>`
    select concluido, rascunho, cancelado_ou_expirado, entrega_webhook, registro_chamada
      from prazo_guarda
     where ${tx.here()}`;
  if (!periods) throw new Error('an organization without periods');
  const politicas = RETENTION_CATEGORIES.flatMap((categoria) => {
    const dias = periods[COLUMNS[categoria]];
    return dias === null ? [] : [{ categoria, dias }];
  });
  return { politicas };
}

/**
 * Replaces the periods of the scope's environment and records who changed them, with old and new values.
 * @throws 400 with every problem: a category twice, CONCLUIDO under five years, cancelled above concluded; 403
 * PAPEL_INSUFICIENTE for a key whose creator left or is suspended
 */
export async function definirPoliticas(
  tx: Tx,
  caller: Caller,
  entrada: PoliticasRetencaoEntrada,
): Promise<PoliticasRetencao> {
  refuseInvalid(politicasProblems(entrada));
  await refuseUnlessGoverning(tx, caller.actor);
  const before = await lerPoliticas(tx);
  const periods = Object.fromEntries(RETENTION_CATEGORIES.map((categoria) => [COLUMNS[categoria], null])) as Periods;
  for (const { categoria, dias } of entrada.politicas) periods[COLUMNS[categoria]] = dias;
  const row = { ...periods, definida_em: tx.now, definida_por: caller.actor.membroId };
  await tx.sql`
    insert into politica_retencao ${tx.rows(row)}
    on conflict (organizacao_id, ambiente) do update set ${tx.set(row)}`;
  const after = await lerPoliticas(tx);
  await recordSecurityEvent(
    tx.sql,
    {
      tipo: 'POLITICA_RETENCAO_DEFINIDA',
      organizacaoId: tx.scope.organizacaoId,
      requisicaoId: caller.requestId,
      ip: caller.ip,
      detalhe: {
        ambiente: tx.scope.ambiente,
        membroId: caller.actor.membroId,
        credencialId: caller.actor.credencialId,
        antes: before.politicas,
        depois: after.politicas,
      },
    },
    tx.realNow,
  );
  return after;
}
