/** Waits between attempts to reach the instance: longer after each failure, and never in step with other mirrors. */
const FIRST_MS = 500;
const MAX_MS = 15_000;

export function backoffMs(failures: number, random: () => number = Math.random): number {
  const longest = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return longest * (0.5 + random() / 2);
}
