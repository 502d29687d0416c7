import type { FeaturedStream } from '@tributary/contracts';

/** The list with what a channel shows now in it (null: nothing), most viewers first. */
export function withChannel(
  streams: readonly FeaturedStream[],
  streamerId: string,
  live: FeaturedStream | null,
): FeaturedStream[] {
  const others = streams.filter(({ streamer }) => streamer.id !== streamerId);
  return (live === null ? others : [...others, live]).sort((a, b) => b.currentViewers - a.currentViewers);
}
