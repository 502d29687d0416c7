/** When a smaller rendition, or one that is still made, is needed. */
import { loadOf, neededOf, type QualityDecision, type QualitySample } from './quality-sample.ts';
import type { Rendition } from './rendition.ts';

/** The part of the bandwidth that a rendition may need to be switched to. */
export const DOWN_LOAD = 0.9;
/** A stall this short is not worth the media that a switch gives up, and LatencyPolicy sees to it that it is the last. */
const TOLERATED_SECONDS = 0.1;
/** How many parts of a segment are still to come, about. */
const FURTHER_PARTS = 3;
/** A rendition that needs more than arrives is played on while what is buffered, but for a reserve, lasts for so long. */
const LASTING_SECONDS = 5;
const RESERVE_SECONDS = 0.5;
/** Up to this load, the reserve is enough: playback waits for a fuller buffer at 0.94x, which makes up for most of the rest. */
const SLIGHT_LOAD = 1.1;
/** The playlist of the smaller rendition, its initialization section and its first parts each wait for a response. */
const RESERVE_RESPONSES = 5;
/** How long an encoder takes to begin a rendition, about. */
export const COLD_SECONDS = 3;
/** What of a part tells its rate. */
const MIN_PRESENT_BYTES = 8_000;
const MIN_PRESENT_SECONDS = 0.08;

/** The index of the largest rendition that a bandwidth has room for, or of the smallest. */
export const largestWithin = (bps: number, averageBps: readonly number[]): number =>
  Math.max(
    0,
    averageBps.findLastIndex((needed) => needed <= bps * DOWN_LOAD),
  );

/** The server does not make the rendition any more. */
export function leaveUnusable(sample: QualitySample): QualityDecision | null {
  const { usable, warm, current, renditions } = sample;
  const ready = usable.map((isUsable, i) => isUsable && warm[i] === true);
  if (usable[current] || !ready.includes(true)) return null;
  const fits = renditions.findLastIndex((r, i) => ready[i] && loadOf(r, sample) <= DOWN_LOAD);
  const to = fits !== -1 ? fits : ready.indexOf(true);
  return { to, isUrgent: true, reason: { kind: 'unavailable' } };
}

/** A part that will arrive too late is given up for a smaller one that arrives sooner. */
export function lateFor(sample: QualitySample): QualityDecision | null {
  const { running, bufferedSeconds, responseSeconds, partSeconds, intoSegmentSeconds } = sample;
  const { renditions, current, usable } = sample;
  const rendition = renditions[current];
  const estimateBps = presentBps(sample);
  // Before playback has begun, there is nothing that could stall.
  if (!rendition || running === null || estimateBps === null || !sample.hasStarted) return null;
  /** Of media that is loaded part by part, each with its wait. */
  const secondsFor = (mediaSeconds: number, { averageBps }: Rendition) =>
    (mediaSeconds * averageBps) / estimateBps + (mediaSeconds / partSeconds) * responseSeconds;
  const waitSeconds =
    running.bodySeconds === null ? Math.max(0, responseSeconds - running.elapsedSeconds) : 0;
  const staySeconds =
    waitSeconds + (running.remainingBytes * 8) / estimateBps + secondsFor(sample.againSeconds, rendition);
  const lateBySeconds = staySeconds - bufferedSeconds;
  if (lateBySeconds <= TOLERATED_SECONDS) return null;
  /** Its playlist, what is buffered of the segment, and a part. */
  const switchSeconds = (i: number) => {
    const r = renditions[i];
    if (!r || i >= current || !usable[i]) return Number.POSITIVE_INFINITY;
    const coldSeconds = sample.warm[i] ? 0 : COLD_SECONDS;
    return coldSeconds + responseSeconds + secondsFor(intoSegmentSeconds + partSeconds, r);
  };
  const lowest = indexOfLowest(renditions.map((_, i) => switchSeconds(i)));
  const inTime = Math.max(bufferedSeconds, partSeconds, switchSeconds(lowest) + TOLERATED_SECONDS);
  const fits = (r: Rendition) => neededOf(r, sample) <= estimateBps * DOWN_LOAD;
  const fitting = renditions.findLastIndex((r, i) => switchSeconds(i) <= inTime && fits(r));
  const to = fitting !== -1 ? fitting : lowest;
  if (!usable[to] || to >= current) return null;
  // Otherwise, one switch would follow another before anything has arrived.
  const savedSeconds = staySeconds - Math.max(bufferedSeconds, switchSeconds(to));
  if (savedSeconds <= TOLERATED_SECONDS) return null;
  return { to, isUrgent: true, reason: { kind: 'late_part', lateBySeconds, estimateBps } };
}

const indexOfLowest = (values: readonly number[]): number => values.indexOf(Math.min(...values));

/** The part that arrives shows a fall before any average does. */
function presentBps({ running, estimateBps }: QualitySample): number | null {
  if (estimateBps === null || running === null || running.bodySeconds === null) return estimateBps;
  if (running.loadedBytes < MIN_PRESENT_BYTES || running.bodySeconds < MIN_PRESENT_SECONDS)
    return estimateBps;
  return Math.min(estimateBps, (running.loadedBytes * 8) / running.bodySeconds);
}

/** The bandwidth has fallen below what the rendition needs. */
export function tooSlowFor(sample: QualitySample): QualityDecision | null {
  const { renditions, current, usable, estimateBps, lastPartLoad, bufferedSeconds, partSeconds } = sample;
  const rendition = renditions[current];
  if (!rendition || estimateBps === null) return null;
  // An estimate that is too low does no harm while the parts arrive in time.
  const load = loadOf(rendition, sample);
  const isShrinking = lastPartLoad === null || lastPartLoad > 0.9;
  if (load <= 1 || (!isShrinking && load <= 1.5)) return null;
  const reserveSeconds = RESERVE_SECONDS + RESERVE_RESPONSES * sample.responseSeconds;
  const enoughSeconds = reserveSeconds + (load <= SLIGHT_LOAD ? 0 : (load - 1) * LASTING_SECONDS);
  if (sample.hasStarted && bufferedSeconds > enoughSeconds) return null;
  // Each further part of the segment takes longer than it plays, and one should be left when it is complete.
  const isUrgent = bufferedSeconds < partSeconds * (1 + FURTHER_PARTS * (load - 1));
  // Without time to wait for the encoder, only renditions that are made already count.
  const mayWait =
    !isUrgent ||
    !sample.hasStarted ||
    !usable.some((isUsable, i) => isUsable && i < current && sample.warm[i]);
  const canUse = (i: number) => usable[i] === true && (mayWait || sample.warm[i] === true);
  const fitting = renditions.findLastIndex(
    (r, i) => i < current && canUse(i) && loadOf(r, sample) <= DOWN_LOAD,
  );
  const to = fitting !== -1 ? fitting : renditions.findIndex((_, i) => canUse(i));
  if (to === -1 || to >= current) return null;
  const neededBps = neededOf(rendition, sample);
  return {
    to,
    isUrgent,
    reason: { kind: 'bandwidth_fell', estimateBps, neededBps },
  };
}
