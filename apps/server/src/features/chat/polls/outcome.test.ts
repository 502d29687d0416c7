import { CHAT_POLL_OPTION_MAX, CHAT_POLL_QUESTION_MAX, CHAT_TEXT_MAX } from '@tributary/contracts/chat';
import { expect, it } from 'vitest';
import { factText } from '../messages/fact-text.ts';
import { outcomeOf } from './outcome.ts';

const outcome = (...votes: number[]) =>
  factText(
    outcomeOf({
      question: 'Tea?',
      options: votes.map((votes, index) => ({ text: 'ABCDEF'[index] ?? '', votes })),
    }),
  );

it('names the winner of a poll, or the options that tie, and the number of votes', () => {
  expect(outcome(2, 1)).toBe('Poll ended: Tea? “A” won with 67% of 3 votes.');
  expect(outcome(0, 1)).toBe('Poll ended: Tea? “B” won with 100% of 1 vote.');
  expect(outcome(2, 1, 2)).toBe('Poll ended: Tea? Tie with 40% of 5 votes each: “A”, “C”.');
  expect(outcome(0, 0)).toBe('Poll ended: Tea? Nobody voted.');
});

it('fits a line of the chat with the longest question and options', () => {
  const options = Array.from({ length: 6 }, () => ({
    text: 'x'.repeat(CHAT_POLL_OPTION_MAX),
    votes: 1_000_000,
  }));
  const text = factText(outcomeOf({ question: 'x'.repeat(CHAT_POLL_QUESTION_MAX), options }));
  expect(text.length).toBeLessThanOrEqual(CHAT_TEXT_MAX);
});
