/** Loads the people that a page of rows refers to. */
import type { StreamerSummary } from '@tributary/contracts/channels';
import type { UserId } from '@tributary/contracts/shared';

export type People = ReadonlyMap<UserId, StreamerSummary>;

/** The distinct ids of the rows, without deleted accounts. */
export const idsOf = <Row>(rows: readonly Row[], idOf: (row: Row) => UserId | null): UserId[] => [
  ...new Set(rows.map(idOf).filter((id) => id !== null)),
];

export const personIn = <Person>(people: ReadonlyMap<UserId, Person>, id: UserId | null): Person | null =>
  (id && people.get(id)) ?? null;
