import { expect, it } from 'vitest';
import { ApiProblem, problemOf } from './client.ts';
import { pollInterval } from './query-client.ts';

const problem = (status: number) => new ApiProblem(problemOf(status, null));

it('reads again while the data is unfinished, also after a failure', () => {
  expect(pollInterval(true, null, 2_000)).toBe(2_000);
  expect(pollInterval(true, problem(500), 2_000)).toBe(2_000);
  expect(pollInterval(false, null, 2_000)).toBe(false);
});

it('reads again without data only after a failure that may pass', () => {
  expect(pollInterval(undefined, problem(404), 2_000)).toBe(false);
  expect(pollInterval(undefined, problem(500), 2_000)).toBe(false);
  expect(pollInterval(undefined, problem(503), 2_000)).toBe(15_000);
});
