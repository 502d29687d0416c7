/**
 * Simulates the cost of one stream's viewers for the origin behind edges. An edge asks once for a URL that many want, keeps
 * the answer for a second, and asks again whether it still holds (304, without a body) when a viewer comes later than that.
 */
export interface Audience {
  readonly edges: number;
  /** Viewers of all edges; without edges, each asks the origin itself. */
  readonly viewers: number;
  readonly partsPerSecond: number;
  readonly mediaBytesPerSecond: number;
  /** How late viewers are behind a new part, on average; the lateness of a viewer is exponentially distributed. */
  readonly meanLatenessSeconds: number;
}

export interface OriginCost {
  readonly requestsPerSecond: number;
  readonly bytesPerSecond: number;
}

/** How long an edge keeps a response about live media. */
const KEPT_SECONDS = 1;
/** A blocking reload of the playlist, and the part. */
const URLS_PER_PART = 2;
/** A delta playlist by gzip, with its header; and the header of a part or of a 304. */
const PLAYLIST_BYTES = 900;
const HEADER_BYTES = 400;
const SIMULATED_PARTS = 90;

/** A generator of numbers from 0 to 1 that gives the same ones in each run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function simulateOrigin(audience: Audience, seed = 1): OriginCost {
  const { edges, viewers, partsPerSecond, mediaBytesPerSecond } = audience;
  const partBytes = mediaBytesPerSecond / partsPerSecond;
  const whole = partBytes + PLAYLIST_BYTES + URLS_PER_PART * HEADER_BYTES;
  if (edges === 0) {
    return {
      requestsPerSecond: viewers * URLS_PER_PART * partsPerSecond,
      bytesPerSecond: viewers * whole * partsPerSecond,
    };
  }
  const random = createRandom(seed);
  let first = 0;
  let again = 0;
  for (let part = 0; part < SIMULATED_PARTS; part++) {
    for (let edge = 0; edge < edges; edge++) {
      const count = Math.floor(viewers / edges) + (edge < viewers % edges ? 1 : 0);
      const arrivals = Array.from(
        { length: count },
        () => -Math.log(1 - random()) * audience.meanLatenessSeconds,
      ).sort((a, b) => a - b);
      let freshUntil = Number.NEGATIVE_INFINITY;
      for (const [index, at] of arrivals.entries()) {
        if (at < freshUntil) continue;
        if (index === 0) first++;
        else again++;
        freshUntil = at + KEPT_SECONDS;
      }
    }
  }
  const perSecond = partsPerSecond / SIMULATED_PARTS;
  return {
    requestsPerSecond: URLS_PER_PART * (first + again) * perSecond,
    bytesPerSecond: (first * whole + URLS_PER_PART * again * HEADER_BYTES) * perSecond,
  };
}
