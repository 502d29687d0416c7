/** The metrics that features and media declare for Prometheus. Values are read when they are scraped. */

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

/** A value, or one for each combination of labels. Null: there is none now. */
export type Reading = number | null | readonly Sample[];

export interface Metric {
  /** A counter only rises while the process lives; its name ends with `_total`. */
  readonly kind: 'gauge' | 'counter';
  /** Begins with `tributary_`, and ends with the unit. */
  readonly name: string;
  readonly help: string;
  /** Labels take few values: no ids, names or addresses. */
  readonly labels: readonly string[];
  readonly read: () => Reading | Promise<Reading>;
}

type Read = Metric['read'];

export const gauge = (name: string, help: string, read: Read, labels: readonly string[] = []): Metric => ({
  kind: 'gauge',
  name,
  help,
  labels,
  read,
});

export const counter = (name: string, help: string, read: Read, labels: readonly string[] = []): Metric => ({
  kind: 'counter',
  name,
  help,
  labels,
  read,
});

/** The entries of a record as samples, with their keys in one label. */
export const samplesOf = (label: string, values: Readonly<Record<string, number>>): Sample[] =>
  Object.entries(values).map(([key, value]) => ({ labels: { [label]: key }, value }));
