import type { FeaturedStream } from '@tributary/contracts/live';

/** Updates a channel's live stream in the list (null removes it), most viewers first. */
export function withChannel(
  streams: readonly FeaturedStream[],
  streamerId: string,
  live: FeaturedStream | null,
): FeaturedStream[] {
  const at = streams.findIndex(({ streamer }) => streamer.id === streamerId);
  // Replaced in place, so that a stream with an unchanged count doesn't move among equals.
  const changed = streams.toSpliced(at < 0 ? streams.length : at, at < 0 ? 0 : 1, ...(live ? [live] : []));
  return changed.sort((a, b) => b.currentViewers - a.currentViewers);
}
