import { Random } from './random.ts';
import { makeTargets, type Target } from './targets.ts';

/** How many inputs each target gets. */
export type Plan = readonly { readonly target: Target; readonly count: number }[];

/** Shares at least `count` inputs out by the targets' weights; all of them to one where it is named. */
export function planOf(name: string | null, count: number): Plan {
  const targets = makeTargets();
  if (name !== null) {
    const target = targets.find((candidate) => candidate.name === name);
    if (target === undefined) {
      throw new RangeError(
        `There is no target ${name}; there are ${targets.map((each) => each.name).join(', ')}.`,
      );
    }
    return [{ target, count }];
  }
  const weights = targets.reduce((sum, { weight }) => sum + weight, 0);
  return targets.map((target) => ({ target, count: Math.ceil((count * target.weight) / weights) }));
}

/** The input of a seed and an index, always the same. */
export function fuzzInput(target: Target, seed: number, index: number): Buffer {
  let name = 0;
  for (const letter of target.name) name = name * 31 + (letter.codePointAt(0) ?? 0);
  return target.make(new Random(seed, name, index));
}
