import {
  METRICS_FLUSH_AT,
  METRICS_FLUSH_MS,
  METRICS_MAX,
  type PerformanceMetric,
} from '@tributary/contracts';

export interface QueuePorts {
  /** @returns whether to keep them for another try */
  send(metrics: readonly PerformanceMetric[]): Promise<boolean>;
  /** For the last moment of a page: nobody learns what became of it. */
  beacon(metrics: readonly PerformanceMetric[]): void;
}

/**
 * Measurements on their way (spec section 9): sent every 30 s, at once when 50 wait or one of them is
 * poor, and by beacon when the page goes.
 */
export class MetricQueue {
  readonly #ports: QueuePorts;
  #waiting: readonly PerformanceMetric[] = [];

  constructor(ports: QueuePorts) {
    this.#ports = ports;
    setInterval(() => void this.#flush(), METRICS_FLUSH_MS);
  }

  add(...metrics: readonly PerformanceMetric[]): void {
    this.#keep([...this.#waiting, ...metrics]);
    const urgent =
      this.#waiting.length >= METRICS_FLUSH_AT || metrics.some(({ rating }) => rating === 'poor');
    if (urgent) void this.#flush();
  }

  /** The page may not come back: `metrics` and all that wait go now. */
  leave(...metrics: readonly PerformanceMetric[]): void {
    this.#keep([...this.#waiting, ...metrics]);
    const leaving = this.#take();
    if (leaving.length > 0) this.#ports.beacon(leaving);
  }

  async #flush(): Promise<void> {
    const sending = this.#take();
    if (sending.length > 0 && (await this.#ports.send(sending))) this.#keep([...sending, ...this.#waiting]);
  }

  #take(): readonly PerformanceMetric[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }

  /** Where there is no connection for long, the newest are kept. */
  #keep(metrics: readonly PerformanceMetric[]): void {
    this.#waiting = metrics.slice(-METRICS_MAX);
  }
}
