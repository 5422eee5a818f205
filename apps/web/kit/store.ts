/**
 * A value that lives outside of rendering, for `useSyncExternalStore`: readers get the current
 * value, and whoever shows it is notified of each change.
 */
export class Store<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  readonly get = (): T => this.#value;

  readonly set = (value: T): void => {
    if (value === this.#value) return;
    this.#value = value;
    for (const tell of this.#listeners) tell();
  };

  /** @returns the function that unsubscribes */
  readonly subscribe = (tell: () => void): (() => void) => {
    this.#listeners.add(tell);
    return () => this.#listeners.delete(tell);
  };
}
