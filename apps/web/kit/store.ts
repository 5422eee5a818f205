/**
 * A value that lives outside of rendering, for `useSyncExternalStore`: whoever asks has it as it is now, and whoever
 * shows it is told of each change.
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

  /** @returns how to stop being told */
  readonly subscribe = (tell: () => void): (() => void) => {
    this.#listeners.add(tell);
    return () => this.#listeners.delete(tell);
  };
}
