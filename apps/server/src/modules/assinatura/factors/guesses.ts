import { createHmac } from 'node:crypto';
import { FACTOR_MAX_FAILURES, FACTOR_REST_MS, rule, WRONG_ANSWERS_PER_LINK } from '@rubrica/contract';
import type { Origin } from '../../../core/actor.ts';
import type { Secrets } from '../../../core/ports.ts';
import { Problem } from '../../../core/problem.ts';
import type { Columns } from '../../../core/row.ts';
import type { Tx } from '../../../core/sql.ts';
import { type AuditEntry, recordEvents } from '../../auditoria/index.ts';
import { endLink, type LiveFactor } from '../../documentos/index.ts';
import { goneLink } from '../gone-link.ts';
import type { Entry, SigningSession } from '../sessao.ts';

/** What wrong answers count against, as stored in its row. */
type Target = Buffer;

/** @param value what a wrong answer counts against, as specified by the factor */
export const targetOf = (secrets: Secrets, fator: LiveFactor, value: string): Target =>
  createHmac('sha256', secrets.derive('palpites')).update(`${fator}:${value}`).digest();

const resting = (until: Date, now: Date) =>
  new Problem('429 LIMITE_EXCEDIDO', rule('tooManyWrong'), {
    headers: { 'retry-after': String(Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))) },
  });

/** @throws 429 during the pause after five wrong answers in a row */
export async function refuseWhileResting(tx: Tx, target: Target): Promise<void> {
  const [row] = await tx.sql<Columns<'palpite', 'bloqueado_ate'>[]>`
    select bloqueado_ate
      from palpite
     where ${tx.here()} and alvo = ${target}`;
  if (row?.bloqueado_ate && row.bloqueado_ate > tx.now) throw resting(row.bloqueado_ate, tx.now);
}

/**
 * Locks the target until the transaction ends: answers arriving through many links at once are checked one after
 * another.
 * @throws 429 during its pause
 */
export async function holdTarget(tx: Tx, target: Target): Promise<void> {
  await tx.sql`
    insert into palpite ${tx.rows({ alvo: target, falhas: 0 })}
    on conflict (organizacao_id, ambiente, alvo) do update set falhas = palpite.falhas`;
  await refuseWhileResting(tx, target);
}

/** A correct answer resets the count of wrong ones. */
export async function forgetGuesses(tx: Tx, target: Target): Promise<void> {
  await tx.sql`
    delete from palpite
     where ${tx.here()} and alvo = ${target}`;
}

/**
 * Counts a wrong answer and returns how to refuse it. The count must be committed, so the problem is returned, not
 * thrown: the fifth in a row pauses the target for 15 minutes, the hundredth on a link ends the link.
 * @param entries the documents for which the answer was given
 */
export async function countWrong(
  tx: Tx,
  session: SigningSession,
  origin: Origin,
  fator: LiveFactor,
  target: Target,
  entries: readonly Entry[],
): Promise<Problem> {
  const [row] = await tx.sql<Columns<'palpite', 'falhas'>[]>`
    update palpite
       set falhas = falhas + 1
     where ${tx.here()} and alvo = ${target}
    returning falhas`;
  const falhas = row?.falhas ?? 1;
  const until = falhas < FACTOR_MAX_FAILURES ? null : new Date(tx.now.getTime() + FACTOR_REST_MS);
  if (until) {
    await tx.sql`
      update palpite
         set falhas = 0, bloqueado_ate = ${until}
       where ${tx.here()} and alvo = ${target}`;
  }
  const [link] = await tx.sql<Columns<'link', 'erros'>[]>`
    update link
       set erros = erros + 1
     where id = ${session.link.id} and ${tx.here()}
    returning erros`;
  const ends = (link?.erros ?? 0) >= WRONG_ANSWERS_PER_LINK;
  for (const { documento, signatario } of entries) {
    const of = { signatarioId: signatario.id };
    const rest: AuditEntry[] = until
      ? [{ acao: 'FATOR_BLOQUEADO', detalhe: { ...of, fator, ate: until.toISOString() } }]
      : [];
    const end: AuditEntry[] = ends
      ? [{ acao: 'LINK_ENCERRADO', detalhe: { ...of, respostasErradas: WRONG_ANSWERS_PER_LINK } }]
      : [];
    await recordEvents(tx, documento.id, origin, [
      { acao: 'FATOR_RECUSADO', detalhe: { ...of, fator, falhas } },
      ...rest,
      ...end,
    ]);
  }
  if (ends) {
    await endLink(tx, session.link.id, 'RESPOSTAS_ERRADAS');
    return goneLink();
  }
  if (until) return resting(until, tx.now);
  return new Problem('401 CREDENCIAL_INVALIDA', rule('answerWrong'), {
    extra: { tentativasRestantes: FACTOR_MAX_FAILURES - falhas },
  });
}
