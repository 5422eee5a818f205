import { isTestAddress, isTestPhone, type TestPerson, testPersonOf, testPhoneOf } from '@rubrica/contract';
import type { ScopedPayload } from './outbox.ts';
import type { Scope } from './scope.ts';
import type { JobDefinition } from './sql.ts';

/**
 * People and phones of test exist in the sandbox alone. Everything that treats them otherwise asks here, with its scope,
 * so that in production they are nobody (docs/adr/0058).
 */

type Where = Pick<Scope, 'ambiente'>;
interface Contact {
  readonly email: string | null;
  readonly telefone: string | null;
}

/** The person of test an address stands for. */
export const testPersonIn = ({ ambiente }: Where, email: string | null): TestPerson | null =>
  ambiente === 'TESTE' && email !== null ? testPersonOf(email) : null;

/** Whether a signer is one of them, by either contact: their codes have known answers. */
export const isOfTest = ({ ambiente }: Where, { email, telefone }: Contact): boolean =>
  ambiente === 'TESTE' && ((email !== null && isTestAddress(email)) || (telefone !== null && isTestPhone(telefone)));

/** What becomes of a message to an address or a phone: it bounces, or nobody answers. */
export function testFailure({ ambiente }: Where, to: string): 'REFUSES' | 'SILENT' | null {
  if (ambiente !== 'TESTE') return null;
  if (testPersonOf(to)?.kind === 'devolve') return 'REFUSES';
  const phone = testPhoneOf(to);
  return phone === 'ACCEPTS' ? null : phone;
}

/** Has a person of test act; `id` is the link's. Written with the invitation, run by signing. */
export const ACT_AS_TEST_PERSON: JobDefinition<ScopedPayload> = {
  name: 'simular-pessoa',
  retry: { limit: 20, delay: 1, maxDelay: 300 },
};
