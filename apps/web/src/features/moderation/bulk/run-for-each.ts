import { failureOf } from '../queries.ts';

/** A row on which an action has failed, and why. */
export interface RowFailure {
  readonly name: string;
  readonly reason: string;
}

export interface BulkTarget {
  readonly id: string;
  readonly name: string;
}

/**
 * Runs an action on one row after the other, as if an admin had chosen it in the menu of each. A row that fails does not
 * keep the others from it.
 */
export async function runForEach<Target extends BulkTarget>(
  targets: readonly Target[],
  run: (target: Target) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<(RowFailure & { readonly id: string })[]> {
  const failures: (RowFailure & { readonly id: string })[] = [];
  for (const [index, target] of targets.entries()) {
    await run(target).catch((error: unknown) => {
      failures.push({ id: target.id, name: target.name, reason: failureOf(error) ?? String(error) });
    });
    onProgress(index + 1);
  }
  return failures;
}
