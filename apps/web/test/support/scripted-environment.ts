import type { Cancel, Clock, Network } from '../../src/features/live/engine/media/environment.ts';

/** Simulated time passes in steps of at most this long. */
const STEP_MS = 50;

interface Timer {
  at: number;
  readonly intervalMs: number | null;
  readonly task: () => void;
}

/** A clock that stands still until a test advances it. */
export class ScriptedClock implements Clock {
  /** What else changes while time passes, called with the milliseconds of each step. */
  onElapse: (ms: number) => void = () => {};
  /** Intervals run no more often than this, as in a background tab. */
  minIntervalMs = 0;
  #now = 1_000;
  readonly #timers = new Set<Timer>();

  /** How many timers and intervals are set. */
  get pending(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#now;
  }

  after(delayMs: number, task: () => void): Cancel {
    return this.#add({ at: this.#now + delayMs, intervalMs: null, task });
  }

  every(intervalMs: number, task: () => void): Cancel {
    return this.#add({ at: this.#now + intervalMs, intervalMs, task });
  }

  /** Lets `ms` pass: runs the timers that become due, and lets promises settle after each. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    while (this.#now < end) {
      const next = Math.min(this.#now + STEP_MS, end, ...[...this.#timers].map(({ at }) => at));
      const elapsed = Math.max(0, next - this.#now);
      this.#now += elapsed;
      this.onElapse(elapsed);
      for (const timer of [...this.#timers]) {
        if (timer.at > this.#now || !this.#timers.has(timer)) continue;
        if (timer.intervalMs === null) this.#timers.delete(timer);
        else timer.at = this.#now + Math.max(timer.intervalMs, this.minIntervalMs);
        timer.task();
      }
      await settle();
    }
  }

  #add(timer: Timer): Cancel {
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }
}

/** Lets everything run that only waits for resolved promises. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A network whose connection and answers a test decides. */
export class ScriptedNetwork implements Network {
  /** The status of each answer, in order; the last one answers all further requests. */
  statuses: (number | 'no answer')[] = [200];
  /** When each request was made. */
  readonly requestedAt: number[] = [];
  /** How many requests wait for an answer. */
  waiting = 0;
  readonly #clock: Clock;
  readonly #listeners = new Set<() => void>();
  #online = true;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get online(): boolean {
    return this.#online;
  }

  set online(online: boolean) {
    this.#online = online;
    for (const listener of this.#listeners) listener();
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  onChange(listener: () => void): Cancel {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  statusOf(_url: string, signal: AbortSignal): Promise<number> {
    this.requestedAt.push(this.#clock.now());
    const status = (this.statuses.length > 1 ? this.statuses.shift() : this.statuses[0]) ?? 0;
    if (status !== 'no answer') return Promise.resolve(status);
    this.waiting += 1;
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        this.waiting -= 1;
        resolve(0);
      });
    });
  }
}
