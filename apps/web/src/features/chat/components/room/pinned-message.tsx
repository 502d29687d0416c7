import type { ChatPin, StreamId } from '@tributary/contracts';
import { clsx } from 'clsx';
import { ChevronDown, ChevronUp, Pin, PinOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { useUnpin } from '../../api/room.ts';
import { AuthorName } from '../messages/message-row.tsx';
import { MessageText } from '../messages/message-text.tsx';

interface PinnedMessageProps {
  streamId: StreamId;
  pin: ChatPin;
  canModerate: boolean;
}

/** A message that stays in view, in two lines until somebody wants to read all of it. */
export function PinnedMessage({ streamId, pin: { message, pinnedBy }, canModerate }: PinnedMessageProps) {
  const [isWhole, setWhole] = useState(false);
  const unpin = useUnpin(streamId);
  const { author, kind, text } = message;
  const Chevron = isWhole ? ChevronUp : ChevronDown;
  return (
    <section aria-label="Pinned message" className="rounded-control bg-surface-2 px-2 pb-2 text-sm">
      <header className="flex items-center gap-1">
        <Pin size={14} aria-hidden="true" className="shrink-0 text-accent" />
        <p className="min-w-0 flex-1 truncate text-muted text-xs">
          Pinned{pinnedBy !== null && ' by '}
          <bdi>{pinnedBy}</bdi>
        </p>
        {canModerate && (
          <Button
            variant="quiet"
            size="icon-sm"
            aria-label="Unpin"
            title="Unpin"
            busy={unpin.isPending}
            onClick={() => unpin.mutate()}
          >
            <PinOff size={14} aria-hidden="true" />
          </Button>
        )}
        <Button
          variant="quiet"
          size="icon-sm"
          aria-label="Whole pinned message"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          <Chevron size={16} aria-hidden="true" />
        </Button>
      </header>
      <p className={clsx('leading-5 [overflow-wrap:anywhere]', !isWhole && 'line-clamp-2')}>
        <AuthorName author={author} isActing={kind === 'action'} />
        <MessageText text={text ?? ''} emotes={message.emotes} self={null} isAction={kind === 'action'} />
      </p>
    </section>
  );
}
