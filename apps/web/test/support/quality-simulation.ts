/**
 * A player of LL-HLS on a link whose bandwidth follows a trace: how long it stalls, at which bitrate it plays, and how
 * far from live. What chooses the quality is replaceable.
 */
import { LatencyPolicy } from '../../src/features/live/engine/live/latency-policy.ts';
import type { Rendition } from '../../src/features/live/engine/quality/rendition.ts';

/** Bits per second at a time in seconds. */
export type Trace = (seconds: number) => number;

/** What a policy sees of the player, and can do. */
export interface SimulatedPlayer {
  readonly nowSeconds: number;
  readonly renditions: readonly Rendition[];
  readonly loading: number;
  readonly bufferedSeconds: number;
  readonly intoSegmentSeconds: number;
  /** What is loaded again after the present part before there is anything new. */
  readonly againSeconds: number;
  readonly running: RunningDownload | null;
  readonly isAtSegmentStart: boolean;
  isWarm(rendition: number): boolean;
  warm(rendition: number): void;
  /** Gives up what is being downloaded. The playlist of the rendition is requested, and nothing else until it is there. */
  switchTo(rendition: number): void;
}

export interface RunningDownload {
  readonly requestedAt: number;
  readonly begunAt: number | null;
  readonly bytes: number;
  readonly loadedBytes: number;
  readonly partSeconds: number;
}

/** Of a part, or of a playlist. */
interface Download extends RunningDownload {
  readonly part: number | null;
}

export interface QualityPolicy {
  /** Called every 10 ms. */
  onTick(player: SimulatedPlayer): void;
  onDownloaded(player: SimulatedPlayer, download: RunningDownload): void;
}

export interface SimulationResult {
  /** Until playback began. */
  readonly startSeconds: number;
  /** Without the start. */
  readonly stalledSeconds: number;
  readonly stalls: number;
  readonly meanBps: number;
  readonly meanLatencySeconds: number;
  readonly switches: readonly { readonly at: number; readonly to: number }[];
}

export interface SimulationOptions {
  readonly trace: Trace;
  readonly renditions: readonly Rendition[];
  readonly seconds: number;
  readonly policy: QualityPolicy;
  readonly roundTripSeconds?: number;
  /** How long the server takes to begin a rendition that has no viewer yet. */
  readonly coldSeconds?: number;
  readonly start?: number;
  /** Whether it follows live by LatencyPolicy; hls.js with its defaults plays on from where it stalled. */
  readonly followsLive?: boolean;
}

export const PART_SECONDS = 1 / 3;
const PARTS_PER_SEGMENT = 6;
const TARGET_LATENCY_SECONDS = 1;
const TICK_SECONDS = 0.01;
const PLAYLIST_BYTES = 1_500;
/** What a browser wants before it goes on. */
const RESUME_SECONDS = 0.1;
const LOOK_TICKS = 25;

