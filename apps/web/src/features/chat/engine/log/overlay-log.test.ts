import type { ChatMessage } from '@tributary/contracts/chat';
import { userId } from '@tributary/contracts/shared';
import { expect, it } from 'vitest';
import { changeOverlay, EMPTY_OVERLAY } from './overlay-log.ts';

const ADA = userId.parse('01890a5d-ac96-774b-bcce-b302099a8058');
const message = (number: number): ChatMessage => ({
  number,
  clientId: `c${number}`,
  kind: 'message',
  text: `text ${number}`,
  replyTo: null,
  sentAt: '2026-01-01T00:00:00Z',
  author: { id: ADA, username: 'ada', displayName: 'Ada', badges: [] },
});

it('shows the newest messages, each once, and none that are deleted or have been shown long enough', () => {
  let log = EMPTY_OVERLAY;
  for (let number = 1; number <= 20; number += 1)
    log = changeOverlay(log, { kind: 'received', message: message(number) });
  log = changeOverlay(log, { kind: 'received', message: message(20) });
  log = changeOverlay(log, { kind: 'deleted', deleted: { authorId: ADA, from: 10, upTo: 12 } });
  log = changeOverlay(log, { kind: 'over', clientId: 'c13' });
  expect(log.messages.map(({ number }) => number)).toEqual([9, 14, 15, 16, 17, 18, 19, 20]);
});

it('shows a pinned message until it is deleted, and keeps both it and a poll while messages come and go', () => {
  const poll = {
    id: 'p',
    question: 'Tea?',
    options: [{ text: 'Yes', votes: 1 }],
    isOpen: true,
    leftMs: 1_000,
  };
  const pinned = { message: message(3), pinnedBy: 'river', leftMs: null };
  let log = changeOverlay(EMPTY_OVERLAY, { kind: 'room', room: { pinned, poll } });
  log = changeOverlay(log, { kind: 'received', message: message(4) });
  log = changeOverlay(log, { kind: 'over', clientId: 'c4' });
  expect(log.room).toMatchObject({ pinned, poll });
  log = changeOverlay(log, { kind: 'deleted', deleted: { authorId: ADA, from: 3, upTo: 3 } });
  expect(log.room).toMatchObject({ pinned: null, poll });
});
