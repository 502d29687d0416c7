import { expect, it } from 'vitest';
import { MessageMemory } from './message-memory.ts';

it('gives each message memory of its own length that no other message has', () => {
  const memory = new MessageMemory();
  const messages = Array.from({ length: 1_000 }, (_, index) => memory.take(100 + index).fill(index));
  for (const [index, message] of messages.entries())
    expect(message.equals(Buffer.alloc(100 + index, index))).toBe(true);
});

it('puts the frames of a stream into few blocks', () => {
  const memory = new MessageMemory();
  const frames = Array.from({ length: 100 }, () => memory.take(12_000));
  expect(new Set(frames.map(({ buffer }) => buffer)).size).toBe(10);
});

it('gives a long message memory that is freed with it alone', () => {
  const memory = new MessageMemory();
  const frame = memory.take(12_000);
  const keyframe = memory.take(100_000);
  expect(keyframe.buffer.byteLength).toBe(100_000);
  expect(memory.take(12_000).buffer).toBe(frame.buffer);
});
