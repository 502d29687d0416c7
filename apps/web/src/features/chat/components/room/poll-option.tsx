import type { ChatPoll } from '@tributary/contracts/chat';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { t } from '@/lib/messages/t.ts';

interface PollOptionProps {
  option: ChatPoll['options'][number];
  /** The share of all votes, up to 1. */
  share: number;
  /** Whether it has won. */
  isFirst: boolean;
  /** Whether another one has won. */
  isBehind: boolean;
  /** Whether this person voted for it. */
  isOwn: boolean;
  /** Null: voting is closed. */
  choice: { readonly isChosen: boolean; readonly onChoose: () => void } | null;
}

/** An option of a poll, with a bar below it as long as its share of the votes. */
export function PollOption({ option: { text }, share, isFirst, isBehind, isOwn, choice }: PollOptionProps) {
  const percent = Math.round(share * 100);
  const Row = choice ? 'label' : 'div';
  return (
    <Row
      className={clsx(
        'relative flex min-h-8 items-center gap-2 overflow-hidden rounded-control bg-surface-3 px-2 pt-1 pb-[calc(0.25rem+0.3em)]',
        choice && 'cursor-pointer',
        isFirst && 'font-semibold',
      )}
    >
      <span
        aria-hidden="true"
        style={{ width: `${percent}%` }}
        // Beside the text rather than behind it, so that both keep their contrast.
        className={clsx(
          'absolute start-0 bottom-0 h-[0.3em] transition-[width] duration-(--duration-fast)',
          isBehind ? 'bg-faint' : 'bg-accent',
        )}
      />
      {choice && (
        <input
          type="radio"
          name="option"
          checked={choice.isChosen}
          onChange={choice.onChoose}
          className="relative size-4 shrink-0 accent-accent"
        />
      )}
      <span className="relative min-w-0 flex-1 [overflow-wrap:anywhere]">{text}</span>
      {isOwn && (
        <Check
          size={16}
          role="img"
          aria-label={t('chat.poll.yourVote')}
          className="relative shrink-0 text-accent"
        />
      )}
      <span className="relative shrink-0 tabular-nums">{percent}%</span>
    </Row>
  );
}
