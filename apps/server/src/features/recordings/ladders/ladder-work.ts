/** One turn of the work on a recording's renditions: how long it lasts, and what it waits for. */

/** How often the hold is extended, which also tells whether the recording still exists. */
const EXTEND_MS = 10_000;

/** The turn has ended before the work has. */
export class SliceOver extends Error {
  override readonly name = 'SliceOver';
}

/** The recording was deleted, or another process makes its renditions. */
export class LadderWithdrawn extends Error {
  override readonly name = 'LadderWithdrawn';
}

export class DiskNearlyFull extends Error {
  override readonly name = 'DiskNearlyFull';
}

export interface LadderWorkOptions {
  /** Ends it from outside. */
  readonly signal: AbortSignal;
  readonly sliceMs: number;
  /** Resolves once there is a core for it. */
  readonly whenFree: (signal: AbortSignal) => Promise<void>;
  readonly hasRoom: () => boolean;
  /** @returns false where the work is no longer wanted */
  readonly extend: (changes: {
    readonly share?: number;
    readonly names?: readonly string[];
  }) => Promise<boolean>;
}

export interface LadderWork {
  /** Aborts what is under way once the work is no longer wanted. */
  readonly signal: AbortSignal;
  /** @throws LadderWithdrawn, DiskNearlyFull */
  begin(names: readonly string[]): Promise<void>;
  /** Waits for a core. @throws SliceOver, LadderWithdrawn, DiskNearlyFull, and the signal's reason */
  beforeSegment(share: number): Promise<void>;
  close(): void;
}

export function createLadderWork(options: LadderWorkOptions): LadderWork {
  const { signal: given, sliceMs, whenFree, hasRoom, extend } = options;
  const withdrawn = new AbortController();
  const over = new AbortController();
  const signal = AbortSignal.any([given, withdrawn.signal]);
  const waiting = AbortSignal.any([signal, over.signal]);
  const ending = setTimeout(() => over.abort(new SliceOver('The turn is over.')), sliceMs);
  let share = 0;
  let hasBegun = false;

  async function report(names?: readonly string[]): Promise<void> {
    if (await extend({ share, ...(names && { names }) })) return;
    withdrawn.abort(new LadderWithdrawn('The recording was deleted, or another process has taken over.'));
    signal.throwIfAborted();
  }

  // Once the database is back, the next one tells.
  const extending = setInterval(() => void report().catch(() => undefined), EXTEND_MS);

  return {
    signal,
    async begin(names) {
      if (!hasRoom()) throw new DiskNearlyFull('The disk is nearly full.');
      await report(names);
    },
    async beforeSegment(stored) {
      signal.throwIfAborted();
      if (!hasRoom()) throw new DiskNearlyFull('The disk is nearly full.');
      // Each turn stores a segment, however short it is.
      if (hasBegun) over.signal.throwIfAborted();
      share = stored;
      if (!hasBegun) await report();
      hasBegun = true;
      await whenFree(waiting);
    },
    close() {
      clearInterval(extending);
      clearTimeout(ending);
    },
  };
}
