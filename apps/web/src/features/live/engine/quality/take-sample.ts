/** What hls.js and its downloads say of playback now. */
import type Hls from 'hls.js';
import type { Level, LevelDetails } from 'hls.js';
import type { QualitySample } from './quality-sample.ts';
import { PROGRESS_MS, type RunningMedia, type TransferMonitor } from './transfer-monitor.ts';

type FromHls = Omit<
  QualitySample,
  'usable' | 'warm' | 'hasStarted' | 'viewHeight' | 'droppedRatio' | 'maxHeight'
>;

/** The end of what is buffered counts as that of a segment within this distance. */
const TOLERANCE_SECONDS = 0.05;

/** @param current the level that is loaded */
export function takeSample(
  { levels, latestLevelDetails, mainForwardBufferInfo }: Hls,
  current: number,
  transfers: TransferMonitor,
  nowMs: number,
): FromHls {
  const { running } = transfers;
  // Of the video: it is what a switch changes, and what fills the network.
  const { len: bufferedSeconds = 0, end: bufferEnd = 0 } = mainForwardBufferInfo ?? {};
  return {
    nowSeconds: nowMs / 1000,
    renditions: levels.map(({ height, averageBitrate }) => ({ height, averageBps: averageBitrate })),
    current,
    estimateBps: transfers.estimate(nowMs),
    bufferedSeconds,
    partSeconds: latestLevelDetails?.partTarget || latestLevelDetails?.targetduration || 1,
    intoSegmentSeconds: intoSegment(latestLevelDetails, bufferEnd),
    againSeconds: running ? Math.max(0, bufferEnd - running.endSeconds) : 0,
    responseSeconds: transfers.responseMs / 1000,
    running: running && runningPart(running, levels[current], nowMs),
    lastPartLoad: transfers.lastLoad,
  };
}

function runningPart(
  { progress, durationSeconds }: RunningMedia,
  level: Level | undefined,
  nowMs: number,
): QualitySample['running'] {
  const { start, first } = progress.loading;
  // Before its headers have come, its size is what is likely.
  const bytes = progress.total || ((level?.averageBitrate ?? 0) * durationSeconds) / 8;
  return {
    elapsedSeconds: (nowMs - start) / 1000,
    bodySeconds: first ? Math.max(0, nowMs - first - PROGRESS_MS) / 1000 : null,
    loadedBytes: progress.loaded,
    remainingBytes: Math.max(0, bytes - progress.loaded),
  };
}

function intoSegment(details: LevelDetails | null, bufferEnd: number): number {
  if (!details) return 0;
  const { fragments, fragmentHint } = details;
  const whole = fragments.findLast(({ start }) => start - TOLERANCE_SECONDS <= bufferEnd);
  // The last segment is still open: it ends with the parts that there are.
  const segment = fragmentHint && bufferEnd > fragmentHint.start + TOLERANCE_SECONDS ? fragmentHint : whole;
  const isComplete = segment === whole && whole !== undefined && bufferEnd > whole.end - TOLERANCE_SECONDS;
  return segment === undefined || isComplete ? 0 : Math.max(0, bufferEnd - segment.start);
}
