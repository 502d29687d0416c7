import type { ChatMessage } from '@tributary/contracts/chat';
import { userId } from '@tributary/contracts/shared';
import { describe, expect, it } from 'vitest';
import { type ChatChange, type ChatLog, changeLog, EMPTY_LOG, pendingWith } from './chat-log.ts';

const ADA = userId.parse('01890a5d-ac96-774b-bcce-b302099a8058');
const BEN = userId.parse('01890a5d-ac96-774b-bcce-b302099a8059');

const message = (number: number, author = BEN, clientId = `client-${number}`): ChatMessage => ({
  number,
  clientId,
  sentAt: '2026-01-01T00:00:00Z',
  kind: 'message',
  text: `text ${number}`,
  replyTo: null,
  author: { id: author, username: 'x', displayName: 'X', badges: [] },
});
const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => message(first + index));
const run = (...changes: ChatChange[]): ChatLog =>
  changes.reduce((log, change) => changeLog(log, change, ADA), EMPTY_LOG);
const numbersOf = ({ messages }: ChatLog) => messages?.map(({ number }) => number);

const MINE = { clientId: 'mine', kind: 'message', text: 'hello', replyTo: null } as const;

describe('the log of a chat', () => {
  it('adds messages after the newest one and drops those that it has already', () => {
    const log = run(
      { kind: 'loaded', messages: from(1, 3) },
      { kind: 'received', messages: [message(3), message(4)] },
    );
    expect(numbersOf(log)).toEqual([1, 2, 3, 4]);
    expect(log.hasOlder).toBe(false);
  });

  it('adds a preview to its message, if that is loaded', () => {
    const preview = {
      url: 'https://example.org/',
      host: 'example.org',
      title: 'Example',
      description: null,
      siteName: null,
    };
    const log = run(
      { kind: 'loaded', messages: from(1, 2) },
      { kind: 'previewed', previewed: { number: 2, preview } },
      { kind: 'previewed', previewed: { number: 7, preview } },
    );
    expect(log.messages).toEqual([message(1), { ...message(2), preview }]);
  });

  it('keeps the newest thousand messages and loads older ones again', () => {
    const log = run({ kind: 'loaded', messages: from(1, 3) }, { kind: 'received', messages: from(4, 1_005) });
    expect([log.messages?.length, log.messages?.[0]?.number, log.hasOlder]).toEqual([1_000, 6, true]);
    const older = changeLog(log, { kind: 'older', messages: from(1, 6), hasOlder: false }, ADA);
    expect([older.messages?.length, older.messages?.[0]?.number, older.hasOlder]).toEqual([1_005, 1, false]);
  });

  it('shows an own message at once and replaces it when the stored one arrives, also in a snapshot', () => {
    const sending = { kind: 'sending', message: MINE } as const;
    const sent = run({ kind: 'loaded', messages: [] }, sending);
    expect(sent.pending).toEqual([{ ...MINE, state: 'sending' }]);
    const stored = message(1, ADA, 'mine');
    for (const kind of ['received', 'loaded'] as const) {
      const confirmed = changeLog(sent, { kind, messages: [stored] }, ADA);
      expect([confirmed.pending, numbersOf(confirmed)]).toEqual([[], [1]]);
    }
  });

  it("does not confirm a message by another author's with the same client id", () => {
    const log = run(
      { kind: 'sending', message: MINE },
      { kind: 'received', messages: [message(1, BEN, 'mine')] },
    );
    expect(log.pending).toHaveLength(1);
  });

  it('marks a message that was not sent, and sends it again under its client id or discards it', () => {
    const failed = run(
      { kind: 'sending', message: MINE },
      { kind: 'failed', clientId: 'mine', problem: 'Too fast.' },
    );
    expect(failed.pending).toEqual([{ ...MINE, state: 'failed', problem: 'Too fast.' }]);
    const again = changeLog(failed, { kind: 'sending', message: MINE }, ADA);
    expect(again.pending).toEqual([{ ...MINE, state: 'sending' }]);
    expect(changeLog(failed, { kind: 'discarded', clientId: 'mine' }, ADA).pending).toEqual([]);
  });

  it('shows a message that moderators hold once, before those that are being sent', () => {
    const held = { id: 'x', clientId: 'mine', kind: 'message', text: 'hello', isRefused: false } as const;
    const { pending } = run(
      { kind: 'sending', message: MINE },
      { kind: 'sending', message: { ...MINE, clientId: 'next' } },
    );
    const states = (own: Parameters<typeof pendingWith>[0]) =>
      pendingWith(own, pending).map(({ clientId, state }) => [clientId, state]);
    expect(states([held])).toEqual([
      ['mine', 'held'],
      ['next', 'sending'],
    ]);
    expect(states([{ ...held, isRefused: true }])[0]).toEqual(['mine', 'refused']);
  });

  it('removes the text of deleted messages: of one number, of one author, or of all', () => {
    const mixed = [message(1, ADA), message(2), message(3, ADA), message(4)];
    const left = (authorId: typeof ADA | null, first: number, last: number) =>
      run(
        { kind: 'loaded', messages: mixed },
        { kind: 'deleted', deleted: { authorId, from: first, upTo: last } },
      ).messages?.flatMap(({ number, text }) => (text === null ? [] : [number]));
    expect(left(null, 2, 2)).toEqual([1, 3, 4]);
    expect(left(ADA, 1, 4)).toEqual([2, 4]);
    expect(left(null, 1, 3)).toEqual([4]);
  });

  it('removes all messages that moderators cleared, and loads no older ones', () => {
    const page = Array.from({ length: 100 }, (_, index) => message(index + 1));
    const cleared = run(
      { kind: 'loaded', messages: page },
      { kind: 'deleted', deleted: { authorId: null, from: 1, upTo: 99 } },
    );
    expect([cleared.messages?.map(({ number }) => number), cleared.hasOlder]).toEqual([[100], false]);
  });

  it('removes deleted messages also where others answer them', () => {
    const { author, text } = message(1);
    const answer = { ...message(2, ADA), replyTo: { number: 1, author, text } };
    const excerptAfter = (deleted: { authorId: typeof ADA | null; from: number; upTo: number }) =>
      run({ kind: 'loaded', messages: [answer] }, { kind: 'deleted', deleted }).messages?.[0]?.replyTo?.text;
    expect(excerptAfter({ authorId: null, from: 1, upTo: 1 })).toBeNull();
    expect(excerptAfter({ authorId: BEN, from: 1, upTo: 9 })).toBeNull();
    expect(excerptAfter({ authorId: ADA, from: 1, upTo: 1 })).toBe('text 1');
  });
});
