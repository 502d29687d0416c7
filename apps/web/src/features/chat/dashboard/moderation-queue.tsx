import type { UserId } from '@tributary/contracts/shared';
import type { ReactNode } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Section } from '@/ui/layout.tsx';
import { useQueue } from '../api/moderation.ts';
import { AppealList } from '../components/queue/appeal-list.tsx';
import { HeldMessages } from '../components/queue/held-messages.tsx';
import { Bans } from './bans.tsx';

interface ModerationQueueProps {
  channelId: UserId;
  /** The comments that wait for the same moderators. */
  comments: ReactNode;
}

/** The queue of messages and appeals, also while the channel is offline. */
export function ModerationQueue({ channelId, comments }: ModerationQueueProps) {
  const queue = useQueue(channelId);
  return (
    <>
      <Section title={t('chat.queue.held')}>
        {queue ? <HeldMessages channelId={channelId} queue={queue} /> : <Skeleton className="h-6" />}
      </Section>
      {comments}
      {queue !== null && queue.appeals.length > 0 && (
        <Section title={t('chat.queue.appeals')}>
          <AppealList channelId={channelId} people={queue.appeals} />
        </Section>
      )}
      <Section title={t('chat.bans.title')}>
        <Bans channelId={channelId} />
      </Section>
    </>
  );
}
