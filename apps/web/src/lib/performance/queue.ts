import {
  METRICS_FLUSH_AT,
  METRICS_FLUSH_MS,
  METRICS_MAX,
  type PerformanceMetric,
} from '@tributary/contracts/metrics';

export interface QueuePorts {
  /** @returns whether to keep the metrics and retry */
  send(metrics: readonly PerformanceMetric[]): Promise<boolean>;
  /** Sends without a response, as the page is left. */
  beacon(metrics: readonly PerformanceMetric[]): void;
}

/**
 * Queues metrics (spec section 9) and sends them every 30 s, at once when 50 are queued or one is poor, and
 * by beacon when the page is left.
 */
export class MetricQueue {
  readonly #ports: QueuePorts;
  #waiting: readonly PerformanceMetric[] = [];

  constructor(ports: QueuePorts) {
    this.#ports = ports;
    setInterval(() => void this.#flush(), METRICS_FLUSH_MS);
  }

  add(metric: PerformanceMetric): void {
    this.#keep([...this.#waiting, metric]);
    const urgent = this.#waiting.length >= METRICS_FLUSH_AT || metric.rating === 'poor';
    // The flush runs after this task, so that metrics that are added as the page is left go by beacon.
    if (urgent) setTimeout(() => void this.#flush());
  }

  /** Sends the queue at once, since the page may not return. */
  leave(): void {
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

  /** Keeps the newest metrics while there is no connection. */
  #keep(metrics: readonly PerformanceMetric[]): void {
    this.#waiting = metrics.slice(-METRICS_MAX);
  }
}
