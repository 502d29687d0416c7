/** Watches the downloads of a player: what bandwidth they show, and whether the present part will be in time. */
import { BandwidthEstimator, type Transfer } from './bandwidth-estimator.ts';

/** What a loader of hls.js tells of its request while it runs. All times are of `performance.now`, and 0 before. */
export interface LoadProgress {
  readonly loading: { readonly start: number; readonly first: number; readonly end: number };
  readonly loaded: number;
  readonly total: number;
}

/** The media that a request asks for. Times are in seconds of the player's time line. */
export interface RequestedMedia {
  readonly isMain: boolean;
  readonly durationSeconds: number;
  readonly endSeconds: number;
}

export interface RunningMedia extends RequestedMedia {
  readonly progress: LoadProgress;
}

/**
 * Browsers tell how much of a body has arrived at most once in this time (XMLHttpRequest Standard, "processBodyChunk"), so
 * what a running download says is true of a moment up to this much earlier. Counted as present, a part that has just
 * begun would always seem to come over a network that has just become slow.
 */
export const PROGRESS_MS = 50;
/** The wait for a response is the median of so many. */
const RESPONSES = 9;
/** Before any response has come. */
const FIRST_RESPONSE_MS = 50;

export class TransferMonitor {
  /** Called when a part or segment of the main track has arrived. */
  onMedia: () => void = () => {};
  readonly #estimator: BandwidthEstimator;
  readonly #running = new Map<LoadProgress, RunningMedia>();
  #responsesMs: number[] = [];
  #lastLoad: number | null = null;
  #arrivedAt = Number.NEGATIVE_INFINITY;
  /** When the last part of the main track had ended. */
  #mainEndedAt = Number.NEGATIVE_INFINITY;

  constructor(priorBps: number | null) {
    this.#estimator = new BandwidthEstimator(priorBps);
  }

  /** How long the last part of the main track took, beside its duration; null before there is one. */
  get lastLoad(): number | null {
    return this.#lastLoad;
  }

  /** When a download of any track was complete last, in milliseconds. */
  get arrivedAt(): number {
    return this.#arrivedAt;
  }

  /** How long a response usually takes to begin. */
  get responseMs(): number {
    const sorted = [...this.#responsesMs].sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? FIRST_RESPONSE_MS;
  }

  /** The part of the main track that is being downloaded. */
  get running(): RunningMedia | null {
    for (const running of this.#running.values()) if (running.isMain) return running;
    return null;
  }

  begin(progress: LoadProgress, media: RequestedMedia): void {
    this.#running.set(progress, { ...media, progress });
  }

  /** @param isComplete false: it failed or was aborted */
  end(progress: LoadProgress, nowMs: number, isComplete: boolean): void {
    const media = this.#running.get(progress);
    if (!this.#running.delete(progress) || media === undefined) return;
    const { start, first } = progress.loading;
    if (first > 0) {
      this.#responsesMs = [...this.#responsesMs.slice(1 - RESPONSES), first - start];
      this.#estimator.add({ startMs: first, endMs: nowMs, bytes: progress.loaded });
    }
    if (isComplete) this.#arrivedAt = nowMs;
    // A part that was requested before its turn took the time since the one before it.
    const since = Math.max(start, this.#mainEndedAt);
    if (media.isMain) this.#mainEndedAt = nowMs;
    if (!isComplete || !media.isMain || media.durationSeconds <= 0) return;
    this.#lastLoad = (nowMs - since) / 1000 / media.durationSeconds;
    this.onMedia();
  }

  /** Another rendition is loaded: what parts of the old one took says nothing about it. */
  forgetLoad(): void {
    this.#lastLoad = null;
  }

  /** Bits per second, or null while nothing is known. */
  estimate(nowMs: number): number | null {
    const responseMs = this.responseMs;
    const running = [...this.#running.values()].map(({ progress }): Transfer => {
      // A response that is overdue is a sign of a slow network, too.
      const startMs = progress.loading.first || progress.loading.start + 2 * responseMs;
      const endMs = nowMs - PROGRESS_MS;
      return { startMs: Math.min(startMs, endMs), endMs, bytes: progress.loaded };
    });
    return this.#estimator.estimate(nowMs, running);
  }
}
