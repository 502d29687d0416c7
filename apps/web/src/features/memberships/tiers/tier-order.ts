interface Identified {
  readonly id: string;
}

/** Puts the tiers of `ids` first, in their order. */
export function inOrder<Tier extends Identified>(tiers: readonly Tier[], ids: readonly string[]): Tier[] {
  const ordered = ids.flatMap((id) => tiers.find((tier) => tier.id === id) ?? []);
  return [...ordered, ...tiers.filter(({ id }) => !ids.includes(id))];
}

/** Moves one id to an index; others keep their order. */
export function moveTo(ids: readonly string[], id: string, index: number): string[] {
  const others = ids.filter((other) => other !== id);
  return others.toSpliced(index, 0, id);
}

/** The index of an item that is held at `y`, given the vertical middles of the other ones. */
export const indexAt = (middles: readonly number[], y: number): number =>
  middles.filter((middle) => middle < y).length;
