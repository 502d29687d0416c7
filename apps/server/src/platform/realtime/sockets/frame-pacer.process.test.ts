import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LogClient, log, logTopic } from '../../../../test/support/log-topic.ts';
import { serveRealtime } from '../../../../test/support/realtime-harness.ts';
import { FramePacer, gapMs } from './frame-pacer.ts';

describe('FramePacer', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function setUp(gap: number) {
    const frames: string[] = [];
    const pacer = new FramePacer(
      (frame) => frames.push(String(frame)),
      () => gap,
    );
    return { frames, pacer, add: (text: string) => pacer.add(Buffer.from(text)) };
  }

  it('sends the first message at once, and the messages of each later gap as one array in their order', () => {
    const { frames, add } = setUp(50);
    for (const message of ['1', '2', '3']) add(message);
    expect(frames).toEqual(['1']);
    vi.advanceTimersByTime(49);
    add('4');
    vi.advanceTimersByTime(1);
    expect(frames).toEqual(['1', '[2,3,4]']);
    add('5');
    vi.advanceTimersByTime(50);
    expect(frames).toEqual(['1', '[2,3,4]', '5']);
    vi.advanceTimersByTime(50);
    add('6');
    expect(frames).toEqual(['1', '[2,3,4]', '5', '6']);
  });

  it('sends waiting messages when another message must follow them, and each only once', () => {
    const { frames, pacer, add } = setUp(50);
    for (const message of ['1', '2']) add(message);
    pacer.flush();
    pacer.flush();
    vi.advanceTimersByTime(1000);
    expect(frames).toEqual(['1', '2']);
  });

  it('sends each message in a frame of its own if there is no gap', () => {
    const { frames, add } = setUp(0);
    for (const message of ['1', '2']) add(message);
    expect(frames).toEqual(['1', '2']);
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('has no gap for small audiences, and one of at most 100 ms for large ones', () => {
  expect([1, 39, 40, 2000, 1_000_000].map(gapMs)).toEqual([0, 0, 1, 50, 100]);
});

it('delivers a burst in few frames, and missed messages in one', async () => {
  const entries: string[] = [];
  const server = await serveRealtime({ topics: [logTopic(async () => entries)], gapMs: () => 20 });
  const append = (n: number) => {
    const entry = String(n).padStart(3, '0');
    entries.push(entry);
    server.realtime.topic(log).append(entry, entry);
  };
  const [reader, leaving] = [new LogClient(), new LogClient()];
  for (const client of [reader, leaving]) await client.connect(server);
  await expect.poll(() => [reader.frames, leaving.frames], { timeout: 10_000 }).toEqual([1, 1]);
  append(1);
  await expect.poll(() => [reader.frames, leaving.frames], { timeout: 10_000 }).toEqual([2, 2]);
  await leaving.disconnect();
  for (let n = 2; n <= 100; n += 1) append(n);
  await leaving.connect(server);
  for (const client of [reader, leaving])
    await expect.poll(() => client.entries, { timeout: 10_000 }).toEqual(entries);
  // The first message may have been sent at once.
  expect(reader.frames).toBeLessThanOrEqual(4);
  expect(leaving).toMatchObject({ frames: 3, snapshots: 1 });
});
