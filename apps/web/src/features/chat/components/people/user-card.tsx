import { Link } from '@tanstack/react-router';
import { CHAT_COUNTED_MAX, type ChatMessage, type ChatPerson } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { type RefObject, useRef } from 'react';
import { useApi } from '@/lib/api/use-api.ts';
import { formatDay } from '@/lib/format/dates.ts';
import { formatCount } from '@/lib/format/numbers.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { BlockButton } from '@/ui/block-button.tsx';
import { Button } from '@/ui/button.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { keepFocus, returnFocus } from '@/ui/focus.ts';
import { Avatar } from '@/ui/media/avatar.tsx';
import { Popover, PopoverAnchor, PopoverContent } from '@/ui/overlays/popover.tsx';
import { ReportButton } from '@/ui/report/report-button.tsx';
import { useChatAct, useStanding } from '../../api/moderation.ts';
import { BanForm } from './ban-form.tsx';
import { PersonHistory } from './person-history.tsx';
import { PinForm } from './pin-form.tsx';

interface UserCardProps {
  streamId: StreamId;
  channelId: UserId;
  /** The message whose author the card shows. */
  message: ChatMessage;
  anchor: RefObject<HTMLElement | null>;
  /** Absent if the message cannot be answered. */
  onReply?: ((message: ChatMessage) => void) | undefined;
  onClose: () => void;
}

/** The author of a message, and the actions of moderators on it. */
export function UserCard({ streamId, channelId, message, anchor, onReply, onClose }: UserCardProps) {
  const { author, number, text } = message;
  const { data: person } = useApi(
    'GET /api/streams/:id/chat/people/:userId',
    { params: { id: streamId, userId: author.id } },
    { staleTime: 0 },
  );
  const powers = useStanding(streamId)?.powers ?? [];
  const act = useChatAct(streamId, channelId, author.id);
  const { user } = useSession();
  const isLeft = useRef(false);
  const virtualAnchor = useRef(lastingAnchor(anchor));
  return (
    <Popover open onOpenChange={(open) => !open && onClose()}>
      <PopoverAnchor virtualRef={virtualAnchor} />
      <PopoverContent
        aria-label={author.displayName || author.username}
        side="bottom"
        align="start"
        onInteractOutside={() => {
          isLeft.current = true;
        }}
        // The popover has no button of its own to return the focus to.
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          if (!isLeft.current) returnFocus(anchor.current);
        }}
        className="flex w-72 flex-col gap-4 overflow-y-auto p-4"
      >
        <div ref={keepFocus} className="contents">
          <Identity message={message} person={person} />
          {user?.id !== author.id && (
            <div className="flex flex-wrap gap-2">
              {onReply && text !== null && (
                <Button
                  size="sm"
                  variant="secondary"
                  onClick={() => {
                    // The message box takes the focus.
                    isLeft.current = true;
                    onClose();
                    onReply(message);
                  }}
                >
                  {t('chat.row.reply')}
                </Button>
              )}
              <BlockButton person={author} />
              {text !== null && (
                <ReportButton
                  target={{ kind: 'message', streamId, number }}
                  what={t('chat.row.report')}
                  size="sm"
                />
              )}
            </div>
          )}
          {person?.canBan && text !== null && (
            <Button
              size="sm"
              variant="secondary"
              busy={act.isPending}
              onClick={() => act.mutate({ kind: 'delete', number }, { onSuccess: onClose })}
            >
              {t('chat.person.deleteMessage')}
            </Button>
          )}
          {onReply && powers.includes('room') && text !== null && (
            <PinForm streamId={streamId} number={number} onDone={onClose} />
          )}
          {powers.includes('people') && <PersonHistory channelId={channelId} userId={author.id} />}
          {person?.canBan && <BanForm person={person} busy={act.isPending} onAct={act.mutate} />}
          {person?.canAppoint && (
            <div className="flex flex-wrap gap-2">
              {appointmentsOf(person).map(([kind, label]) => (
                <Button
                  key={kind}
                  size="sm"
                  variant="secondary"
                  busy={act.isPending}
                  onClick={() => act.mutate({ kind })}
                >
                  {label}
                </Button>
              ))}
            </div>
          )}
        </div>
      </PopoverContent>
    </Popover>
  );
}

/** An anchor that keeps the card in place when its message disappears, for example because its author is blocked. */
function lastingAnchor(anchor: RefObject<HTMLElement | null>): { getBoundingClientRect(): DOMRect } {
  let last = new DOMRect();
  return {
    getBoundingClientRect() {
      if (anchor.current?.isConnected) last = anchor.current.getBoundingClientRect();
      return last;
    },
  };
}

const messagesOf = ({ messageCount }: ChatPerson): string =>
  messageCount === CHAT_COUNTED_MAX
    ? t('chat.person.manyMessages', { shown: formatCount(messageCount) })
    : t('chat.person.messageCount', { count: messageCount });

/** The roles that a streamer can give a person, or remove. */
const appointmentsOf = ({
  isModerator,
  isVip,
}: ChatPerson): readonly (readonly ['appoint' | 'dismiss' | 'vip' | 'unvip', string])[] => [
  isModerator ? ['dismiss', t('chat.person.removeModerator')] : ['appoint', t('chat.person.makeModerator')],
  isVip ? ['unvip', t('chat.person.removeVip')] : ['vip', t('chat.person.makeVip')],
];

function Identity({ message: { author }, person }: { message: ChatMessage; person: ChatPerson | undefined }) {
  const name = author.displayName || author.username;
  return (
    <div className="flex gap-3">
      <Avatar name={name} src={person?.avatarUrl ?? null} size={40} />
      <div className="min-w-0 text-sm">
        <h3 className="font-sans font-semibold text-base tracking-normal">
          <Link
            to="/streamer/$username"
            params={{ username: author.username }}
            className="text-ink no-underline hover:text-accent"
          >
            <bdi className="block truncate">{name}</bdi>
          </Link>
        </h3>
        <p className="truncate text-muted">
          <bdi>@{author.username}</bdi>
        </p>
        {person ? (
          <p className="text-muted">
            {t('chat.person.joined', { day: formatDay(person.joinedAt) })}
            <br />
            {person.followsSince
              ? t('chat.person.follows', { day: formatDay(person.followsSince) })
              : t('chat.person.followsNot')}
            <br />
            {messagesOf(person)}
          </p>
        ) : (
          <Skeleton className="mt-1 h-14 w-36" />
        )}
      </div>
    </div>
  );
}
