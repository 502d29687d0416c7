import type { FeaturedStream } from '@tributary/contracts';

/** The list with what a channel shows now in it (null: nothing), most viewers first. */
export function withChannel(
  streams: readonly FeaturedStream[],
  streamerId: string,
  live: FeaturedStream | null,
): FeaturedStream[] {
  const at = streams.findIndex(({ streamer }) => streamer.id === streamerId);
  // In its place among equals: what only looks different does not move.
  const changed = streams.toSpliced(at < 0 ? streams.length : at, at < 0 ? 0 : 1, ...(live ? [live] : []));
  return changed.sort((a, b) => b.currentViewers - a.currentViewers);
}
