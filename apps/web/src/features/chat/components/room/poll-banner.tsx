import type { ChatPoll } from '@tributary/contracts/chat';
import type { StreamId } from '@tributary/contracts/shared';
import { ChartBarBig } from 'lucide-react';
import { useState } from 'react';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { useIntent } from '@/lib/use-intent.ts';
import { Button } from '@/ui/button.tsx';
import { useStanding } from '../../api/moderation.ts';
import { useVote } from '../../api/polls.ts';
import { BannerHeader } from './banner-header.tsx';
import { BANNER } from './keep-focus.ts';
import { PollOptions, PollState } from './poll-parts.tsx';

interface PollBannerProps {
  streamId: StreamId;
  poll: ChatPoll;
  onSignedOut: (action: string) => void;
}

/** A poll, in which people vote while it runs, with its votes. */
export function PollBanner({ streamId, poll, onSignedOut }: PollBannerProps) {
  const { id, question, isOpen } = poll;
  const standing = useStanding(streamId);
  const signedIn = useSession().state === 'signed-in';
  const [chosen, setChosen] = useState<number | null>(null);
  const [isShown, setShown] = useState(true);
  const vote = useVote(streamId, id);
  const end = useApiMutation('POST /api/streams/:id/chat/polls/:pollId/end', {
    failure: t('chat.poll.notEnded'),
  });
  const castVote = () => {
    if (chosen !== null) vote.mutate(chosen);
  };
  const remember = useIntent(`vote ${id}`, castVote);
  const own = standing?.vote?.pollId === id ? standing.vote.option : null;
  const mayVote = isOpen && own === null && !standing?.ban;
  return (
    <form
      {...BANNER}
      aria-label={t('chat.poll.poll')}
      className="flex flex-col rounded-control bg-surface-2 px-2 pb-2 text-sm"
      onSubmit={(event) => {
        event.preventDefault();
        if (signedIn) return castVote();
        remember();
        onSignedOut(t('chat.poll.signInAction'));
      }}
    >
      <BannerHeader
        icon={ChartBarBig}
        title={<PollState poll={poll} />}
        content={t('chat.poll.options')}
        isOpen={isShown}
        onToggle={setShown}
      >
        {isOpen && standing?.powers.includes('room') && (
          <Button
            variant="quiet"
            size="sm"
            busy={end.isPending}
            onClick={() => end.mutate({ params: { id: streamId, pollId: id } })}
          >
            {t('chat.poll.end')}
          </Button>
        )}
      </BannerHeader>
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 font-semibold leading-5 [overflow-wrap:anywhere]">{question}</legend>
        {isShown && (
          <PollOptions poll={poll} own={own} choice={mayVote ? { chosen, onChoose: setChosen } : null} />
        )}
      </fieldset>
      {isShown && mayVote && (
        <Button
          type="submit"
          size="sm"
          className="mt-2"
          busy={vote.isPending}
          disabled={signedIn && chosen === null}
        >
          {signedIn ? t('chat.poll.vote') : t('chat.poll.signIn')}
        </Button>
      )}
    </form>
  );
}
