import type { Activity } from '@tributary/contracts/studio';
import { expect, it } from 'vitest';
import { filtered, startOfStream, withEntry, withSnapshot } from './activity-log.ts';

const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`;
const person = { username: 'eve', displayName: 'Eve', avatarUrl: null };
const follow = (id: string, minute: number): Activity => ({ kind: 'follow', id, at: at(minute), person });
const raid = (id: string, minute: number): Activity => ({
  kind: 'raid',
  id,
  at: at(minute),
  person,
  viewers: 3,
});
const ids = (entries: readonly Activity[]) => entries.map(({ id }) => id).join('');

it('keeps older entries that a new snapshot does not reach, and drops those that it has lost', () => {
  const known = [follow('d', 4), follow('c', 3), follow('b', 2), follow('a', 1)];
  expect(ids(withSnapshot(known, [follow('e', 5), follow('d', 4), follow('b', 2)]))).toBe('edba');
  expect(ids(withSnapshot(known, []))).toBe('');
});

it('puts an entry at its time, once', () => {
  const known = [follow('c', 3), follow('a', 1)];
  expect(ids(withEntry(known, follow('d', 4)))).toBe('dca');
  expect(ids(withEntry(known, follow('b', 2)))).toBe('cba');
  expect(ids(withEntry(known, follow('0', 0)))).toBe('ca0');
  expect(ids(withEntry(known, follow('c', 3)))).toBe('ca');
});

it('finds where the present stream begins in the feed', () => {
  const known = [follow('c', 3), follow('b', 2), follow('a', 1)];
  expect(startOfStream(known, at(2))).toBe(2);
  expect(startOfStream(known, at(9))).toBe(0);
  expect(startOfStream(known, at(0))).toBeNull();
  expect(startOfStream(known, null)).toBeNull();
});

it('shows the kinds of a filter alone', () => {
  const known = [raid('b', 2), follow('a', 1)];
  expect(ids(filtered(known, 'raids'))).toBe('b');
  expect(ids(filtered(known, 'support'))).toBe('');
  expect(ids(filtered(known, 'all'))).toBe('ba');
});
