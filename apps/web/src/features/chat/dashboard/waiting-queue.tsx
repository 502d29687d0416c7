import type { UserId } from '@tributary/contracts/shared';
import { t } from '@/lib/messages/t.ts';
import { useQueue } from '../api/moderation.ts';
import { AppealList } from '../components/queue/appeal-list.tsx';
import { HeldMessages } from '../components/queue/held-messages.tsx';

/** Held messages and appeals that wait for a moderator, beside the chat. Renders nothing while there are none. */
export function WaitingQueue({ channelId }: { channelId: UserId }) {
  const queue = useQueue(channelId);
  if (!queue || queue.heldCount + queue.appeals.length === 0) return null;
  return (
    <section
      aria-label={t('chat.queue.title')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it.
      tabIndex={0}
      className="flex max-h-[40%] shrink-0 flex-col gap-3 overflow-y-auto bg-surface-1 p-4 [scrollbar-width:thin] focus-visible:-outline-offset-2 md:rounded-media"
    >
      {queue.heldCount > 0 && (
        <>
          <h2 className="text-base">{t('chat.queue.held')}</h2>
          <HeldMessages channelId={channelId} queue={queue} />
        </>
      )}
      {queue.appeals.length > 0 && (
        <>
          <h2 className="text-base">{t('chat.queue.appeals')}</h2>
          <AppealList channelId={channelId} people={queue.appeals} />
        </>
      )}
    </section>
  );
}
