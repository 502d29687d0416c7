const FIRST_MS = 500;
const LONGEST_MS = 15_000;

/**
 * Milliseconds to wait before connection attempt `attempt` (from 0): doubling, capped, and drawn from the upper half,
 * so that the viewers of a restarted server do not all return at once.
 */
export function reconnectDelay(attempt: number, random: () => number = Math.random): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return ceiling / 2 + random() * (ceiling / 2);
}
