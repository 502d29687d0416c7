/** Whom rows of money name, looked up for a whole page at once. */
import type { StreamerSummary, UserId } from '@tributary/contracts';

export type People = ReadonlyMap<UserId, StreamerSummary>;

/** Without those who are gone. */
export const idsOf = <Row>(rows: readonly Row[], idOf: (row: Row) => UserId | null): UserId[] => [
  ...new Set(rows.map(idOf).filter((id) => id !== null)),
];

export const personIn = <Person>(people: ReadonlyMap<UserId, Person>, id: UserId | null): Person | null =>
  (id && people.get(id)) ?? null;
