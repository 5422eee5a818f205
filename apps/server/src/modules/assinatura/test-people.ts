import type { AcaoSimulada, TestPersonKind } from '@rubrica/contract';
import type { Source } from '../../core/actor.ts';
import type { Logger } from '../../core/log.ts';
import type { ScopedPayload } from '../../core/outbox.ts';
import { Problem } from '../../core/problem.ts';
import { type Scope, scopeOf } from '../../core/scope.ts';
import type { Database, Tx } from '../../core/sql.ts';
import { testPersonIn } from '../../core/test-people.ts';
import { openSession, personOf } from './sessao.ts';
import { type SimulationDeps, simulate } from './simulate.ts';

export interface TestPeopleDeps extends SimulationDeps {
  readonly db: Database;
  readonly log: Logger;
  readonly completeNow: (scope: Scope, documentoId: string) => Promise<void>;
}

/** Nobody is connected: the service itself acts. */
const ITSELF: Source = {
  ip: '127.0.0.1',
  porta: null,
  origem: 'SIMULACAO',
  agenteUsuario: 'Rubrica-Sandbox/1',
  geolocalizacao: null,
};

const ACTS: Readonly<Partial<Record<TestPersonKind, AcaoSimulada>>> = {
  assina: 'ASSINAR',
  recusa: 'RECUSAR',
  abre: 'ABRIR',
};

/** What the link's person does, by the address the signer has now; null if that says nothing, or nothing any more. */
async function actOf(tx: Tx, linkId: string): Promise<AcaoSimulada | null> {
  const { email } = personOf(await openSession(tx, linkId, 'lock'));
  const person = testPersonIn(tx.scope, email);
  return (person && ACTS[person.kind]) ?? null;
}

/**
 * Acts for the person of a link, all in one transaction: repeated after a crash, it is refused like a person who did it
 * before. What is refused is done with.
 */
export const createTestPeople =
  (deps: TestPeopleDeps) =>
  async ({ organizacaoId, ambiente, id }: ScopedPayload): Promise<void> => {
    const scope = scopeOf(organizacaoId, ambiente);
    const complete = await deps.db
      .write(scope, async (tx) => {
        const acao = await actOf(tx, id);
        return acao === null ? [] : simulate(tx, deps, id, ITSELF, { acao });
      })
      .catch((error) => {
        if (!(error instanceof Problem) || error.status >= 500) throw error;
        deps.log.info({ linkId: id, regra: error.rule.regra }, 'a person of test was refused');
        return [];
      });
    for (const documentoId of complete) await deps.completeNow(scope, documentoId);
  };
