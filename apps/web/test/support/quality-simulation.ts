/**
 * A player of LL-HLS on a link whose bandwidth follows a trace: how long it stalls, at which bitrate it plays, and how
 * far from live. What chooses the quality is replaceable. Audio and playlists share the link with the video.
 */
import { LatencyPolicy } from '../../src/features/live/engine/live/latency-policy.ts';
import type { Rendition } from '../../src/features/live/engine/quality/rendition.ts';
import { PROGRESS_SECONDS, type SimulatedDownload, SimulatedLink, type Trace } from './simulated-link.ts';
import { PART_SECONDS, PARTS_PER_SEGMENT, SimulatedTrack } from './simulated-track.ts';

/** What a policy sees of the player, and can do. */
export interface SimulatedPlayer {
  readonly nowSeconds: number;
  readonly renditions: readonly Rendition[];
  readonly loading: number;
  readonly bufferedSeconds: number;
  readonly intoSegmentSeconds: number;
  /** What is loaded again after the present part before there is anything new. */
  readonly againSeconds: number;
  readonly running: SimulatedDownload | null;
  readonly runningAudio: SimulatedDownload | null;
  readonly isAtSegmentStart: boolean;
  isWarm(rendition: number): boolean;
  warm(rendition: number): void;
  /** Gives up what is being downloaded. The playlist of the rendition is requested, and nothing else until it is there. */
  switchTo(rendition: number): void;
}

export interface QualityPolicy {
  /** Whether it requests a part while the one before it arrives. */
  readonly requestsEarly?: boolean;
  /** The buffer that it would like to have. */
  readonly wantedBuffer: number;
  /** Called every 10 ms. */
  onTick(player: SimulatedPlayer): void;
  onDownloaded(player: SimulatedPlayer, download: SimulatedDownload): void;
  onAudioDownloaded?(player: SimulatedPlayer, download: SimulatedDownload): void;
}

export interface SimulationResult {
  /** How long playback stood still in the first seconds: until it began, and when it ran dry right after that. */
  readonly startSeconds: number;
  /** How long it stood still after those. */
  readonly stalledSeconds: number;
  readonly stalls: number;
  /** The mean bitrate of the media that was played. */
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
  /** The rendition at first; the source unless stated. */
  readonly start?: number;
  /** How long after a keyframe the viewer opens the stream. */
  readonly joinedAt?: number;
  /** Whether it follows live by LatencyPolicy; hls.js with its defaults plays on from where it stalled. */
  readonly followsLive?: boolean;
}

const TARGET_LATENCY_SECONDS = 1;
const TICK_SECONDS = 0.01;
const VIDEO_PLAYLIST_BYTES = 2_000;
const AUDIO_PLAYLIST_BYTES = 2_900;
const AUDIO_PART_BYTES = 5_200;
/** How much larger than the average the part with the keyframe is, with the rate control of live encoders. */
const FIRST_PART_SHARE = 1.7;
const OTHER_PART_SHARE = (PARTS_PER_SEGMENT - FIRST_PART_SHARE) / (PARTS_PER_SEGMENT - 1);
/** The stream has run for a while. */
const SECONDS_BEFORE = 200;
/** What a browser wants before it goes on. */
const RESUME_SECONDS = 0.2;
const START_SECONDS = 6;
const LOOK_TICKS = 25;
/** Playback skips what is buffered past its target right after the start. */
const SETTLING_SECONDS = 3;
const SETTLING_TOLERANCE_SECONDS = 0.3;

