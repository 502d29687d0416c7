import type { LadderControl } from '#media/ports.ts';
import type { StreamReader } from '#media/reader.ts';
import {
  ladderOf,
  type OutputRequest,
  type OutputStatistics,
  type Transcoder,
  type TranscoderStatistics,
  type VideoRendition,
} from '#media/transcoder/index.ts';
import type { Tracks, VideoTrack } from '#media/unit.ts';
import { decodingCost, encodingCost } from './transcoding-cost.ts';

/** A rendition is given up this long after the last request of its playlist, which players repeat many times a second. */
const IDLE_MS = 60_000;
/** After a rendition was given up for want of CPU, it is not tried again for so long. */
const OVERLOAD_PAUSE_MS = 60_000;

/** Why viewers cannot have a rendition now. */
export type LadderRefusal = 'budget' | 'overloaded';

export interface StreamLadderOptions {
  readonly ladder: LadderControl;
  readonly createTranscoder: (onOverloaded: () => void) => Transcoder;
  /** Whether so many more cores are in the budget. */
  readonly admits: (cores: number) => boolean;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

export interface LadderStatus {
  readonly offered: readonly VideoRendition[];
  readonly made: readonly string[];
  /** What the transcoder says of those that are made. */
  readonly outputs: readonly OutputStatistics[];
  /** The last rendition that was refused, with the cores that it would have used; null if none was in the last minute. */
  readonly refused: { readonly why: LadderRefusal; readonly name: string; readonly cores: number } | null;
  /** Null until the stream has video. */
  readonly source: VideoTrack | null;
  readonly transcoder: TranscoderStatistics;
}

/** The renditions of one live stream: which ones are offered, and which ones are made now. */
export interface StreamLadder {
  /** Attach it to the stream. */
  readonly reader: StreamReader;
  /** Estimated, in cores. */
  readonly cost: number;
  readonly status: LadderStatus;
  /** Offers renditions of these heights from now on. */
  useHeights(heights: readonly number[]): void;
  /** Makes something beside the renditions, for WebRTC. @returns a function that stops it; null where it cannot be made now */
  add(request: OutputRequest): (() => void) | null;
  /** Stops what no viewer has requested for a while. Call it every few seconds. */
  stopIdle(): void;
  /** Stops making renditions where the budget has become smaller than what is made. @returns whether there was one */
  giveUpLargest(): boolean;
}

interface Making {
  readonly request: OutputRequest & { readonly kind: 'video' };
  requestedAtMs: number;
}

export function createStreamLadder(options: StreamLadderOptions): StreamLadder {
  const { ladder, admits, now } = options;
  const transcoder = options.createTranscoder(() => giveUpLargest());
  let heights: readonly number[] = [];
  let source: VideoTrack | null = null;
  /** The largest first. */
  let offered: readonly VideoRendition[] = [];
  const making = new Map<string, Making>();
  const added = new Set<OutputRequest>();
  const pausedUntilMs = new Map<string, number>();
  let refused: {
    readonly why: LadderRefusal;
    readonly rendition: VideoRendition;
    readonly atMs: number;
  } | null = null;

  function offer(): void {
    const { frameRate, bitsPerSecond } = ladder.source;
    const known = { frameRate, bitsPerSecond: bitsPerSecond || null };
    offered = source === null || heights.length === 0 ? [] : ladderOf({ track: source, ...known }, heights);
    making.clear();
    ladder.offer(offered);
    update();
  }

  const requests = (): readonly OutputRequest[] => [
    ...[...making.values()].map(({ request }) => request),
    ...added,
  ];

  const update = (): void => transcoder.setOutputs(requests());

  const made = (): readonly VideoRendition[] =>
    requests().flatMap((request) => (request.kind === 'video' ? request.rendition : []));

  /** The source is decoded once for all renditions. */
  function costOf(renditions: readonly VideoRendition[]): number {
    if (source === null || renditions.length === 0) return 0;
    const { frameRate } = ladder.source;
    const encoding = renditions.map((rendition) => encodingCost(rendition, frameRate));
    return encoding.reduce((sum, cost) => sum + cost, decodingCost(source, frameRate));
  }

  const addedCost = (rendition: VideoRendition): number => costOf([...made(), rendition]) - costOf(made());

  const isAdmitted = (rendition: VideoRendition): boolean => admits(addedCost(rendition));

  function refuse(why: LadderRefusal, rendition: VideoRendition): false {
    refused = { why, rendition, atMs: now() };
    return false;
  }

  function request(name: string): boolean {
    const running = making.get(name);
    if (running !== undefined) {
      running.requestedAtMs = now();
      return true;
    }
    const rendition = offered.find((one) => one.name === name);
    if (rendition === undefined) return false;
    if ((pausedUntilMs.get(name) ?? 0) > now()) return refuse('overloaded', rendition);
    if (!isAdmitted(rendition)) return refuse('budget', rendition);
    const output = ladder.start(name);
    making.set(name, { request: { kind: 'video', rendition, output }, requestedAtMs: now() });
    update();
    return true;
  }

  function stop(name: string): void {
    making.delete(name);
    ladder.stop(name);
    update();
  }

  /** The largest costs the most, and who watches it can change to a smaller one. */
  function giveUpLargest(): boolean {
    const largest = offered.find(({ name }) => making.has(name));
    if (largest === undefined) return false;
    pausedUntilMs.set(largest.name, now() + OVERLOAD_PAUSE_MS);
    refuse('overloaded', largest);
    stop(largest.name);
    return true;
  }

  ladder.onRequest(request);

  return {
    reader: {
      onTracks(tracks: Tracks) {
        const before = source;
        source = tracks.video;
        // An encoder that reconnects with the same picture continues its renditions.
        if (!isSamePicture(before, source)) offer();
        transcoder.onTracks(tracks);
      },
      onUnit: (unit) => transcoder.onUnit(unit),
      onDiscontinuity: (reason) => transcoder.onDiscontinuity(reason),
      onEnd(reason) {
        transcoder.onEnd(reason);
        transcoder.close();
      },
    },
    get cost() {
      return costOf(made());
    },
    get status() {
      const recent = refused !== null && now() - refused.atMs < OVERLOAD_PAUSE_MS ? refused : null;
      const { statistics } = transcoder;
      return {
        offered,
        made: [...making.keys()],
        outputs: statistics.outputs.filter(({ name }) => making.has(name)),
        refused: recent && {
          why: recent.why,
          name: recent.rendition.name,
          cores: addedCost(recent.rendition),
        },
        source,
        transcoder: statistics,
      };
    },
    useHeights(changed) {
      if (changed.join() === heights.join()) return;
      heights = changed;
      offer();
    },
    add(output) {
      // Audio costs next to nothing.
      if (output.kind === 'video' && !isAdmitted(output.rendition)) return null;
      added.add(output);
      update();
      return () => {
        added.delete(output);
        update();
      };
    },
    stopIdle() {
      for (const [name, { requestedAtMs }] of making) {
        if (now() - requestedAtMs >= IDLE_MS) stop(name);
      }
    },
    giveUpLargest,
  };
}

/** Whether the same ladder is made of both. */
function isSamePicture(a: VideoTrack | null, b: VideoTrack | null): boolean {
  if (a === null || b === null) return a === b;
  return a.codec === b.codec && a.width === b.width && a.height === b.height && a.frameRate === b.frameRate;
}
