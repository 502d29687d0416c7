interface Identified {
  readonly id: string;
}

/**
 * The order to show `next` in. While held (the pointer or focus is in the list), shown items keep their
 * order and new ones go last, so that nothing moves under the pointer. Otherwise the order is `next`'s own.
 */
export function stableOrder<Item extends Identified>(
  shown: readonly string[],
  next: readonly Item[],
  held: boolean,
): Item[] {
  if (!held) return [...next];
  const place = new Map(shown.map((id, index) => [id, index]));
  const placeOf = (item: Item) => place.get(item.id) ?? shown.length;
  return next.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The stream to feature: the present one while it is listed, otherwise the first. */
export function keepFeatured<Item extends Identified>(
  featured: string | null,
  streams: readonly Item[],
): Item | null {
  return streams.find((stream) => stream.id === featured) ?? streams[0] ?? null;
}
