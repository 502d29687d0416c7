import { useState } from 'react';

/** The rows of a table that are selected, by their keys. */
export interface RowSelection {
  readonly selected: ReadonlySet<string>;
  /** @param range whether all rows between the last one and this one follow it, as with the Shift key */
  toggle(key: string, range: boolean): void;
  /** Selects all rows of the page, or none if all are selected. */
  toggleAll(): void;
  clear(): void;
}

/** The rows that are selected after `key` was chosen. */
export function withRow(
  keys: readonly string[],
  selected: ReadonlySet<string>,
  key: string,
  from: string | null,
): Set<string> {
  const next = new Set(selected);
  const [start, end] = [keys.indexOf(from ?? key), keys.indexOf(key)];
  const changed = start === -1 ? [key] : keys.slice(Math.min(start, end), Math.max(start, end) + 1);
  for (const one of changed) {
    if (selected.has(key)) next.delete(one);
    else next.add(one);
  }
  return next;
}

/** @param keys those of the page that is shown; rows that leave it are no longer selected */
export function useRowSelection(keys: readonly string[]): RowSelection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string | null>(null);
  const selected = new Set(keys.filter((key) => chosen.has(key)));
  return {
    selected,
    toggle(key, range) {
      setChosen(withRow(keys, selected, key, range ? last : null));
      setLast(key);
    },
    toggleAll: () => setChosen(new Set(selected.size === keys.length ? [] : keys)),
    clear: () => setChosen(new Set()),
  };
}
