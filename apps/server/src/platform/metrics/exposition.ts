/** Writes all metrics in Prometheus's text format. */
import type { Counter, Gauge, Registry } from 'prom-client';
import type { Log } from '../log/log.ts';
import type { Metric, Reading } from './metric.ts';

/** A database that hangs must not hang the scrape, which Prometheus gives up after ten seconds by default. */
const READ_TIMEOUT_MS = 3_000;

export interface Exposition {
  readonly contentType: string;
  text(): Promise<string>;
}

export async function createExposition(
  metrics: readonly Metric[],
  log: Log,
  readTimeoutMs = READ_TIMEOUT_MS,
): Promise<Exposition> {
  // Only instances that are scraped need it.
  const { collectDefaultMetrics, Counter, Gauge, Registry } = await import('prom-client');
  const register: Registry = new Registry();
  collectDefaultMetrics({ register });
  let failures = 0;
  const unread = new Set<string>();

  async function readSafely({ name, read }: Metric): Promise<Reading> {
    try {
      const reading = await withTimeout(read, readTimeoutMs);
      unread.delete(name);
      return reading;
    } catch (err) {
      failures += 1;
      // Once for each outage: scrapes repeat every few seconds.
      if (!unread.has(name)) log.warn({ err, metric: name }, 'A metric could not be read');
      unread.add(name);
      return null;
    }
  }

  for (const metric of metrics) {
    const { name, help, labels } = metric;
    const configuration = { name, help, labelNames: [...labels], registers: [register] };
    const isCounter = metric.kind === 'counter';
    new (isCounter ? Counter : Gauge)({
      ...configuration,
      async collect() {
        const reading = await readSafely(metric);
        empty(this, labels);
        // Both begin at zero after that.
        for (const { labels, value } of samples(reading)) this.inc(labels, value);
      },
    });
  }
  new Counter({
    name: 'tributary_metrics_read_failures_total',
    help: 'Metrics that could not be read when they were scraped, and are missing from that scrape.',
    registers: [register],
    collect() {
      this.reset();
      this.inc(failures);
    },
  });

  return {
    contentType: register.contentType,
    // prom-client writes `Nan`, and the format has `NaN`.
    text: async () => (await register.metrics()).replaceAll(/ Nan$/gm, ' NaN'),
  };
}

/** Without labels, a reset leaves a zero, which would be a value. */
function empty(metric: Counter | Gauge, labels: readonly string[]): void {
  metric.reset();
  if (labels.length === 0) metric.remove();
}

const samples = (reading: Reading) =>
  reading === null ? [] : typeof reading === 'number' ? [{ labels: {}, value: reading }] : reading;

async function withTimeout(read: Metric['read'], timeoutMs: number): Promise<Reading> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`There was no value within ${timeoutMs} ms.`)), timeoutMs);
  try {
    return await Promise.race([read(), late]);
  } finally {
    clearTimeout(timer);
  }
}
