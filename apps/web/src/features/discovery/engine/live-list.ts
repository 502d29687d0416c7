/** A list of what is live that stands still while the world moves on: nothing in it ever jumps. */

export interface Listed {
  readonly id: string;
  readonly currentViewers: number;
}

/** What was heard about a list since it was fetched. */
export interface Pulse<Stream extends Listed> {
  /** The streams that were asked about. */
  readonly asked: ReadonlySet<string>;
  /** How many watch each of those that are still live. */
  readonly viewers: ReadonlyMap<string, number>;
  /** What the list would begin with, were it fetched now. */
  readonly head: readonly Stream[];
}

/** One list of several pages. A stream that has moved from one to the next keeps its first place. */
export function joined<Stream extends Listed>(pages: readonly (readonly Stream[])[]): Stream[] {
  const byId = new Map<string, Stream>();
  for (const stream of pages.flat()) if (!byId.has(stream.id)) byId.set(stream.id, stream);
  return [...byId.values()];
}

/** The same streams in the same places: counts as they are now, and which of them are over. */
export function withPulse<Stream extends Listed>(
  streams: readonly Stream[],
  pulse: Pulse<Stream> | undefined,
): { stream: Stream; over: boolean }[] {
  if (!pulse) return streams.map((stream) => ({ stream, over: false }));
  const head = new Map(pulse.head.map((stream) => [stream.id, stream]));
  return streams.map((stream) => {
    const currentViewers = pulse.viewers.get(stream.id);
    if (currentViewers === undefined) return { stream, over: pulse.asked.has(stream.id) };
    // The head has new titles and pictures too.
    return { stream: { ...(head.get(stream.id) ?? stream), currentViewers }, over: false };
  });
}

/** What would stand at the beginning of the list and is not in it. */
export function newcomers<Stream extends Listed>(
  streams: readonly Stream[],
  pulse: Pulse<Stream> | undefined,
): Stream[] {
  const shown = new Set(streams.map(({ id }) => id));
  return pulse?.head.filter(({ id }) => !shown.has(id)) ?? [];
}
