/** Decides which neighbours receive a stripe from this peer, and pushes its parts to them. */
import type { Neighbour } from '../neighbours/neighbour.ts';
import type { Neighbours } from '../neighbours/neighbours.ts';
import type { Subscription } from '../protocol/messages.ts';
import type { UploadQueue } from '../upload/upload-queue.ts';
import type { Lane } from './lane.ts';
import { MAX_HOPS } from './parent-choice.ts';
import type { PartBuffer } from './part-buffer.ts';
import type { RenditionSize } from './rendition-sizes.ts';

/** The share of the upload that subscriptions may take; the rest answers requests. */
const COMMITTED_SHARE = 0.85;
/** A part goes to all children of its lane within this time, whatever the average rate would allow: later it is late. */
const BURST_MS = 130;
/** A line that takes longer for one part has no children. */
const MAX_PART_MS = 200;
/** A newcomer takes the place of a child that can upload this many times less. */
const DISPLACE_FACTOR = 2;
/** Requests are about to be late, and go before pushes that were queued within this time before them. */
const REQUEST_LEAD_MS = 400;

export class Children {
  readonly #neighbours: Neighbours;
  readonly #uploads: UploadQueue;

  constructor(neighbours: Neighbours, uploads: UploadQueue) {
    this.#neighbours = neighbours;
    this.#uploads = uploads;
  }

  /** How many more children a lane may have, or whether this neighbour could take the place of one. */
  spareFor(neighbour: Neighbour, lane: Lane, size: RenditionSize): number {
    const spare = this.#spareOf(lane, size);
    if (spare > 0 || !lane.isReceived || neighbour === lane.parent) return spare;
    return this.#weakerThan(neighbour, lane) === null ? 0 : 1;
  }

  #spareOf(lane: Lane, { laneKbps, partKbit }: RenditionSize): number {
    if (!lane.isReceived || lane.hops >= MAX_HOPS || partKbit === 0) return 0;
    const uploadKbps = this.#uploads.bytesPerSecond / 125;
    const partMs = (1000 * partKbit) / uploadKbps;
    if (partMs > MAX_PART_MS) return 0;
    let all = 0;
    let ofLane = 0;
    for (const { children } of this.#neighbours) {
      all += children.size;
      if (children.has(lane.number)) ofLane += 1;
    }
    const byRate = Math.floor((uploadKbps * COMMITTED_SHARE) / laneKbps) - all;
    return Math.max(0, Math.min(byRate, Math.max(1, Math.floor(BURST_MS / partMs)) - ofLane));
  }

  subscribe(
    child: Neighbour,
    { rendition, stripe }: Subscription,
    lane: Lane | undefined,
    size: RenditionSize,
  ): void {
    const answer = (type: 'accept' | 'refuse') => child.send({ type, rendition, stripe });
    if (lane === undefined || !lane.isReceived || lane.hops >= MAX_HOPS || lane.parent === child)
      return void answer('refuse');
    if (child.children.has(lane.number)) return void answer('accept');
    if (this.#spareOf(lane, size) < 1 && !this.#displaceFor(child, lane)) return void answer('refuse');
    child.children.add(lane.number);
    answer('accept');
  }

  /** Ends the subscription of a child that can pass on less than the newcomer. @returns whether there was one */
  #displaceFor(newcomer: Neighbour, lane: Lane): boolean {
    const weakest = this.#weakerThan(newcomer, lane);
    if (weakest === null) return false;
    weakest.children.delete(lane.number);
    weakest.send({ type: 'refuse', rendition: lane.rendition, stripe: lane.stripe });
    return true;
  }

  #weakerThan(newcomer: Neighbour, lane: Lane): Neighbour | null {
    let weakest: Neighbour | null = null;
    for (const child of this.#neighbours)
      if (child.children.has(lane.number) && (weakest === null || uploadOf(child) < uploadOf(weakest)))
        weakest = child;
    return weakest !== null && uploadOf(newcomer) >= DISPLACE_FACTOR * Math.max(1, uploadOf(weakest))
      ? weakest
      : null;
  }

  /** Pushes a part to all children of its lane, first to those that can pass on the most. */
  push(part: PartBuffer, lane: Lane, nowMs: number): void {
    const { key } = part.entry;
    const children = [...this.#neighbours].filter(
      (child) => child.children.has(lane.number) && !child.has(key),
    );
    children.sort((a, b) => uploadOf(b) - uploadOf(a));
    const hops = lane.isReceived ? lane.hops : MAX_HOPS;
    for (const child of children) this.#uploads.add(child, part, { offset: 0, hops, rank: nowMs });
  }

  /** Answers a request, from an offset on. */
  give(neighbour: Neighbour, part: PartBuffer, offset: number, nowMs: number): void {
    this.#uploads.add(neighbour, part, { offset, hops: MAX_HOPS, rank: nowMs - REQUEST_LEAD_MS });
  }
}

function uploadOf({ status }: Neighbour): number {
  return status?.uploadKbps ?? 0;
}
