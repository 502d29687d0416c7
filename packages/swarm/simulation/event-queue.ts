/** The simulated time: calls in the order of their times, and of their making where times are equal. */
import type { SwarmClock } from '../src/clock.ts';

interface Event {
  readonly atMs: number;
  readonly order: number;
  call: (() => void) | null;
}

export class EventQueue implements SwarmClock {
  readonly #heap: Event[] = [];
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
    this.#push(event);
    return () => {
      event.call = null;
    };
  }

  runUntil(endMs: number): void {
    for (let next = this.#heap[0]; next !== undefined && next.atMs <= endMs; next = this.#heap[0]) {
      this.#pop();
      this.#nowMs = next.atMs;
      next.call?.();
    }
    this.#nowMs = endMs;
  }

  #push(event: Event): void {
    const heap = this.#heap;
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

  #pop(): void {
    const heap = this.#heap;
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
}

function isBefore(a: Event, b: Event): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
}
