import type { StreamId, UserId } from '@tributary/contracts/shared';
import { Gavel } from 'lucide-react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { keepFocus } from '@/ui/focus.ts';
import { Popover, PopoverContent, PopoverTrigger } from '@/ui/overlays/popover.tsx';
import { useQueue, useStanding } from '../../api/moderation.ts';
import { AppealList } from './appeal-list.tsx';
import { HeldMessages } from './held-messages.tsx';

/** The largest number that is shown, since two digits fit. */
const MAX_SHOWN = 99;

interface QueueButtonProps {
  streamId: StreamId;
  channelId: UserId;
}

/** The number of entries in the moderators' queue, and a button that opens it. */
export function QueueButton({ streamId, channelId }: QueueButtonProps) {
  const canDecide = useStanding(streamId)?.powers.includes('people') ?? false;
  const queue = useQueue(canDecide ? channelId : null);
  if (!queue) return null;
  const { heldCount, appeals } = queue;
  const waiting = heldCount + appeals.length;
  const label = waiting === 0 ? t('chat.queue.title') : t('chat.queue.titleWaiting', { count: waiting });
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant="quiet" size="icon-sm" aria-label={label} title={label} className="relative">
          <Gavel size={16} aria-hidden="true" />
          {waiting > 0 && (
            <span
              aria-hidden="true"
              className="absolute -end-0.5 -top-0.5 flex h-4 min-w-4 items-center justify-center rounded-full bg-live px-1 font-semibold text-[0.6875rem] text-on-live tabular-nums leading-none"
            >
              {waiting > MAX_SHOWN ? `${MAX_SHOWN}+` : waiting}
            </span>
          )}
        </Button>
      </PopoverTrigger>
      <PopoverContent
        aria-label={t('chat.queue.title')}
        className="flex max-h-112 w-80 flex-col overflow-y-auto p-4"
      >
        <div ref={keepFocus}>
          <h3 className="pb-2 text-base">{t('chat.queue.held')}</h3>
          <HeldMessages channelId={channelId} queue={queue} />
          {appeals.length > 0 && (
            <>
              <h3 className="pt-4 pb-2 text-base">{t('chat.queue.appeals')}</h3>
              <AppealList channelId={channelId} people={appeals} />
            </>
          )}
        </div>
      </PopoverContent>
    </Popover>
  );
}
