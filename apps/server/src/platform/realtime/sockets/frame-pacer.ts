/**
 * The number of frames that count as one millisecond of sending. A core sends twice as many, so that sending takes at
 * most a third of the time. A message waits for this gap and for the frame before it: some 75 ms for 2,000 listeners.
 */
const SENDS_PER_MS = 40;
/** The longest gap. */
const MAX_GAP_MS = 100;

/** The milliseconds between frames to this many listeners. Small audiences receive each message in its own frame. */
export const gapMs = (listeners: number): number =>
  Math.min(MAX_GAP_MS, Math.floor(listeners / SENDS_PER_MS));

const [OPEN, COMMA, CLOSE] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')];

/** Joins messages in their order into one frame: the message itself, or an array of several. */
export function frameOf(messages: readonly [Buffer, ...Buffer[]]): Buffer {
  const [first, ...others] = messages;
  if (others.length === 0) return first;
  return Buffer.concat([OPEN, first, ...others.flatMap((message) => [COMMA, message]), CLOSE]);
}

/**
 * Sends the first message at once, and gathers those that arrive within the gap after a frame into the next one, so
 * that a busy topic costs a bounded number of writes.
 */
export class FramePacer {
  readonly #send: (frame: Buffer) => void;
  readonly #gapMs: () => number;
  #waiting: Buffer[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** @param gap returns the milliseconds until the next frame, and is called after each one */
  constructor(send: (frame: Buffer) => void, gap: () => number) {
    this.#send = send;
    this.#gapMs = gap;
  }

  add(message: Buffer): void {
    this.#waiting.push(message);
    if (this.#timer === undefined) this.#tick();
  }

  /** Sends the waiting messages, because another one must follow them. */
  flush(): boolean {
    const [first, ...others] = this.#waiting;
    this.#waiting = [];
    if (first === undefined) return false;
    this.#send(frameOf([first, ...others]));
    return true;
  }

  #tick(): void {
    const gap = this.flush() ? this.#gapMs() : 0;
    this.#timer = gap > 0 ? setTimeout(() => this.#tick(), gap) : undefined;
  }
}
