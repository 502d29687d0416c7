import type { ChatPoll } from '@tributary/contracts/chat';

/** The sentence about the outcome of a poll, for the chat. */
export function outcomeOf({ question, options }: Pick<ChatPoll, 'question' | 'options'>): string {
  const total = options.reduce((sum, { votes }) => sum + votes, 0);
  const most = Math.max(...options.map(({ votes }) => votes));
  if (total === 0) return `Poll ended: ${question} Nobody voted.`;
  const first = options.filter(({ votes }) => votes === most).map(({ text }) => text);
  const share = `${Math.round((most / total) * 100)}% of ${total} ${total === 1 ? 'vote' : 'votes'}`;
  return first.length === 1
    ? `Poll ended: ${question} “${first[0]}” won with ${share}.`
    : `Poll ended: ${question} Tie with ${share} each: ${first.map((text) => `“${text}”`).join(', ')}.`;
}
