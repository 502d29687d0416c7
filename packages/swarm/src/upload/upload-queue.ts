/** Sends parts to neighbours chunk by chunk, within the upload rate, the most urgent first. */
import type { SwarmClock } from '../clock.ts';
import type { AddressKey } from '../media-address.ts';
import type { Neighbour } from '../neighbours/neighbour.ts';
import type { PartBuffer } from '../scheduler/part-buffer.ts';
import { TokenBucket } from './token-bucket.ts';
import { UploadEstimator, type UploadLimits } from './upload-estimator.ts';

interface Transfer {
  readonly neighbour: Neighbour;
  readonly part: PartBuffer;
  readonly hops: number;
  /** Smaller is more urgent. */
  readonly rank: number;
  readonly queuedAtMs: number;
  /** The next chunk, which may not have arrived here yet. */
  offset: number;
}

/** A part that waited for longer has been loaded from elsewhere. */
const MAX_WAIT_MS = 2000;
/** Chunks that a channel may hold, so that what is urgent does not queue behind what was sent before. */
const CHANNEL_CHUNKS = 3;
const FULL_CHANNELS_MS = 10;

export class UploadQueue {
  readonly #clock: SwarmClock;
  readonly #chunkBytes: number;
  readonly #estimator: UploadEstimator;
  readonly #bucket: TokenBucket;
  #transfers: Transfer[] = [];
  #cancelTimer: (() => void) | null = null;
  sentBytes = 0;

  constructor(clock: SwarmClock, limits: UploadLimits, chunkBytes: number) {
    this.#clock = clock;
    this.#chunkBytes = chunkBytes;
    this.#estimator = new UploadEstimator(limits, clock.now());
    this.#bucket = new TokenBucket(this.#estimator.bytesPerSecond, clock.now());
  }

  get bytesPerSecond(): number {
    return this.#estimator.bytesPerSecond;
  }

  get kbps(): number {
    return Math.round(this.#estimator.bytesPerSecond / 125);
  }

  /** The time that what is queued takes. */
  get backlogMs(): number {
    let bytes = 0;
    for (const { part, offset } of this.#transfers) bytes += part.entry.bytes - offset;
    return bytes === 0 ? 0 : (bytes * 1000) / this.#estimator.bytesPerSecond;
  }

  /** Sends a part from an offset on, as its chunks arrive. */
  add(
    neighbour: Neighbour,
    part: PartBuffer,
    from: { readonly offset: number; readonly hops: number; readonly rank: number },
  ): void {
    const isQueued = this.#transfers.some((other) => other.neighbour === neighbour && other.part === part);
    if (isQueued || this.#estimator.bytesPerSecond <= 0) return;
    this.#transfers.push({ neighbour, part, ...from, queuedAtMs: this.#clock.now() });
    this.pump();
  }

  cancel(neighbour: Neighbour, key: AddressKey): void {
    this.#transfers = this.#transfers.filter(
      (transfer) => transfer.neighbour !== neighbour || transfer.part.entry.key !== key,
    );
  }

  drop(neighbour: Neighbour): void {
    this.#transfers = this.#transfers.filter((transfer) => transfer.neighbour !== neighbour);
  }

  /** Adapts the rate to what the channels of all neighbours still hold. */
  measure(neighbours: Iterable<Neighbour>): void {
    let buffered = 0;
    for (const { channel } of neighbours) buffered += channel.bufferedBytes;
    const nowMs = this.#clock.now();
    if (this.#estimator.update(buffered, nowMs)) this.#bucket.setRate(this.#estimator.bytesPerSecond, nowMs);
    this.#transfers = this.#transfers.filter(({ queuedAtMs }) => nowMs - queuedAtMs < MAX_WAIT_MS);
  }

  close(): void {
    this.#transfers = [];
    this.#cancelTimer?.();
  }

  /** Sends what is there and may be sent. */
  pump(): void {
    if (this.#cancelTimer !== null) return;
    const nowMs = this.#clock.now();
    for (;;) {
      const next = this.#next();
      if (next === 'none') return;
      if (next === 'full') {
        this.#estimator.blocked(FULL_CHANNELS_MS);
        return void this.#pumpAfter(FULL_CHANNELS_MS);
      }
      const waitMs = this.#bucket.waitMs(nowMs);
      if (waitMs > 0) {
        this.#estimator.heldUp(waitMs);
        return void this.#pumpAfter(Math.max(1, waitMs));
      }
      this.#sendChunk(next, nowMs);
    }
  }

  /** Each chunk of the most urgent part goes to all neighbours before the next one, so that all can pass it on. */
  #next(): Transfer | 'none' | 'full' {
    const full = CHANNEL_CHUNKS * this.#chunkBytes;
    let best: Transfer | 'none' | 'full' = 'none';
    for (const transfer of this.#transfers) {
      if (typeof best !== 'string' && !isBefore(transfer, best)) continue;
      if (!transfer.part.has(transfer.offset)) continue;
      if (transfer.neighbour.channel.bufferedBytes < full) best = transfer;
      else if (best === 'none') best = 'full';
    }
    return best;
  }

  #pumpAfter(ms: number): void {
    this.#cancelTimer = this.#clock.after(ms, () => {
      this.#cancelTimer = null;
      this.pump();
    });
  }

  #sendChunk(transfer: Transfer, nowMs: number): void {
    const { neighbour, part, hops, offset } = transfer;
    const bytes = part.chunk(offset);
    const { address, bytes: size } = part.entry;
    this.#bucket.take(bytes.length, nowMs);
    this.sentBytes += bytes.length;
    neighbour.sentBytes += bytes.length;
    transfer.offset += bytes.length;
    if (transfer.offset >= size) this.#transfers.splice(this.#transfers.indexOf(transfer), 1);
    neighbour.send({ type: 'push', address, hops, size, offset, bytes });
  }
}

function isBefore(a: Transfer, b: Transfer): boolean {
  return a.rank < b.rank || (a.rank === b.rank && a.offset < b.offset);
}
