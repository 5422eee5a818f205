import type { FatorAutenticacao } from '@rubrica/contract';
import { FACTOR_MAX_FAILURES, FACTOR_REST_MS, fieldMessage } from '@rubrica/contract';
import type { Origin } from '../../core/actor.ts';
import { outsidePanel, Problem } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { recordEvent, recordEvents } from '../auditoria/index.ts';
import {
  eventSigner,
  listFatores,
  publishDocumentEvent,
  requiredFactors,
  updateSignatario,
} from '../documentos/index.ts';
import { isFulfilled, openEntries, personOf, type SigningSession } from './sessao.ts';

/**
 * Marks a factor as fulfilled in every document of the set that demands it. The act that fulfils the last one
 * authenticates the signer, once for each document.
 * @param meio how: `LINK_POR_EMAIL`, `CODIGO`, `AUTENTICADOR`, `DADOS`
 */
export async function fulfil(
  tx: Tx,
  session: SigningSession,
  origin: Origin,
  fator: FatorAutenticacao,
  meio: string,
): Promise<void> {
  for (const { documento, signatario } of openEntries(session)) {
    const required = requiredFactors(documento, signatario);
    if (!required.includes(fator) || isFulfilled(session, signatario.id, fator)) continue;
    await tx.sql`
      insert into fator_signatario (organizacao_id, ambiente, signatario_id, fator, cumprido_em, meio)
      values (${tx.scope.organizacaoId}, ${tx.scope.ambiente}, ${signatario.id}, ${fator}, ${tx.now}, ${meio})
      on conflict (organizacao_id, ambiente, signatario_id, fator) do update
         set cumprido_em = excluded.cumprido_em, meio = excluded.meio, falhas = 0, bloqueado_ate = null`;
    const detalhe = { signatarioId: signatario.id, fator, meio };
    const fatores = await listFatores(tx, [signatario.id]);
    const done = required.every((wanted) => fatores.some((row) => row.fator === wanted && row.cumprido_em !== null));
    if (!done || signatario.autenticado_em) {
      await recordEvent(tx, documento.id, origin, { acao: 'FATOR_CUMPRIDO', detalhe });
      continue;
    }
    await updateSignatario(tx, signatario.id, { autenticado_em: tx.now });
    await recordEvents(tx, documento.id, origin, [
      { acao: 'FATOR_CUMPRIDO', detalhe },
      { acao: 'SIGNATARIO_AUTENTICADO', detalhe: { signatarioId: signatario.id, fatores: required } },
    ]);
    await publishDocumentEvent(tx, 'signer.authenticated', documento, {
      signatario: eventSigner(signatario, fatores),
    });
  }
}

const resting = (until: Date, now: Date) =>
  new Problem('429 LIMITE_EXCEDIDO', fieldMessage('tooManyWrong'), {
    headers: { 'retry-after': String(Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))) },
  });

/** @throws 429 while the factor rests after five wrong answers in a row */
export function refuseWhileResting(session: SigningSession, fator: FatorAutenticacao, now: Date): void {
  const row = session.fatores.find(
    (candidate) => candidate.signatario_id === personOf(session).id && candidate.fator === fator,
  );
  if (row?.bloqueado_ate && row.bloqueado_ate > now) throw resting(row.bloqueado_ate, now);
}

/**
 * Counts a wrong answer and says how it is refused. The count has to be committed, so the problem is returned, not
 * thrown: the fifth in a row puts the factor to rest for 15 minutes.
 */
export async function countFailure(
  tx: Tx,
  session: SigningSession,
  origin: Origin,
  fator: FatorAutenticacao,
): Promise<Problem> {
  const person = personOf(session);
  const [row] = await tx.sql<{ falhas: number }[]>`
    insert into fator_signatario (organizacao_id, ambiente, signatario_id, fator, falhas)
    values (${tx.scope.organizacaoId}, ${tx.scope.ambiente}, ${person.id}, ${fator}, 1)
    on conflict (organizacao_id, ambiente, signatario_id, fator) do update
       set falhas = fator_signatario.falhas + 1
    returning falhas`;
  const failures = row?.falhas ?? 1;
  const { documento } = session.entries[0];
  const detalhe = { signatarioId: person.id, fator, falhas: failures };
  if (failures < FACTOR_MAX_FAILURES) {
    await recordEvent(tx, documento.id, origin, { acao: 'FATOR_RECUSADO', detalhe });
    return new Problem('401 CREDENCIAL_INVALIDA', outsidePanel('A resposta não confere.'), {
      extra: { tentativasRestantes: FACTOR_MAX_FAILURES - failures },
    });
  }
  const until = new Date(tx.now.getTime() + FACTOR_REST_MS);
  await tx.sql`
    update fator_signatario
       set falhas = 0, bloqueado_ate = ${until}
     where organizacao_id = ${tx.scope.organizacaoId} and ambiente = ${tx.scope.ambiente}
       and signatario_id = ${person.id} and fator = ${fator}`;
  await recordEvents(tx, documento.id, origin, [
    { acao: 'FATOR_RECUSADO', detalhe },
    { acao: 'FATOR_BLOQUEADO', detalhe: { signatarioId: person.id, fator, ate: until.toISOString() } },
  ]);
  return resting(until, tx.now);
}
