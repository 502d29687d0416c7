/** Plays a random history against a provider and the books, step by step. */

/** Runs a step that may be refused, or that is tried again later: a refused step is part of the history. */
export async function attempt(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch {
    // The comparison at the end finds what a refusal should not have changed.
  }
}

export interface HistoryScene<Act> {
  /** Goes back to the state in which each history begins. */
  begin(): Promise<void>;
  perform(act: Act): unknown;
  /** Lets a moment pass after each step. */
  advance(): void;
  /** Delivers what is still under way. */
  settle(): Promise<void>;
  expectBalanced(): Promise<void>;
}

/** @param comparesEach whether the books are compared after each step, and not only at the end */
export async function playHistory<Act>(
  scene: HistoryScene<Act>,
  acts: readonly Act[],
  comparesEach: boolean,
): Promise<void> {
  await scene.begin();
  for (const act of acts) {
    await attempt(() => scene.perform(act));
    scene.advance();
    if (comparesEach) await scene.expectBalanced();
  }
  await scene.settle();
  await scene.expectBalanced();
}
