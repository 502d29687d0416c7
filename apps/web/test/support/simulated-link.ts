/** A link whose bandwidth follows a trace: all that is downloaded at a time shares it, and each waits for a round trip. */

/** Bits per second at a time in seconds. */
export type Trace = (seconds: number) => number;

export interface SimulatedDownload {
  readonly bytes: number;
  readonly requestedAt: number;
  /** When its first byte arrived; null before that. */
  begunAt: number | null;
  /** The bytes that have arrived, as the player last heard of them. */
  loadedBytes: number;
  /** When the player last heard of it. */
  progressAt: number;
  readonly onDone: () => void;
}

interface Sending extends SimulatedDownload {
  readonly answeredAt: number;
  sentBytes: number;
}

/** Browsers say so often how much of a body has arrived (XMLHttpRequest, "fire a progress event"). */
export const PROGRESS_SECONDS = 0.05;

export class SimulatedLink {
  readonly #trace: Trace;
  readonly #roundTripSeconds: number;
  #sending: Sending[] = [];

  constructor(trace: Trace, roundTripSeconds: number) {
    this.#trace = trace;
    this.#roundTripSeconds = roundTripSeconds;
  }

  /** @param availableAt when the server can answer; it holds the request until then */
  request(bytes: number, now: number, availableAt: number, onDone: () => void): SimulatedDownload {
    const sending: Sending = {
      bytes,
      requestedAt: now,
      answeredAt: Math.max(now, availableAt) + this.#roundTripSeconds,
      begunAt: null,
      loadedBytes: 0,
      progressAt: now,
      sentBytes: 0,
      onDone,
    };
    this.#sending.push(sending);
    return sending;
  }

  abort(download: SimulatedDownload | null): void {
    this.#sending = this.#sending.filter((sending) => sending !== download);
  }

  /** Sends for `seconds` from `now` on. */
  tick(now: number, seconds: number): void {
    const active = this.#sending.filter(({ answeredAt }) => answeredAt <= now);
    for (const sending of active) sending.begunAt ??= now;
    let bytes = (this.#trace(now) * seconds) / 8;
    // The smallest rest first, so that what one does not need is left for the others.
    active.sort((a, b) => a.bytes - a.sentBytes - (b.bytes - b.sentBytes));
    for (const [i, sending] of active.entries()) {
      const sent = Math.min(sending.bytes - sending.sentBytes, bytes / (active.length - i));
      sending.sentBytes += sent;
      bytes -= sent;
    }
    for (const sending of active) report(sending, now);
    const done = active.filter(({ bytes: size, sentBytes }) => sentBytes >= size - 1e-6);
    this.#sending = this.#sending.filter((sending) => !done.includes(sending));
    for (const { onDone } of done) onDone();
  }
}

function report(sending: Sending, now: number): void {
  const isDone = sending.sentBytes >= sending.bytes - 1e-6;
  if (!isDone && now - sending.progressAt < PROGRESS_SECONDS - 1e-6) return;
  // Nothing is told where nothing has arrived.
  if (sending.sentBytes === sending.loadedBytes) return;
  sending.progressAt = now;
  sending.loadedBytes = sending.sentBytes;
}
