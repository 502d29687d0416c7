/** Sends the frames that wait for viewers, and leaves the thread to other events in between. */

export interface SendJob {
  readonly packets: number;
  /** Sends what is left of it. @returns false where the socket cannot take more now */
  run(): boolean;
}

export interface SendQueueOptions {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Calls back when other events have had their turn. */
  readonly soon: (run: () => void) => void;
  /** Calls back when the socket may have room again. */
  readonly later: (run: () => void) => void;
}

/** A keyframe for hundreds of viewers takes longer; audio and reports of players do not wait for all of it. */
const TURN_MS = 4;
/** Most frames have fewer, most keyframes have more. */
const MAX_SMALL_PACKETS = 32;

/** The packets that wait for one viewer, in order. */
export class SendLine {
  readonly jobs: SendJob[] = [];
  packets = 0;
  sinceMs = 0;
}

/**
 * While a keyframe is being sent, those who have it get the frames behind it first, and the others get them together
 * with it: a frame then waits for what its own viewer waits for, not for the keyframes of all.
 */
export class SendQueue {
  readonly #options: SendQueueOptions;
  readonly #small = new Fifo<SendLine>();
  readonly #large = new Fifo<SendLine>();
  #isScheduled = false;

  constructor(options: SendQueueOptions) {
    this.#options = options;
  }

  /** How long the viewer has waited whose turn is the longest overdue. */
  get delayMs(): number {
    const since = [this.#small.first, this.#large.first].map(
      (line) => line?.sinceMs ?? Number.POSITIVE_INFINITY,
    );
    return Math.max(0, this.#options.now() - Math.min(...since));
  }

  add(line: SendLine, job: SendJob): void {
    line.jobs.push(job);
    line.packets += job.packets;
    if (line.jobs.length > 1) return;
    line.sinceMs = this.#options.now();
    (line.packets <= MAX_SMALL_PACKETS ? this.#small : this.#large).push(line);
    if (!this.#isScheduled) this.#schedule(this.#options.soon);
  }

  #run(): void {
    const { now, soon, later } = this.#options;
    const untilMs = now() + TURN_MS;
    for (;;) {
      const lane = this.#small.first === undefined ? this.#large : this.#small;
      const line = lane.first;
      if (line === undefined) return;
      if (now() >= untilMs) {
        this.#schedule(soon);
        return;
      }
      while (line.jobs[0] !== undefined) {
        if (!line.jobs[0].run()) {
          this.#schedule(later);
          return;
        }
        line.jobs.shift();
      }
      line.packets = 0;
      lane.shift();
    }
  }

  #schedule(when: SendQueueOptions['soon']): void {
    this.#isScheduled = true;
    when(() => {
      this.#isScheduled = false;
      this.#run();
    });
  }
}

/** Removing from an array moves the rest, so this removes in groups. */
class Fifo<Item> {
  #items: Item[] = [];
  #head = 0;

  get first(): Item | undefined {
    return this.#items[this.#head];
  }

  push(item: Item): void {
    this.#items.push(item);
  }

  shift(): void {
    this.#head += 1;
    if (this.#head < 256 && this.#head < this.#items.length) return;
    this.#items = this.#items.slice(this.#head);
    this.#head = 0;
  }
}
