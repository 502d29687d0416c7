/** Estimates the bandwidth by the download of the page itself, before any media is requested. */

/** The part of a PerformanceResourceTiming that tells of bandwidth. Times are in milliseconds. */
interface LoadedFile {
  readonly responseStart: number;
  readonly responseEnd: number;
  /** Bytes of the response; 0 where the file came from the cache, or from another host that does not tell. */
  readonly transferSize: number;
}

/** Below these, the start of a connection or a busy device decides, and not the bandwidth. */
const MIN_BYTES = 100_000;
const MIN_BUSY_MS = 800;
/** Faster downloads say nothing, since round trips alone may have held them up. */
const MAX_BPS = 2_000_000;

/** Bits per second that arrived while any file did; null where that says too little, or nothing speaks for a slow network. */
export function bandwidthOf(files: readonly LoadedFile[]): number | null {
  const loaded = files
    .filter(({ transferSize, responseStart }) => transferSize > 0 && responseStart > 0)
    .toSorted((a, b) => a.responseStart - b.responseStart);
  let [bytes, busyMs, coveredMs] = [0, 0, 0];
  for (const { responseStart, responseEnd, transferSize } of loaded) {
    bytes += transferSize;
    busyMs += Math.max(0, responseEnd - Math.max(responseStart, coveredMs));
    coveredMs = Math.max(coveredMs, responseEnd);
  }
  if (bytes < MIN_BYTES || busyMs < MIN_BUSY_MS) return null;
  const bps = (bytes * 8_000) / busyMs;
  return bps < MAX_BPS ? bps : null;
}
