import { expect, it } from 'vitest';
import { TopicHistory } from './topic-history.ts';

it('returns the messages after an append, and null for one that it does not know', () => {
  const history = new TopicHistory();
  history.add('chat:1', { id: 'a', bytes: Buffer.from('first') });
  history.add('chat:1', { id: undefined, bytes: Buffer.from('patch') });
  history.add('chat:1', { id: 'b', bytes: Buffer.from('second') });
  expect(history.since('chat:1', 'a')?.map(String)).toEqual(['patch', 'second']);
  expect(history.since('chat:1', 'b')).toEqual([]);
  expect(history.since('chat:1', 'c')).toBeNull();
});

it('keeps no more memory than the bytes of its messages, whatever buffer they arrived in', () => {
  const history = new TopicHistory();
  const pool = Buffer.alloc(64 * 1024, 'x');
  history.add('chat:1', { id: 'a', bytes: pool.subarray(0, 1) });
  history.add('chat:1', { id: 'b', bytes: pool.subarray(1, 101) });
  const [message] = history.since('chat:1', 'a') ?? [];
  expect(message?.toString()).toBe('x'.repeat(100));
  expect(message?.buffer.byteLength).toBe(100);
});
