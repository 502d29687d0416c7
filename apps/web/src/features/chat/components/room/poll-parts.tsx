/** The parts of a poll that the chat and its overlay share. */
import type { ChatPoll } from '@tributary/contracts/chat';
import { useMemo } from 'react';
import { formatCount } from '@/lib/format/numbers.ts';
import { formatClock } from '@/lib/format/times.ts';
import { t } from '@/lib/messages/t.ts';
import { freeAfter } from '../../api/moderation.ts';
import { useWait } from '../../api/use-wait.ts';
import { PollOption } from './poll-option.tsx';

const totalOf = ({ options }: ChatPoll): number => options.reduce((sum, { votes }) => sum + votes, 0);

/** The time left, and the number of votes. */
export function PollState({ poll }: { poll: ChatPoll }) {
  const total = totalOf(poll);
  return (
    <>
      {poll.isOpen ? <TimeLeft poll={poll} /> : t('chat.poll.ended')}
      {` · ${t('chat.poll.votes', { count: total, shown: formatCount(total) })}`}
    </>
  );
}

function TimeLeft({ poll }: { poll: ChatPoll }) {
  const seconds = useWait(useMemo(() => freeAfter(poll.leftMs), [poll]));
  if (seconds === 0) return t('chat.poll.counting');
  return t('chat.poll.left', { clock: formatClock(seconds) });
}

interface PollOptionsProps {
  poll: ChatPoll;
  /** The option that this person voted for. */
  own?: number | null;
  /** Null if voting is not possible here. */
  choice?: { readonly chosen: number | null; readonly onChoose: (option: number) => void } | null;
}

export function PollOptions({ poll, own = null, choice = null }: PollOptionsProps) {
  const total = totalOf(poll);
  const most = Math.max(1, ...poll.options.map(({ votes }) => votes));
  return poll.options.map((option, index) => (
    <PollOption
      key={option.text}
      option={option}
      share={total === 0 ? 0 : option.votes / total}
      isFirst={!poll.isOpen && option.votes === most}
      isBehind={!poll.isOpen && option.votes !== most}
      isOwn={own === index}
      choice={choice && { isChosen: choice.chosen === index, onChoose: () => choice.onChoose(index) }}
    />
  ));
}
