/** Estimates the network before any media arrives, by the download of the page, the browser’s hints and the last visit. */

import { connection } from './data-saving.ts';
import { bandwidthOf } from './page-bandwidth.ts';

const KEY = 'bandwidth';
/** After this time, the viewer may well be in another network. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;
/** Browsers round down to this and say no more. */
const MAX_DOWNLINK_MBPS = 10;

/**
 * Bits per second that are likely before anything is measured; null where nothing speaks against the best quality.
 * @param nowMs milliseconds since 1970
 */
export function likelyBandwidth(nowMs: number): number | null {
  const known = readBandwidth(nowMs) ?? downlinkOf(connection());
  // The page may have come over another network than at the last visit.
  const files = performance.getEntriesByType('resource');
  const now = bandwidthOf(files.filter((file) => file instanceof PerformanceResourceTiming));
  return known === null || now === null ? (known ?? now) : Math.min(known, now);
}

/** A browser's own estimate, which is rough: it only counts where it is low. */
export function downlinkOf({ downlink }: Record<string, unknown>): number | null {
  const isKnown = typeof downlink === 'number' && downlink > 0 && downlink < MAX_DOWNLINK_MBPS;
  return isKnown ? downlink * 1_000_000 : null;
}

function readBandwidth(nowMs: number): number | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const { bps, at } = Object(stored) as Record<string, unknown>;
    if (typeof bps !== 'number' || typeof at !== 'number' || !(bps > 0)) return null;
    return Math.abs(nowMs - at) < MAX_AGE_MS ? bps : null;
  } catch {
    // Storage is forbidden or holds something else.
    return null;
  }
}

/** Remembers what was measured for the next visit. */
export function storeBandwidth(bps: number, nowMs: number): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ bps: Math.round(bps), at: nowMs }));
  } catch {
    // Without storage, each visit measures again.
  }
}
