/**
 * Returns memory to the system while the process has nothing to do. V8 collects garbage as the program allocates, so
 * a process that becomes idle would keep what its start or its last streams left behind.
 */
import { processCpuMicros } from './process-usage.ts';

const CHECK_MS = 10_000;
/** A process that uses less of a core is idle: a collection holds it up for some 100 ms. */
const IDLE_CPU_SHARE = 0.05;
/** Less than this is not worth a collection. */
const WORTHWHILE_BYTES = 8 * 1024 * 1024;
/** After a collection that paid, the next one: streams let go of their media a minute after their end. */
const REPEAT_AFTER_MS = 90_000;

export interface IdleMemoryOptions {
  /** Whether a pause could delay someone, such as the viewers of a live stream. */
  isBusy(): boolean;
  /** Collects all garbage. Only `--expose-gc` brings the default; without it, V8 decides alone. */
  readonly collect?: (() => void) | undefined;
  readonly residentBytes?: () => number;
  /** CPU time of the process so far, in microseconds. */
  readonly cpuMicros?: () => number;
}

export class IdleMemory {
  readonly #isBusy: () => boolean;
  readonly #collect: (() => void) | undefined;
  readonly #residentBytes: () => number;
  readonly #cpuMicros: () => number;
  /** After the last collection. */
  #floorBytes = 0;
  #lastCpuMicros = 0;
  /** Until the last collection is repeated; null where it did not pay. */
  #repeatInMs: number | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor({ isBusy, collect, residentBytes, cpuMicros }: IdleMemoryOptions) {
    this.#isBusy = isBusy;
    this.#collect = collect ?? collector();
    this.#residentBytes = residentBytes ?? (() => process.memoryUsage.rss());
    this.#cpuMicros = cpuMicros ?? processCpuMicros;
  }

  /** Collects the garbage of the start at once, then whenever the process is idle and has grown. */
  start(): void {
    if (this.#collect === undefined) return;
    this.collect();
    this.#timer = setInterval(() => this.check(CHECK_MS), CHECK_MS).unref();
  }

  /** @param elapsedMs since the last check */
  check(elapsedMs: number): void {
    const cpuMicros = this.#cpuMicros();
    const share = (cpuMicros - this.#lastCpuMicros) / (1000 * elapsedMs);
    this.#lastCpuMicros = cpuMicros;
    if (this.#repeatInMs !== null) this.#repeatInMs -= elapsedMs;
    const hasGrown = this.#residentBytes() > this.#floorBytes + WORTHWHILE_BYTES;
    const isDue = hasGrown || (this.#repeatInMs !== null && this.#repeatInMs <= 0);
    if (isDue && share < IDLE_CPU_SHARE && !this.#isBusy()) this.collect();
  }

  collect(): void {
    const before = this.#residentBytes();
    this.#collect?.();
    this.#floorBytes = this.#residentBytes();
    this.#repeatInMs = before - this.#floorBytes > WORTHWHILE_BYTES ? REPEAT_AFTER_MS : null;
    this.#lastCpuMicros = this.#cpuMicros();
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

/** Other collections keep the pages that they empty, for the next allocations. */
function collector(): (() => void) | undefined {
  const { gc } = globalThis;
  return gc && (() => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }));
}
