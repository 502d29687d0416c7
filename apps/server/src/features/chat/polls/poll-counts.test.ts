import type { ChatPoll } from '@tributary/contracts/chat';
import { type StreamId, streamId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { createLog } from '#platform/log/log.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import { createPollCounts } from './poll-counts.ts';

it('sends the counts of a poll to the listeners of each process once a second while ten thousand people vote in two of them', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const bus = createInProcessBus(createLog('silent'));
  const id: StreamId = streamId.parse(uuidv7());
  let votes = 0;
  const poll = (): ChatPoll => ({
    id: uuidv7(),
    question: 'Tea?',
    isOpen: true,
    leftMs: 60_000,
    options: [
      { text: 'Yes', votes },
      { text: 'No', votes: 0 },
    ],
  });
  const processes = Array.from({ length: 3 }, (_, index) => {
    const patches: unknown[] = [];
    const topic = {
      // The third one has no listener.
      listeners: () => (index < 2 ? 1_000 : 0),
      local: {
        patch: ({ room }: { room: { poll: ChatPoll } }) => void patches.push(room.poll.options[0]?.votes),
      },
    };
    const realtime = { topic: () => topic } as unknown as Pick<Realtime, 'topic'>;
    const overlay = { isOpen: () => false, changeRoom: async () => {} };
    const counts = createPollCounts({ bus, realtime, overlay, findPoll: async () => poll() });
    onTestFinished(() => counts.close());
    return { counts, patches };
  });
  for (; votes < 10_000; votes += 1) {
    if (votes % 2_500 === 0) await vi.advanceTimersByTimeAsync(1_000);
    processes[votes % 2]?.counts.voted(id);
  }
  await vi.advanceTimersByTimeAsync(10_000);
  const [first, second, third] = processes.map(({ patches }) => patches);
  expect(first?.length).toBeLessThanOrEqual(6);
  expect(first?.at(-1)).toBe(10_000);
  expect(second).toEqual(first);
  expect(third).toEqual([]);
});
