import type { ChatFact } from '@tributary/contracts/chat';
import { expect, it } from 'vitest';
import { headlined, shownText } from './fact-text.ts';

const donation: ChatFact = { kind: 'donation', donor: 'Ann', isGuest: true, amount: 700, currency: 'USD' };

it('writes what a line of the server reports in place of its English text', () => {
  const facts: readonly [ChatFact, string][] = [
    [donation, 'Ann (guest) donated $7.00'],
    [{ ...donation, donor: null }, 'Guest donated $7.00'],
    [{ kind: 'subscription', name: 'Ada' }, 'Ada subscribed'],
    [{ kind: 'gift', giver: null, recipient: 'Ada' }, 'A viewer gave Ada a subscription'],
    [{ kind: 'raid', channel: 'Ada', viewers: 1 }, 'Ada is raiding with 1 viewer'],
    [{ kind: 'cleared' }, 'A moderator cleared the chat'],
  ];
  for (const [fact, text] of facts) expect(shownText({ text: 'x', fact })).toBe(text);
  const poll: ChatFact = { kind: 'poll', question: 'Tea?', winners: ['A', 'B'], share: 0.4, votes: 5 };
  expect(shownText({ text: 'x', fact: poll })).toBe(
    'Poll ended: Tea? Tie with 40% of 5 votes each: A and B.',
  );
  expect(shownText({ text: 'x', fact: { ...poll, winners: [] } })).toBe('Poll ended: Tea? Nobody voted.');
});

it('keeps the words of a donor behind the sentence, the text of earlier lines, and deleted lines deleted', () => {
  const support = { kind: 'donation', headline: 'Ann (guest) donated 7 USD' } as const;
  const text = `${support.headline}: Hi`;
  expect(shownText({ text, support, fact: donation })).toBe('Ann (guest) donated $7.00: Hi');
  expect(headlined({ fact: donation }, support).headline).toBe('Ann (guest) donated $7.00');
  expect(shownText({ text: 'Ada subscribed' })).toBe('Ada subscribed');
  expect(shownText({ text: null, fact: donation })).toBeNull();
});
