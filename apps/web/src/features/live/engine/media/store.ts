/** A value that notifies its listeners when one of its fields changes, for `useSyncExternalStore`. */
export class Store<T extends object> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  readonly get = (): T => this.#value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(patch: Partial<T>): void {
    const next = { ...this.#value, ...patch };
    const keys = Object.keys(patch) as (keyof T)[];
    if (keys.every((key) => Object.is(next[key], this.#value[key]))) return;
    this.#value = next;
    for (const listener of [...this.#listeners]) listener();
  }
}
