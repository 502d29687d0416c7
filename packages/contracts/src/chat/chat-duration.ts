/** Durations as people read and type them in a chat. */

const UNITS = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Formats a duration in the largest unit without a fraction: `12 seconds`, `1 hour`, `90 minutes`. */
export function formatChatDuration(seconds: number): string {
  const [name, size] = UNITS.find(([, size]) => seconds >= size && seconds % size === 0) ?? UNITS[4];
  const count = seconds / size;
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/**
 * Parses `90`, `90s`, `10m`, `2h`, `7d`, `1w`.
 * @returns seconds; null if the text is not a duration
 */
export function parseChatDuration(text: string): number | null {
  const [, count, unit] = /^(\d{1,7})([smhdw]?)$/i.exec(text) ?? [];
  if (count === undefined) return null;
  const size = UNITS.find(([name]) => name.startsWith(unit?.toLowerCase() || 's'))?.[1] ?? 1;
  return Number(count) * size;
}

/** Rounds a remaining wait in seconds up, so that the sentence stays short: to minutes from two, to hours from two. */
export function roundUpWait(seconds: number): number {
  const size = UNITS.find(([name, size]) => name !== 'week' && seconds >= 2 * size)?.[1] ?? 1;
  return Math.ceil(seconds / size) * size;
}