export function simulate(options: SimulationOptions): SimulationResult {
  const { trace, renditions, seconds, policy, roundTripSeconds = 0.05, coldSeconds = 2.5 } = options;
  const distance = new LatencyPolicy();
  let rate = 1;
  let ticks = 0;
  const warmAt = new Map<number, number>();
  let now = 0;
  /** The stream has run for a while. */
  const nowEdge = () => 600 * PART_SECONDS + now;
  const edgeParts = () => Math.floor(nowEdge() / PART_SECONDS + 1e-6);
  let loading = options.start ?? renditions.length - 1;
  warmAt.set(loading, 0);
  let playhead = edgeParts() * PART_SECONDS - TARGET_LATENCY_SECONDS;
  let bufferEnd = playhead;
  let nextPart = Math.floor(playhead / PART_SECONDS / PARTS_PER_SEGMENT) * PARTS_PER_SEGMENT;
  let isStarted = false;
  let isStalled = true;
  let download = null as Download | null;
  let [startSeconds, stalledSeconds, stalls, playedBits, playedSeconds, latencySum] = [0, 0, 0, 0, 0, 0];
  const switches: { at: number; to: number }[] = [];
  const bpsOfPart = new Map<number, number>();

  const partBytes = (part: number) => {
    const share = part % PARTS_PER_SEGMENT === 0 ? 2 : (PARTS_PER_SEGMENT - 2) / (PARTS_PER_SEGMENT - 1);
    return ((renditions[loading]?.averageBps ?? 0) * PART_SECONDS * share) / 8;
  };
  const request = (bytes: number, part: number | null) => {
    download = { requestedAt: now, begunAt: null, bytes, loadedBytes: 0, partSeconds: PART_SECONDS, part };
  };
  const player: SimulatedPlayer = {
    get nowSeconds() {
      return now;
    },
    renditions,
    get loading() {
      return loading;
    },
    get bufferedSeconds() {
      return Math.max(0, bufferEnd - playhead);
    },
    get intoSegmentSeconds() {
      return ((bufferEnd / PART_SECONDS) % PARTS_PER_SEGMENT) * PART_SECONDS;
    },
    get againSeconds() {
      return Math.max(0, bufferEnd - nextPart * PART_SECONDS);
    },
    get running() {
      return download !== null && download.part !== null ? download : null;
    },
    get isAtSegmentStart() {
      return nextPart % PARTS_PER_SEGMENT === 0 && download === null;
    },
    isWarm: (rendition) => now >= (warmAt.get(rendition) ?? Number.POSITIVE_INFINITY),
    warm(rendition) {
      if (!warmAt.has(rendition)) warmAt.set(rendition, now + coldSeconds);
    },
    switchTo(rendition) {
      if (rendition === loading) return;
      player.warm(rendition);
      loading = rendition;
      // What has not begun to play begins at live.
      if (!isStarted) playhead = bufferEnd = nowEdge() - TARGET_LATENCY_SECONDS;
      nextPart = Math.floor(bufferEnd / PART_SECONDS + 1e-6);
      nextPart -= nextPart % PARTS_PER_SEGMENT;
      switches.push({ at: now, to: rendition });
      request(PLAYLIST_BYTES, null);
    },
  };

  for (; now < seconds; now += TICK_SECONDS) {
    if (download !== null) {
      const { requestedAt, begunAt, part } = download;
      const answeredAt = Math.max(
        requestedAt + roundTripSeconds,
        part === null ? (warmAt.get(loading) ?? 0) : 0,
      );
      if (now >= answeredAt) {
        const loadedBytes = download.loadedBytes + (trace(now) * TICK_SECONDS) / 8;
        download = {
          ...download,
          begunAt: begunAt ?? now,
          loadedBytes: Math.min(loadedBytes, download.bytes),
        };
      }
      if (download.loadedBytes >= download.bytes) {
        const finished = download;
        download = null;
        if (finished.part !== null) {
          bpsOfPart.set(finished.part, renditions[loading]?.averageBps ?? 0);
          bufferEnd = Math.max(bufferEnd, (finished.part + 1) * PART_SECONDS);
          nextPart = finished.part + 1;
          policy.onDownloaded(player, finished);
        }
      }
    }
    policy.onTick(player);
    if (download === null && nextPart < edgeParts()) request(partBytes(nextPart), nextPart);
    const buffered = bufferEnd - playhead;
    const edge = nowEdge();
    if (isStalled && buffered > RESUME_SECONDS) [isStalled, isStarted] = [false, true];
    if (!isStalled && buffered <= 0.001) {
      isStalled = true;
      stalls += 1;
      distance.onStall(now, PART_SECONDS);
    }
    if (isStalled) {
      if (isStarted) stalledSeconds += TICK_SECONDS;
      else startSeconds += TICK_SECONDS;
      continue;
    }
    const latency = edge - playhead;
    ticks += 1;
    if (options.followsLive !== false && ticks % LOOK_TICKS === 0) {
      const sample = { now, latency, declared: TARGET_LATENCY_SECONDS, partTarget: PART_SECONDS, buffered };
      const advice = distance.advise(sample);
      rate = advice.rate;
      if (advice.jump) {
        playhead = edge - advice.target;
        const part = Math.floor(playhead / PART_SECONDS);
        nextPart = Math.max(nextPart, part - (part % PARTS_PER_SEGMENT));
        bufferEnd = Math.max(bufferEnd, playhead);
        continue;
      }
    }
    playhead = Math.min(bufferEnd, playhead + TICK_SECONDS * rate);
    playedBits += (bpsOfPart.get(Math.floor(playhead / PART_SECONDS)) ?? 0) * TICK_SECONDS;
    playedSeconds += TICK_SECONDS;
    latencySum += latency * TICK_SECONDS;
  }
  return {
    startSeconds,
    stalledSeconds,
    stalls,
    meanBps: playedBits / seconds,
    meanLatencySeconds: latencySum / Math.max(playedSeconds, TICK_SECONDS),
    switches,
  };
}
