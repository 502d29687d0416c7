/** The sentence for what a line of the server reports. */
import type { ChatFact, ChatMessage, ChatSupport } from '@tributary/contracts/chat';
import { numberFormat } from '@tributary/messages/format';
import { formatMoney } from '@/lib/format/money.ts';
import { guestLabel } from '@/lib/labels/guest-label.ts';
import { locale } from '@/lib/messages/language.ts';
import { t } from '@/lib/messages/t.ts';

/** The text of a message as it is shown: lines of the server in the language of the viewer. Null: deleted. */
export function shownText({
  text,
  fact,
  support,
}: Pick<ChatMessage, 'text' | 'fact' | 'support'>): string | null {
  if (text === null || fact === undefined) return text;
  // The donor's own words follow the headline.
  return support === undefined ? factText(fact) : factText(fact) + text.slice(support.headline.length);
}

/** The highlighted beginning of a line about a payment, as `shownText` writes it. */
export const headlined = ({ fact }: Pick<ChatMessage, 'fact'>, support: ChatSupport): ChatSupport =>
  fact === undefined ? support : { ...support, headline: factText(fact) };

function factText(fact: ChatFact): string {
  switch (fact.kind) {
    case 'donation':
      return t('chat.fact.donation', {
        name: donorOf(fact),
        amount: formatMoney(fact.amount, fact.currency),
      });
    case 'subscription':
      return t('chat.fact.subscription', { name: fact.name });
    case 'gift':
      return t('chat.fact.gift', { giver: fact.giver ?? t('chat.fact.viewer'), recipient: fact.recipient });
    case 'raid':
      return t('chat.fact.raid', { channel: fact.channel, viewers: fact.viewers });
    case 'poll':
      return pollText(fact);
    case 'cleared':
      return t('chat.fact.cleared');
  }
}

const donorOf = ({ donor, isGuest }: Extract<ChatFact, { kind: 'donation' }>): string =>
  donor === null || isGuest ? guestLabel(donor) : donor;

function pollText({ question, winners, votes, share }: Extract<ChatFact, { kind: 'poll' }>): string {
  const [winner] = winners;
  if (winner === undefined) return t('chat.fact.poll.none', { question });
  const percent = numberFormat(locale(), { style: 'percent' }).format(share);
  return winners.length === 1
    ? t('chat.fact.poll.won', { question, winner, share: percent, votes })
    : t('chat.fact.poll.tie', {
        question,
        winners: new Intl.ListFormat(locale()).format(winners),
        share: percent,
        votes,
      });
}
