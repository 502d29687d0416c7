/** The resources of the machine that this process uses, as the difference between two readings. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The monitor wakes up so often, and counts the interval itself as delay. */
const RESOLUTION_MS = 100;

export interface UsageReading {
  /** Cores that the process has used since the last reading. */
  readonly cpuCores: number;
  readonly memoryBytes: number;
  /** The 99th percentile since the last reading: how late callbacks ran. */
  readonly eventLoopDelayMs: number;
  readonly inBitsPerSecond: number;
  readonly outBitsPerSecond: number;
}

export interface ProcessUsageOptions {
  /** Bytes since the process began. */
  traffic(): { readonly bytesIn: number; readonly bytesOut: number };
  /** CPU time of the process so far, in microseconds. */
  readonly cpuMicros?: () => number;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

export interface ProcessUsage {
  /** @returns rates since the last call, or since the beginning */
  read(): UsageReading;
  close(): void;
}

export function measureProcess(options: ProcessUsageOptions): ProcessUsage {
  const { traffic, cpuMicros = processCpuMicros, now = () => performance.now() } = options;
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const take = () => ({ atMs: now(), cpuMicros: cpuMicros(), ...traffic() });
  let last = take();
  return {
    read() {
      const before = last;
      last = take();
      const seconds = (last.atMs - before.atMs) / 1000;
      const rate = (amount: number) => (seconds > 0 ? Math.max(0, amount) / seconds : 0);
      const delayMs = delay.count === 0 ? 0 : delay.percentile(99) / 1e6 - RESOLUTION_MS;
      delay.reset();
      return {
        cpuCores: rate(last.cpuMicros - before.cpuMicros) / 1e6,
        memoryBytes: process.memoryUsage.rss(),
        eventLoopDelayMs: Math.max(0, delayMs),
        inBitsPerSecond: rate(8 * (last.bytesIn - before.bytesIn)),
        outBitsPerSecond: rate(8 * (last.bytesOut - before.bytesOut)),
      };
    },
    close: () => delay.disable(),
  };
}

export function processCpuMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
