/** A link whose bandwidth follows a trace: all responses share it, and each waits for a round trip first. */
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { NetworkTrace } from './traces.ts';

const TICK_MS = 5;
/** What of a response is sent at a time. */
const SLICE_BYTES = 1_460;

interface Sending {
  readonly response: ServerResponse;
  readonly body: Buffer;
  sent: number;
  done(): void;
}

export class ShapedLink implements Disposable {
  readonly #trace: NetworkTrace;
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout;
  #sending: Sending[] = [];
  #lastTick = performance.now();
  /** Bytes that may be sent; below 0 after a slice that was larger than what was left. */
  #credit = 0;

  constructor(trace: NetworkTrace) {
    this.#trace = trace;
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  get seconds(): number {
    return (performance.now() - this.#startedAt) / 1000;
  }

  /** @returns whether all of it was sent */
  async send(response: ServerResponse, body: Buffer): Promise<boolean> {
    await delay(this.#trace.roundTripMs);
    if (response.destroyed) return false;
    response.flushHeaders();
    await new Promise<void>((done) => {
      const sending = { response, body, sent: 0, done };
      this.#sending.push(sending);
      response.once('close', done);
    });
    return response.writableEnded;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    for (const { response, done } of this.#sending) {
      response.destroy();
      done();
    }
  }

  #tick(): void {
    const now = performance.now();
    const bytes = (this.#trace.bps(this.seconds) * (now - this.#lastTick)) / 8_000;
    this.#lastTick = now;
    // Unused capacity is lost.
    this.#credit = Math.min(this.#credit + bytes, bytes);
    this.#sending = this.#sending.filter(({ response }) => !response.destroyed);
    while (this.#credit > 0) {
      const next = this.#sending.shift();
      if (next === undefined) break;
      const slice = next.body.subarray(next.sent, next.sent + SLICE_BYTES);
      next.sent += slice.length;
      this.#credit -= slice.length;
      if (next.sent < next.body.length) {
        next.response.write(slice);
        this.#sending.push(next);
      } else {
        next.response.end(slice);
        next.done();
      }
    }
  }
}
