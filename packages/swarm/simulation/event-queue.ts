/**
 * The simulated time: calls in the order of their times, and of their making where times are equal. Calls of one millisecond
 * share a bucket, so that a call costs the same however many others are due.
 */
import type { SwarmClock } from '../src/clock.ts';

interface Event {
  readonly atMs: number;
  readonly order: number;
  call: (() => void) | null;
}

export class EventQueue implements SwarmClock {
  /** The calls of each later millisecond, in the order of their making. */
  readonly #buckets = new Map<number, Event[]>();
  /** The calls of the current millisecond, as a heap. */
  #current: Event[] = [];
  #currentMs = 0;
  #nowMs = 0;
  #order = 0;

  now(): number {
    return this.#nowMs;
  }

  after(ms: number, call: () => void): () => void {
    return this.at(this.#nowMs + ms, call);
  }

  at(atMs: number, call: () => void): () => void {
    const event: Event = { atMs: Math.max(atMs, this.#nowMs), order: this.#order, call };
    this.#order += 1;
    const bucketMs = Math.floor(event.atMs);
    if (bucketMs <= this.#currentMs) push(this.#current, event);
    else {
      const bucket = this.#buckets.get(bucketMs);
      if (bucket === undefined) this.#buckets.set(bucketMs, [event]);
      else bucket.push(event);
    }
    return () => {
      event.call = null;
    };
  }

  runUntil(endMs: number): void {
    for (;;) {
      for (let next = this.#current[0]; next !== undefined; next = this.#current[0]) {
        if (next.atMs > endMs) {
          this.#nowMs = endMs;
          return;
        }
        pop(this.#current);
        this.#nowMs = next.atMs;
        next.call?.();
      }
      if (this.#currentMs >= endMs) break;
      this.#currentMs += 1;
      const bucket = this.#buckets.get(this.#currentMs);
      if (bucket === undefined) continue;
      this.#buckets.delete(this.#currentMs);
      // A sorted list is a heap.
      this.#current = bucket.sort((a, b) => a.atMs - b.atMs || a.order - b.order);
    }
    this.#nowMs = endMs;
  }
}

function push(heap: Event[], event: Event): void {
  let at = heap.length;
  heap.push(event);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent];
    if (above === undefined || isBefore(above, event)) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = event;
}

function pop(heap: Event[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let at = 0;
  for (let child = 1; child < heap.length; child = 2 * at + 1) {
    let least = heap[child];
    const right = heap[child + 1];
    if (least === undefined) break;
    let index = child;
    if (right !== undefined && isBefore(right, least)) {
      least = right;
      index = child + 1;
    }
    if (isBefore(last, least)) break;
    heap[at] = least;
    at = index;
  }
  heap[at] = last;
}

function isBefore(a: Event, b: Event): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
}
