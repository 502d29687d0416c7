import type { ChatPoll, StreamId } from '@tributary/contracts';
import { ChartBarBig } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatCount } from '@/lib/format.ts';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { freeAfter, useStanding } from '../../api/moderation.ts';
import { useEndPoll, useVote } from '../../api/polls.ts';
import { useWait } from '../../api/use-wait.ts';
import { BannerHeader } from './banner-header.tsx';
import { PollOption } from './poll-option.tsx';

interface PollBannerProps {
  streamId: StreamId;
  poll: ChatPoll;
  onSignedOut: () => void;
}

/** A poll, in which people vote while it runs, with its votes. */
export function PollBanner({ streamId, poll, onSignedOut }: PollBannerProps) {
  const { id, question, options, isOpen } = poll;
  const standing = useStanding(streamId);
  const signedIn = useSession().state === 'signed-in';
  const [chosen, setChosen] = useState<number | null>(null);
  const [isShown, setShown] = useState(true);
  const vote = useVote(streamId, id);
  const end = useEndPoll(streamId, id);
  const own = standing?.vote?.pollId === id ? standing.vote.option : null;
  const total = options.reduce((sum, { votes }) => sum + votes, 0);
  const most = Math.max(1, ...options.map(({ votes }) => votes));
  const mayVote = isOpen && own === null && !standing?.ban;
  return (
    <form
      aria-label="Poll"
      className="flex flex-col rounded-control bg-surface-2 px-2 pb-2 text-sm"
      onSubmit={(event) => {
        event.preventDefault();
        if (!signedIn) onSignedOut();
        else if (chosen !== null) vote.mutate(chosen);
      }}
    >
      <BannerHeader
        icon={ChartBarBig}
        title={
          <>
            {isOpen ? <TimeLeft poll={poll} /> : 'Poll ended'}
            {` · ${formatCount(total)} ${total === 1 ? 'vote' : 'votes'}`}
          </>
        }
        content="Options of the poll"
        isOpen={isShown}
        onToggle={setShown}
      >
        {isOpen && standing?.powers.includes('room') && (
          <Button variant="quiet" size="sm" busy={end.isPending} onClick={() => end.mutate()}>
            End poll
          </Button>
        )}
      </BannerHeader>
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 font-semibold leading-5 [overflow-wrap:anywhere]">{question}</legend>
        {isShown &&
          options.map((option, index) => (
            <PollOption
              key={option.text}
              option={option}
              share={total === 0 ? 0 : option.votes / total}
              isFirst={!isOpen && option.votes === most}
              isOwn={own === index}
              choice={mayVote ? { isChosen: chosen === index, onChoose: () => setChosen(index) } : null}
            />
          ))}
      </fieldset>
      {isShown && mayVote && (
        <Button
          type="submit"
          size="sm"
          className="mt-2"
          busy={vote.isPending}
          disabled={signedIn && chosen === null}
        >
          {signedIn ? 'Vote' : 'Sign in to vote'}
        </Button>
      )}
    </form>
  );
}

function TimeLeft({ poll }: { poll: ChatPoll }) {
  const seconds = useWait(useMemo(() => freeAfter(poll.leftMs), [poll]));
  if (seconds === 0) return 'Counting the votes';
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left`;
}
