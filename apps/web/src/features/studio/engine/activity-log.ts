/** The entries of a feed, newest first: what the server has sent since the page was opened. */
import type { Activity, ActivityKind } from '@tributary/contracts/studio';

export const FILTERS = ['all', 'follows', 'support', 'raids'] as const;
export type ActivityFilter = (typeof FILTERS)[number];

const KINDS: Readonly<Record<ActivityFilter, readonly ActivityKind[]>> = {
  all: ['follow', 'donation', 'subscription', 'gift', 'raid'],
  follows: ['follow'],
  support: ['donation', 'subscription', 'gift'],
  raids: ['raid'],
};

export const filtered = (entries: readonly Activity[], filter: ActivityFilter): readonly Activity[] =>
  entries.filter(({ kind }) => KINDS[filter].includes(kind));

/** Keeps the older entries that a snapshot, which is limited, no longer has. */
export function withSnapshot(known: readonly Activity[], snapshot: readonly Activity[]): readonly Activity[] {
  const oldest = snapshot.at(-1);
  if (oldest === undefined) return [];
  const ids = new Set(snapshot.map(({ id }) => id));
  return [...snapshot, ...known.filter(({ id, at }) => at < oldest.at && !ids.has(id))];
}

/** Adds an entry, which the list may have already, at its place in time. */
export function withEntry(known: readonly Activity[], entry: Activity): readonly Activity[] {
  const others = known.filter(({ id }) => id !== entry.id);
  const place = others.findIndex(({ at }) => at <= entry.at);
  return others.toSpliced(place === -1 ? others.length : place, 0, entry);
}

/** The position of the first entry from before the stream; null where the stream has none or all of them. */
export function startOfStream(entries: readonly Activity[], startedAt: string | null): number | null {
  if (startedAt === null) return null;
  const place = entries.findIndex(({ at }) => at < startedAt);
  return place === -1 ? null : place;
}
