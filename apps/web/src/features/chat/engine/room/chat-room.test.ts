import { type ChatPoll, EMPTY_CHAT_ROOM } from '@tributary/contracts/chat';
import { userId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { changeRoom, withoutPinned } from './chat-room.ts';

const poll = (votes: number, isOpen: boolean): ChatPoll => ({
  id: '0190a000-0000-7000-8000-000000000001',
  question: 'Tea?',
  isOpen,
  leftMs: 1_000,
  options: [
    { text: 'Yes', votes },
    { text: 'No', votes: 0 },
  ],
});

it('keeps the outcome of a poll when a count of its votes arrives late, until it disappears', () => {
  const open = changeRoom(EMPTY_CHAT_ROOM, { poll: poll(1, true) });
  const over = changeRoom(changeRoom(open, { poll: poll(2, true) }), { poll: poll(3, false) });
  expect(changeRoom(over, { poll: poll(2, true) }).poll).toEqual(poll(3, false));
  expect(changeRoom(over, { modes: over.modes }).poll).toEqual(poll(3, false));
  expect(changeRoom(over, { poll: null }).poll).toBeNull();
});

it('unpins a message that is deleted, whose author is banned, or whose chat is cleared, but no other one', () => {
  const author = { id: userId.parse(uuidv7()), username: 'ada', displayName: 'Ada', badges: [] };
  const message = {
    number: 5,
    clientId: uuidv7(),
    sentAt: '2030-01-01T00:00:00Z',
    author,
    replyTo: null,
    ...({ kind: 'message', text: 'Be kind' } as const),
  };
  const room = { ...EMPTY_CHAT_ROOM, pinned: { message, pinnedBy: null, leftMs: null } };
  const isPinned = (deletion: Parameters<typeof withoutPinned>[1]) =>
    withoutPinned(room, deletion).pinned !== null;
  expect(isPinned({ authorId: author.id, from: 5, upTo: 5 })).toBe(false);
  expect(isPinned({ authorId: author.id, from: 1, upTo: 9 })).toBe(false);
  expect(isPinned({ authorId: null, from: 1, upTo: 5 })).toBe(false);
  expect(isPinned({ authorId: author.id, from: 4, upTo: 4 })).toBe(true);
});
