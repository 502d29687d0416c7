import { describe, expect, it } from 'vitest';
import { WorkQueue } from './work-queue.ts';

describe('WorkQueue', () => {
  it('runs work of one key in order and of other keys at the same time, whatever fails', async () => {
    const queue = new WorkQueue();
    const seen: string[] = [];
    const gate = Promise.withResolvers<void>();
    const first = queue.run('a', () => gate.promise.then(() => Promise.reject(new Error('lost'))));
    const second = queue.run('a', async () => void seen.push('second'));
    await queue.run('b', async () => void seen.push('other'));
    expect(seen).toEqual(['other']);
    gate.resolve();
    await expect(first).rejects.toThrow('lost');
    await second;
    expect(seen).toEqual(['other', 'second']);
    await queue.drain();
  });
});
