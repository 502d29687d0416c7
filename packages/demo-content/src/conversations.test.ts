import { describe, expect, it } from 'vitest';
import { conversation } from './conversations/conversation.ts';
import { CONVERSATIONS, linesOf } from './conversations.ts';
import { VIEWERS } from './viewers.ts';

describe('a conversation of the demo', () => {
  it('is read with its speakers and threads, and refuses a line without a speaker', () => {
    expect(conversation('\na: Hello: you\nhost: Hi\n\nb: Bye\n')).toEqual([
      [
        { speaker: 'a', text: 'Hello: you' },
        { speaker: 'host', text: 'Hi' },
      ],
      [{ speaker: 'b', text: 'Bye' }],
    ]);
    expect(() => conversation('Hello')).toThrow('“Hello” has no speaker.');
  });

  it('begins with another thread in each round and leaves none out', () => {
    const threads = conversation('a: 1\n\nb: 2\n\nc: 3');
    const order = (round: number) => linesOf(threads, round).map(({ text }) => text);
    expect([order(0), order(1), order(5)]).toEqual([
      ['1', '2', '3'],
      ['2', '3', '1'],
      ['3', '1', '2'],
    ]);
  });

  it.each(Object.entries(CONVERSATIONS))(
    'in the chat of %s has dozens of different lines, fits into messages, and does not need more people than there are',
    (_scene, threads) => {
      const lines = threads.flat();
      expect(lines.length).toBeGreaterThanOrEqual(24);
      expect(new Set(lines.map(({ text }) => text)).size).toBe(lines.length);
      expect(Math.max(...lines.map(({ text }) => text.length))).toBeLessThanOrEqual(200);
      expect(new Set(lines.map(({ speaker }) => speaker)).size).toBeLessThan(VIEWERS.length);
    },
  );
});
