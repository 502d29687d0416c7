/**
 * Returns memory to the system while the process is idle. V8 collects garbage as the program allocates, so a process
 * that becomes idle would keep the garbage of its start or its last streams.
 */
import { processCpuMicros } from './process-usage.ts';

const CHECK_MS = 10_000;
/** A process that uses a smaller share of a core is idle. A collection pauses it for some 100 ms. */
const IDLE_CPU_SHARE = 0.05;
/** A smaller gain is not worth a collection. */
const WORTHWHILE_BYTES = 8 * 1024 * 1024;
/**
 * The time after a worthwhile collection until the next one, since streams release their media a minute after their
 * end.
 */
const REPEAT_AFTER_MS = 90_000;

export interface IdleMemoryOptions {
  /** Whether a pause could delay others, such as the viewers of a live stream. */
  isBusy(): boolean;
  /** Collects all garbage. The default requires `--expose-gc`; without it, only V8 decides. */
  readonly collect?: (() => void) | undefined;
  readonly residentBytes?: () => number;
  /** The CPU time of the process so far, in microseconds. */
  readonly cpuMicros?: () => number;
}

export class IdleMemory {
  readonly #isBusy: () => boolean;
  readonly #collect: (() => void) | undefined;
  readonly #residentBytes: () => number;
  readonly #cpuMicros: () => number;
  /** The resident memory after the last collection. */
  #floorBytes = 0;
  #lastCpuMicros = 0;
  /** The time until the last collection is repeated; null if it was not worthwhile. */
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

  /** @param elapsedMs the time since the last check */
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

/** The collection that returns memory. Other collections keep the pages that they empty, for the next allocations. */
function collector(): (() => void) | undefined {
  const { gc } = globalThis;
  return gc && (() => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }));
}
