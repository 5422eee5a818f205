import {
  type Ambiente,
  isTestAddress,
  isTestPhone,
  type Operation,
  type Rule,
  rule,
  TEST_DOMAIN,
} from '@rubrica/contract';
import { E164 } from '@rubrica/contract/brazil';
import type { FieldProblem } from '../core/problem.ts';
import { type Suspect, suspectsIn } from './found-texts.ts';
import { bodySchema, choicesOf } from './schema-choices.ts';

/** The longest address there is; a picture is not looked through. */
const MAX_CHARS = 254;

/** A text that would be a contact of test if it were a contact. */
const isTestContact = (text: string): boolean => text.length <= MAX_CHARS && (isTestAddress(text) || isTestPhone(text));

/** What is wrong with a text if the schema takes it for an address or a phone. */
function refusalOf({ text, choices }: Suspect): Rule | null {
  if (isTestAddress(text))
    return choices.some(({ format }) => format === 'email') ? rule('testAddress', { dominio: TEST_DOMAIN }) : null;
  return choices.some(({ pattern }) => pattern === E164.source) ? rule('testPhone') : null;
}

/** Accounts and organizations are one, whichever root they are reached by. */
const isOfBothEnvironments = ({ credential, bothEnvironments }: Operation): boolean =>
  credential === 'anonymous' || credential === 'session' || bothEnvironments === true;

/** Whether a request may have contacts of test, as far as its root tells; whose is a token, only the token does. */
export const mayBeOfTest = (operation: Operation, ambiente: Ambiente): boolean =>
  operation.credential === 'signer-token' || (ambiente === 'TESTE' && !isOfBothEnvironments(operation));

/**
 * Finds contacts of test wherever a body has a contact, whatever operation takes it: they are of the sandbox alone
 * (docs/adr/0058).
 */
export function testContactsFinder(operation: Operation): (body: unknown) => FieldProblem[] {
  const schema = bodySchema(operation);
  if (schema === undefined) return () => [];
  const choices = choicesOf(schema);
  return (body) =>
    suspectsIn(body, choices, isTestContact).flatMap((suspect) => {
      const refusal = refusalOf(suspect);
      return refusal ? [{ campo: suspect.campo, ...refusal }] : [];
    });
}
