/** A list of live streams whose cards never move by themselves. */

export interface Listed {
  readonly id: string;
  readonly currentViewers: number;
}

/** What has changed since a list was fetched. */
export interface ListUpdate<Stream extends Listed> {
  /** The streams whose counts were requested. */
  readonly asked: ReadonlySet<string>;
  /** The viewer counts of those that are still live. */
  readonly viewers: ReadonlyMap<string, number>;
  /** The first page of the list as of now. */
  readonly head: readonly Stream[];
}

/** Joins pages into one list. A stream on several pages keeps its first position. */
export function joined<Stream extends Listed>(pages: readonly (readonly Stream[])[]): Stream[] {
  const byId = new Map<string, Stream>();
  for (const stream of pages.flat()) if (!byId.has(stream.id)) byId.set(stream.id, stream);
  return [...byId.values()];
}

/** The same streams in the same order, with current counts and a mark on those that have ended. */
export function withUpdate<Stream extends Listed>(
  streams: readonly Stream[],
  update: ListUpdate<Stream> | undefined,
): { stream: Stream; ended: boolean }[] {
  if (!update) return streams.map((stream) => ({ stream, ended: false }));
  const head = new Map(update.head.map((stream) => [stream.id, stream]));
  return streams.map((stream) => {
    const currentViewers = update.viewers.get(stream.id);
    if (currentViewers === undefined) return { stream, ended: update.asked.has(stream.id) };
    // The first page also has current titles and thumbnails.
    return { stream: { ...(head.get(stream.id) ?? stream), currentViewers }, ended: false };
  });
}

/** The streams on the current first page that are not in the list. */
export function newStreams<Stream extends Listed>(
  streams: readonly Stream[],
  update: ListUpdate<Stream> | undefined,
): Stream[] {
  const shown = new Set(streams.map(({ id }) => id));
  return update?.head.filter(({ id }) => !shown.has(id)) ?? [];
}
