import type { MediaLog } from '../ports.ts';
import { QueuedReader } from '../queued-reader.ts';
import type { StreamReader } from '../reader.ts';
import type { VideoTrack } from '../unit.ts';
import { type Keyframe, THUMBNAIL_TYPE } from './thumbnail.ts';
import { type WorkerJob, WorkerProcess } from './worker-process.ts';

export interface ThumbnailerOptions {
  readonly log: MediaLog;
  /** Called with a new thumbnail of a live stream: 640x360, WebP. */
  onThumbnail(streamId: string, bytes: Uint8Array, contentType: string): void;
  /** The time between two thumbnails of a stream, after which the next keyframe makes one. 20 s by default. */
  readonly intervalMs?: number;
  readonly worker?: Pick<WorkerProcess, 'run' | 'close'>;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

const INTERVAL_MS = 20_000;
/** The interval doubles up to this for a stream whose keyframes fail or crash the worker. */
const MAX_INTERVAL_MS = 10 * 60_000;

/**
 * Renders thumbnails of the live streams and of clips, and tiles of storyboards, in one worker process, one at a time. At most
 * one keyframe of each stream waits for its thumbnail, the newest. Attach `reader(streamId)` to each live stream.
 */
export class Thumbnailer {
  readonly #options: ThumbnailerOptions;
  readonly #intervalMs: number;
  readonly #now: () => number;
  readonly #worker: Pick<WorkerProcess, 'run' | 'close'>;
  /** The worker's jobs, in the order in which they run. */
  readonly #waiting: (() => Promise<void>)[] = [];
  /** The newest keyframe of each live stream. Its live window holds the same bytes. */
  readonly #newest = new Map<string, Keyframe>();
  #isRendering = false;
  #isClosed = false;
  #rendered = 0;
  #failed = 0;

  constructor(options: ThumbnailerOptions) {
    this.#options = options;
    this.#intervalMs = options.intervalMs ?? INTERVAL_MS;
    this.#now = options.now ?? (() => performance.now());
    this.#worker = options.worker ?? new WorkerProcess();
  }

  /** Returns a reader that renders a live stream's first keyframe, and one more in each interval. */
  reader(streamId: string): StreamReader {
    const { log, onThumbnail } = this.#options;
    let video: VideoTrack | null = null;
    let nextMs = Number.NEGATIVE_INFINITY;
    let failures = 0;
    const isDue = () => this.#now() >= nextMs;
    const reader: QueuedReader = new QueuedReader({
      maxBytes: 0,
      accepts: (unit) => unit.kind === 'video' && unit.keyframe && isDue(),
      schedule: (drain) => {
        this.#waiting.push(drain);
        void this.#renderWaiting();
      },
      consumer: {
        onTracks(tracks) {
          video = tracks.video;
        },
        onUnit: async ({ payload }) => {
          if (video === null || reader.ended || this.#isClosed || !isDue()) return;
          const { codec, configuration } = video;
          nextMs = this.#now() + this.#intervalMs;
          const reply = await this.#worker.run({ type: 'thumbnail', codec, configuration, payload });
          if (this.#isClosed) return;
          if ('image' in reply) {
            this.#rendered += 1;
            failures = 0;
            if (!reader.ended) onThumbnail(streamId, reply.image, THUMBNAIL_TYPE);
            return;
          }
          this.#failed += 1;
          failures += 1;
          // The failure is logged once, since every keyframe of such a stream fails.
          if (failures === 1) log.warn({ streamId, reason: reply.failure }, 'Failed to render a thumbnail');
          nextMs = this.#now() + Math.min(MAX_INTERVAL_MS, this.#intervalMs * 2 ** failures);
        },
        onDiscontinuity() {},
        onEnd() {},
      },
      onFault: (error) => log.error({ err: error, streamId }, 'The thumbnails of a stream stopped'),
    });
    return this.#remembering(streamId, reader);
  }

  /** Keeps the newest keyframe for `renderNewest`, and passes all events on. */
  #remembering(streamId: string, reader: StreamReader): StreamReader {
    let video: VideoTrack | null = null;
    return {
      onTracks: (tracks) => {
        video = tracks.video;
        reader.onTracks(tracks);
      },
      onUnit: (unit) => {
        if (unit.kind === 'video' && unit.keyframe && video !== null) {
          const { codec, configuration } = video;
          this.#newest.set(streamId, { codec, configuration, payload: unit.payload });
        }
        reader.onUnit(unit);
      },
      onDiscontinuity: (reason) => reader.onDiscontinuity(reason),
      onEnd: (reason) => {
        this.#newest.delete(streamId);
        reader.onEnd(reason);
      },
    };
  }

  /**
   * Renders the current frame of a live stream.
   * @returns null if the stream has no reader in this process, or the frame cannot be decoded
   */
  async renderNewest(streamId: string): Promise<Uint8Array | null> {
    const keyframe = this.#newest.get(streamId);
    return keyframe === undefined ? null : await this.renderThumbnail(keyframe);
  }

  /** @returns an image of 256x144 in WebP; null if the keyframe cannot be decoded */
  renderTile(keyframe: Keyframe): Promise<Uint8Array | null> {
    return this.#render({ type: 'preview', ...keyframe });
  }

  /** @returns an image of 640x360 in WebP; null if the keyframe cannot be decoded */
  renderThumbnail(keyframe: Keyframe): Promise<Uint8Array | null> {
    return this.#render({ type: 'thumbnail', ...keyframe });
  }

  #render(job: WorkerJob): Promise<Uint8Array | null> {
    const { promise, resolve } = Promise.withResolvers<Uint8Array | null>();
    this.#waiting.push(async () => {
      const reply = this.#isClosed ? null : await this.#worker.run(job);
      resolve(reply !== null && 'image' in reply ? reply.image : null);
    });
    void this.#renderWaiting();
    return promise;
  }

  stats(): { readonly rendered: number; readonly failed: number; readonly waiting: number } {
    return { rendered: this.#rendered, failed: this.#failed, waiting: this.#waiting.length };
  }

  close(): void {
    this.#isClosed = true;
    this.#worker.close();
  }

  async #renderWaiting(): Promise<void> {
    if (this.#isRendering) return;
    this.#isRendering = true;
    for (let drain = this.#waiting.shift(); drain !== undefined; drain = this.#waiting.shift()) await drain();
    this.#isRendering = false;
  }
}
