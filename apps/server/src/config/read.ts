import { Invalid } from './values.ts';
import type { Earlier } from './variable.ts';
import { ROWS, type Values } from './variables/index.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** An empty value counts as not set. */
export const isSet = (env: Env, name: string): boolean => env[name] !== undefined && env[name] !== '';

/** The value of every variable, and the problems of invalid ones. */
export function readVariables(env: Env): { values: Values; problems: readonly string[] } {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, variable] of ROWS) {
    const text = env[name];
    try {
      if (text !== undefined && text !== '') {
        values[name] = variable.parse(text.trim());
        if (variable.onlyWith !== undefined && !isSet(env, variable.onlyWith)) {
          problems.push(`${name}: só vale junto de ${variable.onlyWith}, que não foi definida.`);
        }
      }
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      const given = variable.secret ? 'o valor dado (oculto)' : JSON.stringify(text);
      problems.push(`${name}: ${given} não serve; ${error.message}`);
    }
    // Variables further up in the table already have their values.
    if (!(name in values)) values[name] = variable.otherwise(values as unknown as Earlier);
  }
  return { values: values as Values, problems };
}
