import type { Operation } from '@rubrica/contract';
import { bodySchema, choicesOf, itemsOf, memberOf, type Schema } from './schema-choices.ts';

function takesNull(choices: readonly Schema[]): boolean {
  return choices.some(
    ({ type, enum: values }) => [type].flat().includes('null') || (values as unknown[])?.includes(null),
  );
}

function drop(value: unknown, choices: readonly Schema[]): void {
  if (value === null || typeof value !== 'object' || choices.length === 0) return;
  if (Array.isArray(value)) {
    const items = itemsOf(choices);
    for (const item of value) drop(item, items);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    const schemas = memberOf(choices, name);
    if (member !== null) drop(member, schemas);
    else if (schemas.length > 0 && !takesNull(schemas)) delete (value as Record<string, unknown>)[name];
  }
}

/**
 * Removes null properties from a body, as if they had been omitted, except where null has its own meaning (a folder's
 * root, a field without a signer): of a POST and a PUT at any depth; of a PATCH, where null erases, in the entries of
 * lists alone, which replace what was there. So a list can be put back as it was read. Properties that the schema does
 * not know stay, so that they are refused by name.
 */
export function nullsDropper(operation: Operation): (value: unknown) => void {
  const schema = bodySchema(operation);
  if (schema === undefined) return () => {};
  const choices = choicesOf(schema);
  if (operation.method !== 'PATCH') return (value) => drop(value, choices);
  return (value) => {
    for (const [name, member] of Object.entries(value ?? {})) {
      if (Array.isArray(member)) drop(member, memberOf(choices, name));
    }
  };
}
