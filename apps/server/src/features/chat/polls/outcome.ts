import type { ChatFact, ChatPoll } from '@tributary/contracts/chat';

/** The outcome of a poll, for the chat. */
export function outcomeOf({
  question,
  options,
}: Pick<ChatPoll, 'question' | 'options'>): Extract<ChatFact, { kind: 'poll' }> {
  const votes = options.reduce((sum, option) => sum + option.votes, 0);
  const most = Math.max(...options.map((option) => option.votes));
  const winners = votes === 0 ? [] : options.filter((option) => option.votes === most);
  return {
    kind: 'poll',
    question,
    winners: winners.map(({ text }) => text),
    share: votes === 0 ? 0 : most / votes,
    votes,
  };
}
