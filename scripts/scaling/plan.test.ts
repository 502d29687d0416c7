/** The model against measured points, and the documentation against the model. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DIRECT_VIEWERS, mediaCores, planFor, planTable } from './plan.ts';

it.each([
  // Measured by `npm run bench -- edges`, without an edge.
  [4, 0.067],
  // Measured by `npm run load`, on a busy machine.
  [20, 0.07],
  [100, 0.12],
])('agrees with the cores that %i viewers cost', (viewers, measured) => {
  expect(mediaCores(viewers)).toBeGreaterThan(measured * 0.85);
  expect(mediaCores(viewers)).toBeLessThan(measured * 1.15);
});

it('puts edges in front as soon as the line of one machine is too small', () => {
  expect(planFor(DIRECT_VIEWERS).edges).toBe(0);
  expect(planFor(DIRECT_VIEWERS + 1).edges).toBeGreaterThan(0);
  const [large, larger] = [planFor(100_000), planFor(1_000_000)];
  expect(larger.edges).toBeGreaterThan(9 * large.edges);
  expect(larger.originMegabits).toBeLessThanOrEqual(large.originMegabits);
});

it('is what the documentation says', () => {
  expect(readFileSync(new URL('../../docs/scaling.md', import.meta.url), 'utf8')).toContain(planTable());
});
