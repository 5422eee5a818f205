import { scopeOf } from '../../core/scope.ts';
import type { Tx } from '../../core/sql.ts';
import { INITIAL_PLAN } from '../consumo/index.ts';

/** The organization that documents of example belong to, the same in every installation, and its only member. */
const ORGANIZATION = 'de300000-0000-4000-8000-000000000001';
export const MEMBER = 'de300000-0000-4000-8000-000000000002';

/** There is nothing of it in production. */
export const DEMO_SCOPE = scopeOf(ORGANIZATION, 'TESTE');

/** So no day of it is measured and no month closed. */
const NEVER = '9999-12-31';

/**
 * Makes the organization where it is not there yet, and holds it until the transaction ends. Documents need somebody who
 * created them: that is a member without an account, who had left before coming, so nobody logs in and nobody is written
 * to.
 */
export async function holdOwner({ sql, scope, now }: Tx): Promise<void> {
  await sql`
    insert into organizacao (id, nome, plano_codigo, criada_em, armazenamento_ate, faturado_ate)
    values (${scope.organizacaoId}, 'Rubrica', ${INITIAL_PLAN}, ${now}, ${NEVER}, ${NEVER})
    on conflict (id) do nothing`;
  await sql`
    insert into membro (id, organizacao_id, nome, email, papel, criado_em, removido_em)
    values (${MEMBER}, ${scope.organizacaoId}, 'Rubrica', '', 'OPERADOR', ${now}, ${now})
    on conflict (id) do nothing`;
  await sql`select from organizacao where id = ${scope.organizacaoId} for no key update`;
}

/** Whether anything was ever made for it. */
export async function ownerExists({ sql, scope }: Tx): Promise<boolean> {
  const rows = await sql`select from organizacao where id = ${scope.organizacaoId}`;
  return rows.length > 0;
}
