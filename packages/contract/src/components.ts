import type { TSchema } from 'typebox';
import * as events from './events.ts';
import * as exported from './schemas/index.ts';

const isNamed = (value: unknown): value is TSchema & { readonly $id: string } =>
  typeof value === 'object' && value !== null && typeof (value as { $id?: unknown }).$id === 'string';

const collect = (values: readonly unknown[]) => {
  const found = new Map<string, TSchema>();
  for (const schema of values.filter(isNamed)) {
    if (found.has(schema.$id)) throw new Error(`two schemas are called ${schema.$id}`);
    found.set(schema.$id, schema);
  }
  return found;
};

/**
 * Every named schema by its `$id`. Every `$ref` in the contract is one of these names, so a validator needs them all
 * before it compiles the first: `for (const schema of components.values()) ajv.addSchema(schema)`.
 */
export const components: ReadonlyMap<string, TSchema> = collect([
  ...Object.values(exported.Enum),
  ...Object.values(exported),
  ...Object.values(events),
  ...Object.values(events.eventSchemas),
]);