export function simulate(options: SimulationOptions): SimulationResult {
  const { trace, renditions, seconds, policy, roundTripSeconds = 0.05, coldSeconds = 2.5 } = options;
  const link = new SimulatedLink(trace, roundTripSeconds);
  const distance = new LatencyPolicy();
  const warmAt = new Map<number, number>();
  const bpsOfPart = new Map<number, number>();
  const switches: { at: number; to: number }[] = [];
  const edgeAtStart = SECONDS_BEFORE + (options.joinedAt ?? 0);
  let now = 0;
  let rate = 1;
  let ticks = 0;
  let loading = options.start ?? renditions.length - 1;
  // The source is made in any case.
  warmAt.set(renditions.length - 1, 0);
  if (loading !== renditions.length - 1) warmAt.set(loading, coldSeconds);
  let playhead = edgeAtStart - TARGET_LATENCY_SECONDS;
  let startedAt: number | null = null;
  let hasSettled = false;
  let isStalled = true;
  let [startSeconds, stalledSeconds, stalls, playedBits, playedSeconds, latencySum] = [0, 0, 0, 0, 0, 0];

  const completeAt = (part: number) => (part + 1) * PART_SECONDS - edgeAtStart;
  const video = new SimulatedTrack(
    {
      link,
      playlistBytes: VIDEO_PLAYLIST_BYTES,
      partBytes: (part) => {
        const share = part % PARTS_PER_SEGMENT === 0 ? FIRST_PART_SHARE : OTHER_PART_SHARE;
        return ((renditions[loading]?.averageBps ?? 0) * PART_SECONDS * share) / 8;
      },
      completeAt,
      earlySeconds: policy.requestsEarly ? roundTripSeconds + PROGRESS_SECONDS : 0,
      onPart(part, download) {
        bpsOfPart.set(part, renditions[loading]?.averageBps ?? 0);
        policy.onDownloaded(player, download);
      },
    },
    playhead,
  );
  const audio = new SimulatedTrack(
    {
      link,
      playlistBytes: AUDIO_PLAYLIST_BYTES,
      partBytes: () => AUDIO_PART_BYTES,
      completeAt,
      onPart: (_, download) => policy.onAudioDownloaded?.(player, download),
    },
    playhead,
  );
  const player: SimulatedPlayer = {
    get nowSeconds() {
      return now;
    },
    renditions,
    get loading() {
      return loading;
    },
    get bufferedSeconds() {
      return Math.max(0, video.bufferEnd - playhead);
    },
    get intoSegmentSeconds() {
      return ((video.bufferEnd / PART_SECONDS) % PARTS_PER_SEGMENT) * PART_SECONDS;
    },
    get againSeconds() {
      return Math.max(0, video.bufferEnd - video.nextPart * PART_SECONDS - PART_SECONDS);
    },
    get running() {
      return video.media;
    },
    get runningAudio() {
      return audio.media;
    },
    get isAtSegmentStart() {
      return video.nextPart % PARTS_PER_SEGMENT === 0 && video.media === null;
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
      if (startedAt === null && options.followsLive !== false) {
        playhead = edgeAtStart + now - TARGET_LATENCY_SECONDS;
        video.bufferEnd = Math.max(video.bufferEnd, playhead);
      }
      video.open(warmAt.get(rendition) ?? now);
      switches.push({ at: now, to: rendition });
    },
  };
  const bufferEnd = () => Math.min(video.bufferEnd, audio.bufferEnd);

  function moveTo(seconds: number): void {
    playhead = seconds;
    for (const track of [video, audio]) track.skipTo(playhead);
  }

  function keepDistance(): void {
    const edge = edgeAtStart + now;
    const latency = edge - playhead;
    const buffered = bufferEnd() - playhead;
    if (!hasSettled && startedAt !== null && now < startedAt + SETTLING_SECONDS) {
      const excess = latency - TARGET_LATENCY_SECONDS - distance.margin;
      if (excess > SETTLING_TOLERANCE_SECONDS && buffered > excess + PART_SECONDS) {
        hasSettled = true;
        playhead += excess;
        return;
      }
    }
    const sample = {
      now,
      latency,
      declared: TARGET_LATENCY_SECONDS,
      partTarget: PART_SECONDS,
      buffered,
      wantedBuffer: policy.wantedBuffer,
    };
    const advice = distance.advise(sample);
    rate = advice.rate;
    if (advice.jump) moveTo(edge - advice.target);
  }

  video.open(warmAt.get(loading) ?? 0);
  for (; now < seconds; now += TICK_SECONDS) {
    link.tick(now, TICK_SECONDS);
    policy.onTick(player);
    for (const track of [video, audio]) track.tick(now);
    const buffered = bufferEnd() - playhead;
    if (isStalled && buffered > RESUME_SECONDS) {
      isStalled = false;
      startedAt ??= now;
    }
    if (!isStalled && buffered <= 0.001) {
      isStalled = true;
      if (now > START_SECONDS) stalls += 1;
      distance.onStall();
    }
    if (isStalled) {
      if (now > START_SECONDS) stalledSeconds += TICK_SECONDS;
      else startSeconds += TICK_SECONDS;
      continue;
    }
    ticks += 1;
    if (options.followsLive !== false && ticks % LOOK_TICKS === 0) keepDistance();
    playhead = Math.min(bufferEnd(), playhead + TICK_SECONDS * rate);
    playedBits += (bpsOfPart.get(Math.floor(playhead / PART_SECONDS)) ?? 0) * TICK_SECONDS;
    playedSeconds += TICK_SECONDS;
    latencySum += (edgeAtStart + now - playhead) * TICK_SECONDS;
  }
  return {
    startSeconds,
    stalledSeconds,
    stalls,
    meanBps: playedBits / Math.max(playedSeconds, TICK_SECONDS),
    meanLatencySeconds: latencySum / Math.max(playedSeconds, TICK_SECONDS),
    switches,
  };
}
