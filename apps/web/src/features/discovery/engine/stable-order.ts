interface Identified {
  readonly id: string;
}

/**
 * The order to show `next` in. Held (somebody points at the list or has focus in it), what is already
 * shown stays where it is, what is gone leaves, and what is new comes last: nothing moves away from
 * under a hand. Otherwise the order is `next`'s own.
 */
export function arrange<Item extends Identified>(
  shown: readonly string[],
  next: readonly Item[],
  held: boolean,
): Item[] {
  if (!held) return [...next];
  const place = new Map(shown.map((id, index) => [id, index]));
  const placeOf = (item: Item) => place.get(item.id) ?? shown.length;
  return next.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The stream to feature: the one before it for as long as it is there, else the first. */
export function keepFeatured<Item extends Identified>(
  featured: string | null,
  streams: readonly Item[],
): Item | null {
  return streams.find((stream) => stream.id === featured) ?? streams[0] ?? null;
}
