import type { ChatMessage } from '@tributary/contracts/chat';
import { userId } from '@tributary/contracts/shared';
import { expect, it } from 'vitest';
import { ChatReplay, type ReplayPage } from './chat-replay.ts';

const ADA = userId.parse('01890a5d-ac96-774b-bcce-b302099a8058');
const CONTEXT = 5;
const PAGE = 40;

/** A chat with a message every second from the start of the stream, and its replay. */
function setUp(count = 300) {
  const all = Array.from({ length: count }, (_, index): ChatMessage => {
    const number = index + 1;
    return {
      number,
      clientId: `c${number}`,
      kind: 'message',
      text: `text ${number}`,
      replyTo: null,
      sentAt: new Date(number * 1000).toISOString(),
      author: { id: ADA, username: 'ada', displayName: 'Ada', badges: [] },
    };
  });
  const page = (from: number, to: number): ReplayPage => ({
    messages: all.slice(Math.max(0, from), to),
    hasOlder: from > 0,
    hasNewer: to < count,
  });
  const requests: string[] = [];
  let shown: readonly ChatMessage[] = [];
  let isDown = false;
  const answer = async (request: string, from: number, to: number) => {
    requests.push(request);
    if (isDown) throw new Error('offline');
    return page(from, to);
  };
  const replay = new ChatReplay({
    loadAt: (dateMs) => {
      const at = Math.floor(dateMs / 1000);
      return answer(`at ${at}`, at - CONTEXT, at + PAGE);
    },
    loadAfter: (number) => answer(`after ${number}`, number, number + PAGE),
    onChange: (messages) => {
      shown = messages;
    },
  });
  return {
    replay,
    requests,
    numbers: () => shown.map(({ number }) => number),
    texts: () => shown.map(({ text }) => text),
    newest: () => shown.at(-1)?.number ?? null,
    setDown: (down: boolean) => {
      isDown = down;
    },
    async moveTo(seconds: number) {
      replay.moveTo(seconds * 1000);
      await Promise.resolve();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

it('shows the messages up to each position, and loads the next ones before they are needed', async () => {
  const { moveTo, newest, requests } = setUp();
  for (let seconds = 0; seconds <= 300; seconds += 1) {
    await moveTo(seconds);
    expect(newest()).toBe(seconds === 0 ? null : seconds);
  }
  expect(requests.slice(0, 2)).toEqual(['at 0', 'after 40']);
  expect(requests).toHaveLength(8);
});

it('jumps after a seek, with a few earlier messages and no later ones', async () => {
  const { moveTo, numbers, requests } = setUp();
  await moveTo(0);
  await moveTo(200);
  expect(numbers()).toEqual([196, 197, 198, 199, 200]);
  await moveTo(198);
  expect(numbers()).toEqual([196, 197, 198]);
  await moveTo(20);
  expect(numbers()).toEqual([16, 17, 18, 19, 20]);
  expect(requests.filter((request) => request.startsWith('at'))).toEqual(['at 0', 'at 200', 'at 20']);
});

it('ends with the last message and requests no more', async () => {
  const { moveTo, newest, requests } = setUp(10);
  for (const seconds of [0, 5, 20, 3_000, 4_000]) await moveTo(seconds);
  expect([newest(), requests]).toEqual([10, ['at 0']]);
});

it('removes the text of messages that are deleted in the meantime', async () => {
  const { replay, moveTo, texts } = setUp();
  await moveTo(2);
  replay.delete({ authorId: null, from: 2, upTo: 2 });
  expect(texts()).toEqual(['text 1', null]);
});

it('tries again after a failure, but not at once', async () => {
  const { moveTo, newest, requests, setDown } = setUp();
  setDown(true);
  await moveTo(1);
  setDown(false);
  for (let seconds = 2; seconds <= 30; seconds += 1) await moveTo(seconds);
  expect(newest()).toBe(30);
  expect(requests.slice(0, 2)).toEqual(['at 1', 'at 22']);
});
