/** @returns that many random items, or all of them where there are fewer, in random order */
export function sampleOf<T>(items: readonly T[], count: number, random: () => number = Math.random): T[] {
  // Moved items by their new index, so that a few items of a long list cost no copy of it (Fisher-Yates).
  const moved = new Map<number, T>();
  const at = (index: number) => (moved.has(index) ? moved.get(index) : items[index]) as T;
  const taken: T[] = [];
  for (let index = 0; index < Math.min(count, items.length); index++) {
    const other = index + Math.floor(random() * (items.length - index));
    taken.push(at(other));
    moved.set(other, at(index));
  }
  return taken;
}
