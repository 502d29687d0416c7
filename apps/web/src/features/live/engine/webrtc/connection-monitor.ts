/** Decides from samples how a connection does, and when it is too bad to be watched. */
import type { ConnectionSample } from './connection-sample.ts';

/** The figures of a connection that viewers and the statistics see. */
export interface ConnectionFigures {
  /** From the server's sending of a frame until it is decoded, in seconds; null while unknown. */
  readonly delaySeconds: number | null;
  readonly roundTripMs: number | null;
  readonly jitterBufferMs: number | null;
  readonly packetsLost: number;
  readonly packetsReceived: number;
  readonly framesDropped: number;
  readonly framesDecoded: number;
  readonly bitrateKbps: number | null;
  readonly codecs: string | null;
}

export type ConnectionFault =
  /** No frame arrives. The server cannot say that it has closed a connection. */
  | 'frames_stopped'
  /** The picture freezes again and again. */
  | 'freezing'
  | 'packet_loss';

/** Playback over HLS has to begin within two seconds of the last frame. */
const STILL_MS = 1_000;
/** Streams with few frames a second: so many of their intervals without a frame. */
const STILL_INTERVALS = 4;
const FREEZE_WINDOW_MS = 10_000;
const MAX_FROZEN_SECONDS = 2;
const LOSS_WINDOW_MS = 5_000;
/** The first group of pictures comes as a burst, of which some packets may be lost. */
const LOSS_SETTLED_MS = 3_000;
/** Above this, packets that are sent again come too late for most frames. */
const MAX_LOSS = 0.15;
/** A ratio of fewer packets says nothing. */
const MIN_PACKETS = 50;
const FIGURES_WINDOW_MS = 1_000;

export class ConnectionMonitor {
  #samples: ConnectionSample[] = [];
  #frameAtMs: number | null = null;

  /** @returns what is wrong with the connection by now; null: nothing */
  add(sample: ConnectionSample): ConnectionFault | null {
    const last = this.#samples.at(-1);
    if (last === undefined || sample.framesDecoded > last.framesDecoded) this.#frameAtMs = sample.atMs;
    this.#samples = this.#samples.filter(({ atMs }) => atMs >= sample.atMs - FREEZE_WINDOW_MS);
    this.#samples.push(sample);
    if (this.#hasStopped(sample)) return 'frames_stopped';
    if (this.#since(sample, FREEZE_WINDOW_MS).frozenSeconds >= MAX_FROZEN_SECONDS) return 'freezing';
    return this.#losesPackets(sample) ? 'packet_loss' : null;
  }

  /** Milliseconds without a frame. */
  stillMs(nowMs: number): number {
    return this.#frameAtMs === null ? 0 : nowMs - this.#frameAtMs;
  }

  get figures(): ConnectionFigures | null {
    const sample = this.#samples.at(-1);
    if (sample === undefined) return null;
    const { bufferedSeconds, bufferedFrames, decodingSeconds, framesDecoded, bytesReceived, ms } =
      this.#since(sample, FIGURES_WINDOW_MS);
    const buffered = bufferedFrames > 0 ? bufferedSeconds / bufferedFrames : null;
    const decoding = framesDecoded > 0 ? decodingSeconds / framesDecoded : 0;
    const { roundTripSeconds } = sample;
    return {
      delaySeconds: buffered === null ? null : (roundTripSeconds ?? 0) / 2 + buffered + decoding,
      roundTripMs: roundTripSeconds === null ? null : roundTripSeconds * 1000,
      jitterBufferMs: buffered === null ? null : buffered * 1000,
      packetsLost: sample.packetsLost,
      packetsReceived: sample.packetsReceived,
      framesDropped: sample.framesDropped,
      framesDecoded: sample.framesDecoded,
      bitrateKbps: ms === 0 ? null : (bytesReceived * 8) / ms,
      codecs: sample.codecs,
    };
  }

  #hasStopped(sample: ConnectionSample): boolean {
    const { framesDecoded, ms } = this.#since(sample, FREEZE_WINDOW_MS);
    const intervalMs = framesDecoded > 0 ? ms / framesDecoded : 0;
    return this.stillMs(sample.atMs) >= Math.max(STILL_MS, STILL_INTERVALS * intervalMs);
  }

  #losesPackets(sample: ConnectionSample): boolean {
    const { packetsLost, packetsReceived, ms } = this.#since(sample, LOSS_WINDOW_MS);
    const expected = packetsLost + packetsReceived;
    return ms >= LOSS_SETTLED_MS && expected >= MIN_PACKETS && packetsLost / expected > MAX_LOSS;
  }

  /** The counts between `sample` and the oldest one within `windowMs` before it. */
  #since(sample: ConnectionSample, windowMs: number) {
    const from = this.#samples.find(({ atMs }) => atMs >= sample.atMs - windowMs) ?? sample;
    return {
      ms: sample.atMs - from.atMs,
      packetsLost: sample.packetsLost - from.packetsLost,
      packetsReceived: sample.packetsReceived - from.packetsReceived,
      bytesReceived: sample.bytesReceived - from.bytesReceived,
      framesDecoded: sample.framesDecoded - from.framesDecoded,
      frozenSeconds: sample.frozenSeconds - from.frozenSeconds,
      bufferedSeconds: sample.bufferedSeconds - from.bufferedSeconds,
      bufferedFrames: sample.bufferedFrames - from.bufferedFrames,
      decodingSeconds: sample.decodingSeconds - from.decodingSeconds,
    };
  }
}
