import { fromJsonSchema } from '@modelcontextprotocol/server';
import type { TObject } from 'typebox';
import { Value } from 'typebox/value';

type Problem = ReturnType<typeof Value.Errors>[number];

/** What the assistant got wrong, with its place: it is who reads this, and tries again. */
function described({ instancePath, params, message }: Problem): string {
  const { additionalProperties, allowedValues } = params as Readonly<Record<string, readonly unknown[] | undefined>>;
  const about = additionalProperties ?? allowedValues;
  return `${instancePath || '/'} ${message}${about ? `: ${about.join(', ')}` : ''}`;
}

/** A tool's input as the protocol's library takes it. Its own checks do not say which name they do not know. */
export const inputSchema = (input: TObject) =>
  fromJsonSchema<object>(input, {
    getValidator: <T>() => {
      return (given: unknown) => {
        // Each name that is not known is a problem of its parent too, which lists them.
        const problems = Value.Errors(input, given).filter(({ keyword }) => keyword !== 'boolean');
        return problems.length === 0
          ? { valid: true, data: given as T, errorMessage: undefined }
          : { valid: false, data: undefined, errorMessage: problems.map(described).join('; ') };
      };
    },
  });
