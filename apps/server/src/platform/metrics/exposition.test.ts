import { expect, it } from 'vitest';
import { parseExposition } from '../../../test/support/prometheus.ts';
import { createLog } from '../log/log.ts';
import { createExposition } from './exposition.ts';
import { counter, gauge, type Reading, samplesOf } from './metric.ts';

const log = createLog('silent');

it('reads the values of each scrape, and drops labels that are gone', async () => {
  let reading: Reading = samplesOf('kind', { a: 1, b: 2 });
  const exposition = await createExposition(
    [gauge('tributary_things', 'Things.', () => reading, ['kind'])],
    log,
  );
  const samples = async () => parseExposition(await exposition.text()).get('tributary_things')?.samples;
  expect(await samples()).toMatchObject([
    { labels: { kind: 'a' }, value: 1 },
    { labels: { kind: 'b' }, value: 2 },
  ]);
  reading = samplesOf('kind', { b: 3 });
  expect(await samples()).toMatchObject([{ labels: { kind: 'b' }, value: 3 }]);
});

it('shows a value that does not exist as no value, never as zero', async () => {
  const exposition = await createExposition(
    [gauge('tributary_a', 'A.', () => null), counter('tributary_b_total', 'B.', () => null)],
    log,
  );
  const families = parseExposition(await exposition.text());
  expect(families.get('tributary_a')?.samples).toEqual([]);
  expect(families.get('tributary_b_total')?.samples).toEqual([]);
});

it('exposes all other metrics where one fails or hangs, and counts the failures', async () => {
  const exposition = await createExposition(
    [
      gauge('tributary_broken', 'Broken.', () => Promise.reject(new Error('away'))),
      gauge('tributary_hanging', 'Hanging.', () => new Promise<number>(() => {})),
      gauge('tributary_fine', 'Fine.', () => 7),
    ],
    log,
    20,
  );
  const families = parseExposition(await exposition.text());
  expect(families.get('tributary_broken')?.samples).toEqual([]);
  expect(families.get('tributary_hanging')?.samples).toEqual([]);
  expect(families.get('tributary_fine')?.samples[0]?.value).toBe(7);
  const again = parseExposition(await exposition.text());
  expect(again.get('tributary_metrics_read_failures_total')?.samples[0]?.value).toBeGreaterThanOrEqual(2);
});
