/** The shape of a dictionary, without the literal texts of this one. */
export type Loose<T> = T extends string
  ? string
  : T extends (...given: infer G) => infer R
    ? (...given: G) => Loose<R>
    : T extends readonly (infer I)[]
      ? readonly Loose<I>[]
      : { readonly [K in keyof T]: Loose<T[K]> };
