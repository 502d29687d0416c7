/** Passes the frames of one track on to the WebRTC process, once for all viewers, through a bounded queue. */
import type { MediaLog } from '../../ports.ts';
import { QueuedReader } from '../../queued-reader.ts';
import type { TranscoderOutput } from '../../transcoder/outputs.ts';
import type { Track, Unit } from '../../unit.ts';
import { sharedNowMs, type WorkerCommand } from '../worker/worker-messages.ts';
import { rtpPayloadOf, type ToRtpPayload } from './rtp-payload.ts';

export interface FeedOptions {
  readonly name: string;
  readonly send: (command: WorkerCommand) => Promise<void>;
  readonly log: MediaLog;
  /** Its frames cannot be sent any more. */
  readonly onFault: () => void;
}

/** More than a group of pictures that is sent at once when the feed begins. */
const MAX_QUEUED_BYTES = 8 * 1024 * 1024;

export class Feed implements TranscoderOutput {
  readonly name: string;
  readonly #queue: QueuedReader;
  readonly #arrivals = new WeakMap<Unit, number>();

  constructor({ name, send, log, onFault }: FeedOptions) {
    this.name = name;
    const arrivals = this.#arrivals;
    let toPayload: ToRtpPayload = () => null;
    let codec: Track['codec'] = 'h264';
    this.#queue = new QueuedReader({
      maxBytes: MAX_QUEUED_BYTES,
      consumer: {
        onTracks({ video, audio }) {
          const track = video ?? audio;
          if (track === null) return;
          toPayload = rtpPayloadOf(track);
          codec = track.codec;
        },
        onUnit(unit) {
          const payload = toPayload(unit);
          if (payload === null) return undefined;
          const { pts: ticks, keyframe } = unit;
          const atMs = arrivals.get(unit) ?? sharedNowMs();
          return send({ kind: 'frame', feed: name, codec, ticks, keyframe, atMs, payload });
        },
        onDiscontinuity: () => send({ kind: 'break', feed: name }),
        onEnd: () => undefined,
      },
      onFault(error) {
        log.warn({ err: error, feed: name }, 'A stream cannot be sent over WebRTC');
        onFault();
      },
    });
  }

  /** Frames that the WebRTC process did not take in time. */
  get droppedUnits(): number {
    return this.#queue.stats().droppedUnits;
  }

  onTrack(track: Track): void {
    const tracks = track.kind === 'video' ? { video: track, audio: null } : { video: null, audio: track };
    this.#queue.onTracks(tracks);
  }

  onUnit(unit: Unit): void {
    this.#arrivals.set(unit, sharedNowMs());
    this.#queue.onUnit(unit);
  }

  onBreak(): void {
    this.#queue.onDiscontinuity('timestamps_jumped');
  }

  close(): void {
    this.#queue.close();
  }
}
