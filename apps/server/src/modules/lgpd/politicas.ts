import { CATEGORIAS_RETENCAO, type PoliticasRetencao, type PoliticasRetencaoEntrada } from '@rubrica/contract';
import type { MemberActor } from '../../core/actor.ts';
import { refuseInvalid } from '../../core/problem.ts';
import { recordSecurityEvent } from '../../core/security-events.ts';
import type { Tx } from '../../core/sql.ts';
import { refuseUnlessGoverning } from '../organizacao/index.ts';
import { COLUNAS, politicasProblems } from './regras.ts';

/** Who calls, as far as the security log keeps it. */
export interface Autor {
  readonly actor: MemberActor;
  readonly requestId: string;
  readonly ip: string;
}

type Prazos = Record<(typeof COLUNAS)[keyof typeof COLUNAS], number | null>;

/** The periods in force in the scope; a category without one is not among them. */
export async function lerPoliticas(tx: Tx): Promise<PoliticasRetencao> {
  const [prazos] = await tx.sql<Prazos[]>`
    select concluido, rascunho, cancelado_ou_expirado, entrega_webhook, registro_chamada
      from prazo_guarda
     where ${tx.here()}`;
  if (!prazos) throw new Error('an organization without periods');
  const politicas = CATEGORIAS_RETENCAO.flatMap((categoria) => {
    const dias = prazos[COLUNAS[categoria]];
    return dias === null ? [] : [{ categoria, dias }];
  });
  return { politicas };
}

/**
 * Replaces the periods of the scope's environment and records who changed them, from what to what.
 * @throws 400 with every problem: a category twice, CONCLUIDO under five years, cancelled above concluded;
 *   403 PAPEL_INSUFICIENTE for a key whose creator left or is suspended
 */
export async function definirPoliticas(
  tx: Tx,
  autor: Autor,
  entrada: PoliticasRetencaoEntrada,
): Promise<PoliticasRetencao> {
  refuseInvalid(politicasProblems(entrada));
  await refuseUnlessGoverning(tx, autor.actor);
  const antes = await lerPoliticas(tx);
  const prazos = Object.fromEntries(CATEGORIAS_RETENCAO.map((categoria) => [COLUNAS[categoria], null])) as Prazos;
  for (const { categoria, dias } of entrada.politicas) prazos[COLUNAS[categoria]] = dias;
  const row = { ...prazos, definida_em: tx.now, definida_por: autor.actor.membroId };
  await tx.sql`
    insert into politica_retencao ${tx.rows(row)}
    on conflict (organizacao_id, ambiente) do update set ${tx.set(row)}`;
  const depois = await lerPoliticas(tx);
  await recordSecurityEvent(
    tx.sql,
    {
      tipo: 'POLITICA_RETENCAO_DEFINIDA',
      organizacaoId: tx.scope.organizacaoId,
      requisicaoId: autor.requestId,
      ip: autor.ip,
      detalhe: {
        ambiente: tx.scope.ambiente,
        membroId: autor.actor.membroId,
        credencialId: autor.actor.credencialId,
        antes: antes.politicas,
        depois: depois.politicas,
      },
    },
    tx.now,
  );
  return depois;
}
