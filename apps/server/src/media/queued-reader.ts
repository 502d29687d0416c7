import type { DisconnectReason, DiscontinuityReason, StreamReader } from './reader.ts';
import { type Tracks, UNIT_OVERHEAD_BYTES, type Unit } from './unit.ts';

/** Consumes a live stream asynchronously. Each call ends before the next begins. */
export interface StreamConsumer {
  onTracks(tracks: Tracks): Promise<void> | void;
  onUnit(unit: Unit): Promise<void> | void;
  onDiscontinuity(reason: DiscontinuityReason): Promise<void> | void;
  onEnd(reason: DisconnectReason): Promise<void> | void;
}

export interface QueuedReaderOptions {
  readonly consumer: StreamConsumer;
  /**
   * The most bytes in the queue, including the unit being consumed. Only a keyframe that waits alone may exceed it, so
   * that 0 keeps the newest keyframe.
   */
  readonly maxBytes: number;
  /** The longest time that the units in the queue span, for consumers whose work is worthless when it is late. */
  readonly maxTicks?: number;
  /** Units for which this returns false are skipped; they do not count as dropped. */
  readonly accepts?: (unit: Unit) => boolean;
  /** Calls `drain` when the consumer may work, by default at once. Used by consumers that share a worker. */
  readonly schedule?: (drain: () => Promise<void>) => void;
  /** Called when the consumer threw. It is not called again. */
  readonly onFault: (error: unknown) => void;
}

/** The changes before a unit. Several changes without a unit between them become one. */
interface Change {
  readonly discontinuity: DiscontinuityReason | null;
  readonly tracks: Tracks | null;
}

interface QueuedUnit {
  readonly unit: Unit;
  readonly change: Change | null;
}

/**
 * Reads a live stream for an asynchronous consumer, through a bounded queue. When the consumer falls
 * behind, the oldest units are dropped up to the next keyframe, and the consumer receives a
 * discontinuity of reason `units_dropped`.
 */
export class QueuedReader implements StreamReader {
  readonly #options: QueuedReaderOptions;
  readonly #queue: QueuedUnit[] = [];
  /** The changes before the next unit to be queued. */
  #change: Change | null = null;
  #end: DisconnectReason | null = null;
  #bytes = 0;
  #droppedUnits = 0;
  #droppedBytes = 0;
  #hasVideo = false;
  #awaitsKeyframe = false;
  #isScheduled = false;
  #isClosed = false;

  constructor(options: QueuedReaderOptions) {
    this.#options = options;
  }

  /** Whether the live stream has ended; the consumer may not have reached its end yet. */
  get ended(): boolean {
    return this.#end !== null;
  }

  /** `bytes` are in the queue now, payloads and overhead; `dropped…` count since the reader was created. */
  stats(): { readonly bytes: number; readonly droppedUnits: number; readonly droppedBytes: number } {
    return { bytes: this.#bytes, droppedUnits: this.#droppedUnits, droppedBytes: this.#droppedBytes };
  }

  onTracks(tracks: Tracks): void {
    this.#hasVideo = tracks.video !== null;
    this.#change = merge(this.#change, { discontinuity: null, tracks });
  }

  onDiscontinuity(discontinuity: DiscontinuityReason): void {
    this.#change = merge(this.#change, { discontinuity, tracks: null });
  }

  onUnit(unit: Unit): void {
    if (this.#isClosed || this.#options.accepts?.(unit) === false) return;
    if (this.#awaitsKeyframe && !this.#canBeginWith(unit)) {
      this.#countDropped(unit);
      return;
    }
    this.#awaitsKeyframe = false;
    this.#queue.push({ unit, change: this.#change });
    this.#change = null;
    this.#bytes += sizeOf(unit);
    if (this.#bytes > this.#options.maxBytes || this.#isTooLong()) this.#dropToKeyframe();
    this.#schedule();
  }

  onEnd(reason: DisconnectReason): void {
    this.#end = reason;
    this.#schedule();
  }

  /** Drops the queue and stops calling the consumer. */
  close(): void {
    this.#isClosed = true;
    this.#queue.length = 0;
    this.#bytes = 0;
  }

  #isTooLong(): boolean {
    const { maxTicks = Number.POSITIVE_INFINITY } = this.#options;
    const [head] = this.#queue;
    const newest = this.#queue.at(-1);
    return head !== undefined && newest !== undefined && newest.unit.dts - head.unit.dts > maxTicks;
  }

  #canBeginWith(unit: Unit): boolean {
    return unit.keyframe && (unit.kind === 'video' || !this.#hasVideo);
  }

  #dropToKeyframe(): void {
    let change: Change | null = null;
    for (let head = this.#queue[0]; head !== undefined; head = this.#queue[0]) {
      const fits = (this.#bytes <= this.#options.maxBytes && !this.#isTooLong()) || this.#queue.length === 1;
      if (fits && this.#canBeginWith(head.unit)) break;
      this.#queue.shift();
      this.#bytes -= sizeOf(head.unit);
      this.#countDropped(head.unit);
      change = merge(merge(change, head.change), { discontinuity: 'units_dropped', tracks: null });
    }
    const [next] = this.#queue;
    if (next !== undefined) {
      this.#queue[0] = { unit: next.unit, change: merge(change, next.change) };
      return;
    }
    this.#change = merge(change, this.#change);
    this.#awaitsKeyframe = true;
  }

  #countDropped(unit: Unit): void {
    this.#droppedUnits += 1;
    this.#droppedBytes += unit.payload.byteLength;
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isClosed) return;
    this.#isScheduled = true;
    const drain = () => this.#drain();
    if (this.#options.schedule === undefined) void drain();
    else this.#options.schedule(drain);
  }

  /** Passes queued units to the consumer. Never rejects. */
  async #drain(): Promise<void> {
    const { consumer, onFault } = this.#options;
    try {
      for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
        await this.#announce(next.change);
        if (this.#isClosed) return;
        await consumer.onUnit(next.unit);
        if (this.#isClosed) return;
        this.#bytes -= sizeOf(next.unit);
      }
      if (this.#end === null) return;
      this.#isClosed = true;
      await this.#announce(this.#change);
      await consumer.onEnd(this.#end);
    } catch (error) {
      this.close();
      onFault(error);
    } finally {
      this.#isScheduled = false;
    }
  }

  async #announce(change: Change | null): Promise<void> {
    const { consumer } = this.#options;
    if (change === null) return;
    if (change.discontinuity !== null) await consumer.onDiscontinuity(change.discontinuity);
    if (change.tracks !== null) await consumer.onTracks(change.tracks);
  }
}

/**
 * Merges two changes. The later one replaces the earlier one, except that dropped units replace no other discontinuity.
 */
function merge(earlier: Change | null, later: Change | null): Change | null {
  if (earlier === null || later === null) return earlier ?? later;
  const { discontinuity } = later;
  const replaces = discontinuity !== null && discontinuity !== 'units_dropped';
  return {
    discontinuity: replaces ? discontinuity : (earlier.discontinuity ?? discontinuity),
    tracks: later.tracks ?? earlier.tracks,
  };
}

function sizeOf(unit: Unit): number {
  return unit.payload.byteLength + UNIT_OVERHEAD_BYTES;
}
