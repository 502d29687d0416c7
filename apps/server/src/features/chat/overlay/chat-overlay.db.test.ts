import { CHAT_MODES_OFF, type ChatMessage } from '@tributary/contracts/chat';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, onTestFinished } from 'vitest';
import { streamEnded } from '#features/live/index.ts';
import { AppError } from '#platform/errors.ts';
import { openEvents, publish } from '#platform/events/index.ts';
import { createHooks } from '#platform/hooks.ts';
import { createLog } from '#platform/log/log.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { createPeopleFixture } from '../../../../test/support/people-fixture.ts';
import { serveRealtime } from '../../../../test/support/realtime-harness.ts';
import { chatMessageSent, chatMessagesDeleted, chatRoomChanged } from '../chat.events.ts';
import { createChatOverlay } from './chat-overlay.ts';

const db = await createTestDatabase();
const { streamer, stream } = createPeopleFixture(db);

it('shows the messages of the channel’s streams as they are written to holders of its current token', async () => {
  const [river, other] = [await streamer(), await streamer()];
  const [id, otherStream] = [await stream(river), await stream(other)];
  let token = 'a'.repeat(43);
  const donations = {
    overlayToken: async (creator: string) => (creator === river ? token : 'x'.repeat(43)),
    overlayOwner: async (given: string) => {
      if (given !== token) throw new AppError('overlay_not_found', 'not_found', 'There is no such overlay.');
      return river;
    },
  };
  // The topic needs the realtime server, which is created with its topics.
  const { realtime, connect } = await serveRealtime({ topics: [] });
  const overlay = createChatOverlay({ db, realtime, donations });
  realtime.register(overlay.topic);
  const events = await openEvents(db.pool, createLog('silent'));
  onTestFinished(() => events.close());
  for (const subscribe of overlay.subscriptions) subscribe({ events, hooks: createHooks() });

  const text = '<img src=x onerror=alert(1)> \u05d0 z\u0351';
  const message = (number: number): ChatMessage => ({
    number,
    clientId: uuidv7(),
    sentAt: '2026-01-01T00:00:00.000Z',
    kind: 'message',
    text,
    replyTo: null,
    author: { id: river, username: 'river', displayName: 'River', badges: ['streamer'] },
  });
  const say = (streamId: typeof id, number: number) =>
    db.transact((tx) => publish(tx, chatMessageSent, { streamId, message: message(number) }));
  const tab = await connect();
  tab.subscribe(`chat-overlay:${'b'.repeat(43)}`);
  expect(await tab.next()).toMatchObject({ type: 'refused' });
  tab.subscribe(`chat-overlay:${token}`);
  expect(await tab.next()).toMatchObject({ kind: 'snapshot', data: { room: { pinned: null, poll: null } } });
  await say(otherStream, 1);
  await say(id, 1);
  expect(await tab.next()).toMatchObject({ kind: 'append', data: { number: 1, text } });
  const deleted = { authorId: river, from: 1, upTo: 1 };
  await db.transact((tx) => publish(tx, chatMessagesDeleted, { streamId: id, deleted }));
  expect(await tab.next()).toMatchObject({ kind: 'patch', data: { deleted } });
  const poll = {
    id: uuidv7(),
    question: 'Tea?',
    options: [{ text: 'Yes', votes: 1 }],
    isOpen: true,
    leftMs: 1,
  };
  const room = { modes: CHAT_MODES_OFF, poll };
  const ended = {
    streamId: id,
    streamerId: river,
    at: '2026-01-01T01:00:00.000Z',
    reason: 'stopped',
  } as const;
  await db.transact((tx) => publish(tx, chatRoomChanged, { streamId: id, room }));
  expect(await tab.next()).toMatchObject({ kind: 'patch', data: { room: { poll } } });
  await db.transact((tx) => publish(tx, streamEnded, ended));
  expect(await tab.next()).toMatchObject({ kind: 'patch', data: { room: { pinned: null } } });
  const former = token;
  token = 'c'.repeat(43);
  const renewed = await connect();
  renewed.subscribe(`chat-overlay:${token}`);
  await renewed.next();
  await say(id, 2);
  expect(await renewed.next()).toMatchObject({ kind: 'append', data: { number: 2 } });
  token = former;
  await say(id, 3);
  expect(await tab.next()).toMatchObject({ kind: 'append', data: { number: 3 } });
});
