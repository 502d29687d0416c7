import { Random } from './random.ts';
import { makeTargets, type Target } from './targets.ts';

/** The number of inputs of each target. */
export type Plan = readonly { readonly target: Target; readonly count: number }[];

/** Distributes at least `count` inputs by the targets' weights, or all of them to the named target. */
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

/** The input of a seed and an index; deterministic. */
export function fuzzInput(target: Target, seed: number, index: number): Buffer {
  let name = 0;
  for (const letter of target.name) name = name * 31 + (letter.codePointAt(0) ?? 0);
  return target.make(new Random(seed, name, index));
}
