/** Limits without schemas. */

/** A viewer who has watched less of a recording has not begun it. */
export const WATCH_BEGUN_MS = 5_000;
/** A viewer who has watched this share of a recording has finished it: the rest is credits and farewells. */
export const WATCH_FINISHED_SHARE = 0.95;
