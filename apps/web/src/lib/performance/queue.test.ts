import {
  METRICS_FLUSH_MS,
  METRICS_MAX,
  type MetricRating,
  type PerformanceMetric,
} from '@tributary/contracts/metrics';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MetricQueue } from './queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

let made = 0;
const metric = (rating: MetricRating = 'good'): PerformanceMetric => ({
  name: 'FCP',
  value: ++made,
  rating,
  timestamp: 0,
  pageUrl: '/',
  userAgent: '',
});
const metrics = (count: number) => Array.from({ length: count }, () => metric());

function setUp() {
  const sent: (readonly PerformanceMetric[])[] = [];
  const beacons: (readonly PerformanceMetric[])[] = [];
  const network = { down: false };
  const queue = new MetricQueue({
    async send(list) {
      sent.push(list);
      return network.down;
    },
    beacon: (list) => beacons.push(list),
  });
  return { queue, sent, beacons, network };
}

it('sends queued metrics every 30 s, and no request if the queue is empty', async () => {
  const { queue, sent } = setUp();
  const [first, second] = [metric(), metric('needs-improvement')];
  queue.add(first);
  await vi.advanceTimersByTimeAsync(METRICS_FLUSH_MS - 1);
  queue.add(second);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([[first, second]]);
  await vi.advanceTimersByTimeAsync(METRICS_FLUSH_MS * 3);
  expect(sent).toHaveLength(1);
});

it('sends at once when 50 metrics are queued, but not at 49', async () => {
  const { queue, sent } = setUp();
  for (const one of metrics(49)) queue.add(one);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([]);
  queue.add(metric());
  await vi.advanceTimersByTimeAsync(0);
  expect(sent.map((list) => list.length)).toEqual([50]);
});

it('sends a poor metric at once, with everything queued before it', async () => {
  const { queue, sent } = setUp();
  const [good, poor] = [metric(), metric('poor')];
  queue.add(good);
  queue.add(poor);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([[good, poor]]);
});

it('sends the queue by beacon when the page is left, including the last metrics, and each metric once', async () => {
  const { queue, sent, beacons } = setUp();
  const [waiting, last] = [metric(), metric('poor')];
  queue.add(waiting);
  queue.add(last);
  queue.leave();
  queue.leave();
  await vi.advanceTimersByTimeAsync(METRICS_FLUSH_MS);
  expect(beacons).toEqual([[waiting, last]]);
  expect(sent).toEqual([]);
});

it('keeps failed metrics in order for the next request, up to its limit', async () => {
  const { queue, sent, network } = setUp();
  network.down = true;
  const [poor, later] = [metric('poor'), metric()];
  queue.add(poor);
  await vi.advanceTimersByTimeAsync(0);
  queue.add(later);
  network.down = false;
  await vi.advanceTimersByTimeAsync(METRICS_FLUSH_MS);
  expect(sent).toEqual([[poor], [poor, later]]);

  network.down = true;
  for (let i = 0; i < 4; i++) {
    for (const one of metrics(49)) queue.add(one);
    await vi.advanceTimersByTimeAsync(METRICS_FLUSH_MS);
  }
  expect(sent.at(-1)).toHaveLength(METRICS_MAX);
});
