/** The range of messages on the page: the newest while they are followed, else those around the reading position. */

export interface ChatWindow {
  /** The number of the newest message on the page; null: the newest of all. */
  readonly upTo: number | null;
  /** The number of messages on the page. */
  readonly size: number;
}

const SIZE = 100;
/** More elements would make the page slow. */
const MAX_SIZE = 300;
const STEP = 100;

export const FOLLOWING: ChatWindow = { upTo: null, size: SIZE };

/**
 * @param numbers the numbers of all messages, rising
 * @returns the range of their indexes
 */
export function rangeOf(
  { upTo, size }: ChatWindow,
  numbers: readonly number[],
): { from: number; to: number } {
  const to = upTo === null ? numbers.length : numbers.findLastIndex((number) => number <= upTo) + 1;
  return { from: Math.max(0, to - size), to };
}

/** Keeps the messages on the page while new ones arrive. */
export function pause(window: ChatWindow, numbers: readonly number[]): ChatWindow {
  return window.upTo === null ? { ...window, upTo: numbers.at(-1) ?? 0 } : window;
}

/** Shows older messages, and drops the newest ones if there would be too many. */
export function showOlder(window: ChatWindow, numbers: readonly number[]): ChatWindow {
  const { from, to } = rangeOf(window, numbers);
  const first = Math.max(0, from - STEP);
  const last = Math.min(to, first + MAX_SIZE);
  return { upTo: numbers[last - 1] ?? 0, size: last - first };
}

/** Shows newer messages, or follows the newest if few are left. */
export function showNewer(window: ChatWindow, numbers: readonly number[]): ChatWindow {
  const { to } = rangeOf(window, numbers);
  if (numbers.length - to <= STEP) return FOLLOWING;
  const last = to + STEP;
  return { upTo: numbers[last - 1] ?? 0, size: Math.min(window.size + STEP, MAX_SIZE) };
}
