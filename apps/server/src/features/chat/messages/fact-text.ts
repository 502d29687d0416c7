/** The English sentence for what a line of the server reports. Clients that know facts write their own. */
import type { ChatFact } from '@tributary/contracts/chat';
import { guestLabel } from '@tributary/contracts/payments';
import { formatMoney } from '@tributary/contracts/shared';
import { SOURCE_LANGUAGE } from '@tributary/messages/languages';
import { textIn } from '#platform/messages/index.ts';

export function factText(fact: ChatFact): string {
  switch (fact.kind) {
    case 'donation': {
      const { donor, isGuest, amount, currency } = fact;
      const name = isGuest || donor === null ? guestLabel(donor) : donor;
      return textIn(SOURCE_LANGUAGE, 'chat.fact.donation', { name, amount: formatMoney(amount, currency) });
    }
    case 'subscription':
      return textIn(SOURCE_LANGUAGE, 'chat.fact.subscription', { name: fact.name });
    case 'gift': {
      const giver = fact.giver ?? textIn(SOURCE_LANGUAGE, 'chat.fact.viewer');
      return textIn(SOURCE_LANGUAGE, 'chat.fact.gift', { giver, recipient: fact.recipient });
    }
    case 'raid':
      return textIn(SOURCE_LANGUAGE, 'chat.fact.raid', { channel: fact.channel, viewers: fact.viewers });
    case 'poll': {
      const { question, winners, votes } = fact;
      const [first] = winners;
      if (first === undefined) return textIn(SOURCE_LANGUAGE, 'chat.fact.poll.none', { question });
      const share = `${Math.round(fact.share * 100)}%`;
      if (winners.length === 1)
        return textIn(SOURCE_LANGUAGE, 'chat.fact.poll.won', { question, winner: first, share, votes });
      const list = winners.map((winner) => `“${winner}”`).join(', ');
      return textIn(SOURCE_LANGUAGE, 'chat.fact.poll.tie', { question, winners: list, share, votes });
    }
    case 'cleared':
      return textIn(SOURCE_LANGUAGE, 'chat.fact.cleared');
  }
}
