import { expect, it } from 'vitest';
import { Outcomes } from './outcomes.ts';

const test = (fullName: string, status: string, message = '') => ({
  fullName,
  status,
  failureMessages: message ? [message] : [],
});
const file = (name: string, ...assertionResults: ReturnType<typeof test>[]) => ({
  name,
  assertionResults,
  status: assertionResults.some((each) => each.status === 'failed') ? 'failed' : 'passed',
});

it('counts in how many runs each test has failed, the most frequent first', () => {
  const outcomes = new Outcomes();
  const passed = test('sends', 'passed');
  const slow = test('waits', 'failed', 'Timed out.\n  at here');
  expect(outcomes.add({ testResults: [file('a', passed), file('b', slow)] })).toBe(1);
  expect(
    outcomes.add({ testResults: [file('a', test('sends', 'failed', 'Refused.')), file('b', slow)] }),
  ).toBe(2);
  expect(outcomes.failures).toEqual([
    { file: 'b', title: 'waits', count: 2, message: 'Timed out.' },
    { file: 'a', title: 'sends', count: 1, message: 'Refused.' },
  ]);
});

it('counts a file that could not run', () => {
  const outcomes = new Outcomes();
  const broken = { name: 'a', status: 'failed', message: 'Cannot find module\nat b', assertionResults: [] };
  expect(outcomes.add({ testResults: [broken] })).toBe(1);
  expect(outcomes.failures).toEqual([{ file: 'a', title: null, count: 1, message: 'Cannot find module' }]);
});
