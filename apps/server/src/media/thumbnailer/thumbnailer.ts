import type { MediaLog } from '../ports.ts';
import type { StreamReader } from '../reader.ts';
import type { Tracks, Unit, VideoTrack } from '../unit.ts';
import { type Keyframe, THUMBNAIL_TYPE } from './render-thumbnail.ts';
import { WorkerProcess } from './worker-process.ts';

export interface ThumbnailerOptions {
  readonly log: MediaLog;
  /** A new picture of a stream: 640x360, WebP. */
  onThumbnail(streamId: string, bytes: Uint8Array, contentType: string): void;
  /** Between two pictures of a stream; a keyframe after it makes the next one. 20 s unless told. */
  readonly intervalMs?: number;
  readonly worker?: Pick<WorkerProcess, 'run' | 'close'>;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

const INTERVAL_MS = 20_000;
/** A stream whose frames cannot be drawn, or kill the process, is tried ever more rarely, at most this rarely. */
const MAX_INTERVAL_MS = 10 * 60_000;

/**
 * Pictures of the live streams. Each stream has at most one keyframe waiting, the newest; one process
 * draws them in turn. Attach `sink(streamId)` to each session.
 */
export class Thumbnailer {
  readonly #options: ThumbnailerOptions;
  readonly #intervalMs: number;
  readonly #now: () => number;
  readonly #worker: Pick<WorkerProcess, 'run' | 'close'>;
  /** In order of arrival: who waits longest is next. */
  readonly #waiting = new Map<StreamSink, Keyframe>();
  #busy = false;
  #closed = false;
  #drawn = 0;
  #failed = 0;

  constructor(options: ThumbnailerOptions) {
    this.#options = options;
    this.#intervalMs = options.intervalMs ?? INTERVAL_MS;
    this.#now = options.now ?? (() => performance.now());
    this.#worker = options.worker ?? new WorkerProcess();
  }

  /** A reader of one session that takes its first keyframe, and one more each interval. */
  sink(streamId: string): StreamReader {
    return new StreamSink(streamId, {
      now: this.#now,
      offer: (sink, keyframe) => {
        if (this.#closed) return;
        this.#waiting.set(sink, keyframe);
        void this.#drawNext();
      },
      withdraw: (sink) => this.#waiting.delete(sink),
    });
  }

  stats(): { readonly drawn: number; readonly failed: number; readonly waiting: number } {
    return { drawn: this.#drawn, failed: this.#failed, waiting: this.#waiting.size };
  }

  close(): void {
    this.#closed = true;
    this.#waiting.clear();
    this.#worker.close();
  }

  async #drawNext(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    for (const [sink, keyframe] of this.#waiting) {
      this.#waiting.delete(sink);
      sink.nextMs = this.#now() + this.#intervalMs;
      const reply = await this.#worker.run(keyframe);
      if (this.#closed) return;
      if ('picture' in reply) {
        this.#drawn += 1;
        sink.failures = 0;
        if (!sink.ended) this.#options.onThumbnail(sink.streamId, reply.picture, THUMBNAIL_TYPE);
      } else {
        this.#failed += 1;
        sink.failures += 1;
        // Once is enough: a stream that cannot be drawn would fill the log.
        if (sink.failures === 1)
          this.#options.log.warn(
            { streamId: sink.streamId, reason: reply.failure },
            'No picture could be made of a stream',
          );
        sink.nextMs = this.#now() + Math.min(MAX_INTERVAL_MS, this.#intervalMs * 2 ** sink.failures);
      }
    }
    this.#busy = false;
  }
}

interface Desk {
  now(): number;
  offer(sink: StreamSink, keyframe: Keyframe): void;
  withdraw(sink: StreamSink): void;
}

class StreamSink implements StreamReader {
  readonly streamId: string;
  readonly #desk: Desk;
  #video: VideoTrack | null = null;
  /** When the next keyframe is wanted. */
  nextMs = Number.NEGATIVE_INFINITY;
  failures = 0;
  ended = false;

  constructor(streamId: string, desk: Desk) {
    this.streamId = streamId;
    this.#desk = desk;
  }

  onTracks(tracks: Tracks): void {
    this.#video = tracks.video;
    // A waiting keyframe belongs to the old tracks.
    this.#desk.withdraw(this);
  }

  onUnit(unit: Unit): void {
    if (unit.kind !== 'video' || !unit.keyframe || !this.#video || this.#desk.now() < this.nextMs) return;
    const { codec, configuration } = this.#video;
    this.#desk.offer(this, { codec, configuration, payload: unit.payload });
  }

  onDiscontinuity(): void {}

  onEnd(): void {
    this.ended = true;
    this.#desk.withdraw(this);
  }
}
