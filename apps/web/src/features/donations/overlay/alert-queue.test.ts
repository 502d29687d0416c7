import type { DonationAlert } from '@tributary/contracts/donations';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AlertQueue } from './alert-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const alert = (id: string): DonationAlert => ({
  id,
  name: null,
  amount: 500,
  currency: 'USD',
  message: '',
  isTest: false,
  goal: null,
});

function setUp() {
  const shown: (string | null)[] = [];
  const queue = new AlertQueue((next) => shown.push(next?.id ?? null));
  return { shown, queue };
}

it('shows alerts one after the other, each for its time, with a pause in between', () => {
  const { shown, queue } = setUp();
  for (const id of ['a', 'b']) queue.add(alert(id), 3000);
  expect(shown).toEqual(['a']);
  vi.advanceTimersByTime(2999);
  expect(shown).toEqual(['a']);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(['a', null]);
  vi.advanceTimersByTime(600);
  expect(shown).toEqual(['a', null, 'b']);
  vi.advanceTimersByTime(10_000);
  queue.add(alert('c'), 3000);
  expect(shown).toEqual(['a', null, 'b', null, 'c']);
});

it('shows an alert once if it arrives again after a reconnect', () => {
  const { shown, queue } = setUp();
  for (const id of ['a', 'a']) queue.add(alert(id), 3000);
  vi.advanceTimersByTime(60_000);
  queue.add(alert('a'), 3000);
  expect(shown).toEqual(['a', null]);
});

it('shows no alert after it is closed', () => {
  const { shown, queue } = setUp();
  for (const id of ['a', 'b']) queue.add(alert(id), 3000);
  queue.close();
  vi.advanceTimersByTime(60_000);
  expect(shown).toEqual(['a']);
});
