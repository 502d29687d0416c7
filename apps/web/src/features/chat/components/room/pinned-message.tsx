import type { ChatPin } from '@tributary/contracts/chat';
import type { StreamId } from '@tributary/contracts/shared';
import { clsx } from 'clsx';
import { Pin, PinOff } from 'lucide-react';
import { useState } from 'react';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Button } from '@/ui/button.tsx';
import { AuthorName } from '../messages/message-row.tsx';
import { MessageText } from '../messages/message-text.tsx';
import { BannerHeader } from './banner-header.tsx';
import { BANNER } from './keep-focus.ts';

interface PinnedMessageProps {
  streamId: StreamId;
  pin: ChatPin;
  canUnpin: boolean;
}

/** A pinned message, in two lines until the viewer expands it. */
export function PinnedMessage({ streamId, pin: { message, pinnedBy }, canUnpin }: PinnedMessageProps) {
  const [isWhole, setWhole] = useState(false);
  const unpin = useApiMutation('DELETE /api/streams/:id/chat/pin', { failure: t('chat.pin.notUnpinned') });
  const { author, kind, text } = message;
  return (
    <section
      {...BANNER}
      aria-label={t('chat.pin.message')}
      className="rounded-control bg-surface-2 px-2 pb-2 text-sm"
    >
      <BannerHeader
        icon={Pin}
        title={
          pinnedBy === null ? (
            t('chat.pin.title')
          ) : (
            <Text k="chat.pin.by" values={{ name: () => <bdi>{pinnedBy}</bdi> }} />
          )
        }
        content={t('chat.pin.whole')}
        isOpen={isWhole}
        onToggle={setWhole}
      >
        {canUnpin && (
          <Button
            variant="quiet"
            size="icon-sm"
            aria-label={t('chat.pin.unpin')}
            title={t('chat.pin.unpin')}
            busy={unpin.isPending}
            onClick={() => unpin.mutate({ params: { id: streamId } })}
          >
            <PinOff size={14} aria-hidden="true" />
          </Button>
        )}
      </BannerHeader>
      <p className={clsx('leading-5 [overflow-wrap:anywhere]', !isWhole && 'line-clamp-2')}>
        <AuthorName author={author} isActing={kind === 'action'} />
        <MessageText text={text ?? ''} emotes={message.emotes} self={null} isAction={kind === 'action'} />
      </p>
    </section>
  );
}
