import { TEST_DELAY_MS, type TestPersonKind } from '@rubrica/contract';
import type { EnqueueOptions, Tx } from '../../core/sql.ts';
import { ACT_AS_TEST_PERSON, testPersonIn } from '../../core/test-people.ts';
import type { SignatarioRow } from './rows.ts';

const ACTS_ALONE: readonly TestPersonKind[] = ['assina', 'recusa', 'abre'];

/** The person of test that an address stands for, if it acts without being asked. */
function actingAlone({ scope }: Pick<Tx, 'scope'>, email: string | null) {
  const person = testPersonIn(scope, email);
  return person && ACTS_ALONE.includes(person.kind) ? person : null;
}

export const actsAlone = (tx: Pick<Tx, 'scope'>, { email }: Pick<SignatarioRow, 'email'>): boolean =>
  actingAlone(tx, email) !== null;

/**
 * In the transaction in which a person of test was invited, or the invitation accepted: has the person act on the link, at
 * once or when it is time. Nobody else's invitation has this consequence.
 */
export async function letTestPersonAct(tx: Tx, { email }: SignatarioRow, linkId: string): Promise<void> {
  const person = actingAlone(tx, email);
  if (!person) return;
  const { organizacaoId, ambiente } = tx.scope;
  const options = person.afterMs === 0 ? {} : { delayMs: person.afterMs };
  await tx.enqueue(ACT_AS_TEST_PERSON, { organizacaoId, ambiente, id: linkId }, options);
}

/** When the message of a link leaves: at once, but for a person whose mail server takes its time. */
export const departure = (tx: Tx, { email, metodo_entrega }: SignatarioRow): EnqueueOptions =>
  metodo_entrega === 'EMAIL' && testPersonIn(tx.scope, email)?.kind === 'atrasa' ? { delayMs: TEST_DELAY_MS } : {};
