import { Unreadable } from './unreadable.ts';

/**
 * Descriptions of JSON values that provide both the check and the type, so a value that was read has the type it
 * claims.
 */

/** Returns the value with the described type. @throws Unreadable naming the place */
export type Shape<T> = (value: unknown, place: string) => T;
export type Of<S> = S extends Shape<infer T> ? T : never;

const wrong = (place: string) => new Unreadable(`no pacote, ${place || 'o todo'} não é o que deveria ser`);

function kind<T>(is: (value: unknown) => boolean): Shape<T> {
  return (value, place) => {
    if (!is(value)) throw wrong(place);
    return value as T;
  };
}

const MAX_TEXT = 4 * 1024 * 1024;
export const text = kind<string>((value) => typeof value === 'string' && value.length <= MAX_TEXT);
export const real = kind<number>((value) => typeof value === 'number');
export const boolean = kind<boolean>((value) => typeof value === 'boolean');
export const whole = kind<number>((value) => Number.isSafeInteger(value) && (value as number) >= 0);
export const hex64 = kind<string>((value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value));
export const object = kind<Record<string, unknown>>(
  (value) => value !== null && typeof value === 'object' && !Array.isArray(value),
);
export const anything: Shape<unknown> = (value) => value;
/** A timestamp as the service writes it, so that texts sort like times. */
export const time = kind<string>(
  (value) =>
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
);

export const oneOf = <const T extends string>(...values: T[]): Shape<T> =>
  kind<T>((value) => values.includes(value as T));

export const nullable =
  <T>(shape: Shape<T>): Shape<T | null> =>
  (value, place) =>
    value === null ? null : shape(value, place);

/** A property that may be absent. */
export const optional =
  <T>(shape: Shape<T>): Shape<T | undefined> =>
  (value, place) =>
    value === undefined ? undefined : shape(value, place);

export const list =
  <T>(shape: Shape<T>, most: number): Shape<T[]> =>
  (value, place) => {
    if (!Array.isArray(value) || value.length > most) throw wrong(place);
    for (const [index, item] of value.entries()) shape(item, `${place}[${index}]`);
    return value as T[];
  };

/** An object with these properties; others are allowed and ignored. */
export const record =
  <S extends Record<string, Shape<unknown>>>(members: S): Shape<{ readonly [K in keyof S]: Of<S[K]> }> =>
  (value, place) => {
    const given = object(value, place);
    for (const [name, shape] of Object.entries(members)) {
      shape(Object.hasOwn(given, name) ? given[name] : undefined, place ? `${place}.${name}` : name);
    }
    return given as { readonly [K in keyof S]: Of<S[K]> };
  };
