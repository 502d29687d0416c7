/** Remembers the minutes of a stream that each browser has watched, so that each counts once. */
import { COUNTED_MINUTES } from '@tributary/contracts/live';

/** Browsers beyond this number are forgotten, the longest unseen first, and count anew if they return. */
const BROWSERS_MAX = 100_000;
const BROWSERS_OF_RECORDINGS_MAX = 20_000;

export interface MinuteCount {
  readonly isFirst: boolean;
  readonly isNew: boolean;
}

export interface MinuteLog {
  /** The browser has watched before it came to this process: its next minute is not its first. */
  resume(key: string): void;
  /** Minutes of a live stream come in order. */
  live(key: string, minute: number): MinuteCount;
  recorded(key: string, minute: number): MinuteCount;
}

export function createMinuteLog(): MinuteLog {
  /** The last minute of each browser; before the first, -1. */
  const lastLive = new Map<string, number>();
  /** A bit for each minute. */
  const recorded = new Map<string, Uint8Array>();

  return {
    resume(key) {
      if (!lastLive.has(key)) remember(lastLive, key, -1, BROWSERS_MAX);
      if (!recorded.has(key)) remember(recorded, key, new Uint8Array(0), BROWSERS_OF_RECORDINGS_MAX);
    },
    live(key, minute) {
      const last = lastLive.get(key);
      remember(lastLive, key, Math.max(minute, last ?? -1), BROWSERS_MAX);
      return { isFirst: last === undefined, isNew: last === undefined || minute > last };
    },
    recorded(key, minute) {
      const known = recorded.get(key);
      const bits = known?.length ? known : new Uint8Array(COUNTED_MINUTES / 8);
      const byte = bits[minute >> 3] ?? 0;
      const bit = 1 << (minute & 7);
      bits[minute >> 3] = byte | bit;
      remember(recorded, key, bits, BROWSERS_OF_RECORDINGS_MAX);
      return { isFirst: known === undefined, isNew: (byte & bit) === 0 };
    },
  };
}

/** A map lists its keys in the order in which they were set, so that the first is the longest unseen. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value, max: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > max && oldest !== undefined) map.delete(oldest);
}
