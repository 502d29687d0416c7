import { Link } from '@tanstack/react-router';
import {
  CHAT_COUNTED_MAX,
  type ChatMessage,
  type ChatPerson,
  type StreamId,
  type UserId,
} from '@tributary/contracts';
import { type RefObject, useState } from 'react';
import { formatDay } from '@/lib/dates.ts';
import { formatCount, formatNumberOf } from '@/lib/format.ts';
import { useSession } from '@/lib/session.ts';
import { BlockButton } from '@/ui/block-button.tsx';
import { Button } from '@/ui/button.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input, Select } from '@/ui/forms/inputs.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';
import { Popover, PopoverAnchor, PopoverContent } from '@/ui/overlays/popover.tsx';
import { ReportButton } from '@/ui/report/report-button.tsx';
import { type ChatAct, useChatAct, useChatPerson, useStanding } from '../../api/moderation.ts';
import { banSentence } from '../../engine/ban-sentence.ts';
import { PersonHistory } from './person-history.tsx';
import { PinForm } from './pin-form.tsx';

/** How long somebody can be banned; empty: permanently. */
const DURATIONS = [
  ['60', '1 minute'],
  ['600', '10 minutes'],
  ['3600', '1 hour'],
  ['86400', '1 day'],
  ['604800', '1 week'],
  ['', 'For good'],
] as const;

interface UserCardProps {
  streamId: StreamId;
  channelId: UserId;
  /** Whose author the card is about. */
  message: ChatMessage;
  anchor: RefObject<HTMLElement | null>;
  /** Absent: nobody can answer the message. */
  onReply?: ((message: ChatMessage) => void) | undefined;
  onClose: () => void;
}

/** Who wrote a message, and what a moderator can do about it. */
export function UserCard({ streamId, channelId, message, anchor, onReply, onClose }: UserCardProps) {
  const { author, number, text } = message;
  const { data: person } = useChatPerson(streamId, author.id);
  const powers = useStanding(streamId)?.powers ?? [];
  const act = useChatAct(streamId, channelId, author.id);
  const { user } = useSession();
  return (
    <Popover open onOpenChange={(open) => !open && onClose()}>
      <PopoverAnchor virtualRef={anchor as RefObject<HTMLElement>} />
      <PopoverContent
        aria-label={author.displayName || author.username}
        side="bottom"
        align="start"
        className="flex w-72 flex-col gap-4 overflow-y-auto p-4"
      >
        <Identity message={message} person={person} />
        {user?.id !== author.id && (
          <div className="flex flex-wrap gap-2">
            {onReply && text !== null && (
              <Button
                size="sm"
                variant="secondary"
                onClick={() => {
                  onClose();
                  onReply(message);
                }}
              >
                Reply
              </Button>
            )}
            <BlockButton person={author} />
            {text !== null && (
              <ReportButton target={{ kind: 'message', streamId, number }} what="this message" size="sm" />
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
            Delete this message
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
      </PopoverContent>
    </Popover>
  );
}

const messagesOf = ({ messageCount }: ChatPerson): string =>
  messageCount === CHAT_COUNTED_MAX
    ? `${formatCount(messageCount)}+ messages`
    : formatNumberOf(messageCount, 'message');

/** What a streamer can make of somebody, or unmake. */
const appointmentsOf = ({
  isModerator,
  isVip,
}: ChatPerson): readonly (readonly ['appoint' | 'dismiss' | 'vip' | 'unvip', string])[] => [
  isModerator ? ['dismiss', 'Remove as moderator'] : ['appoint', 'Make moderator'],
  isVip ? ['unvip', 'Remove as VIP'] : ['vip', 'Make VIP'],
];

function Identity({ message: { author }, person }: { message: ChatMessage; person: ChatPerson | undefined }) {
  const name = author.displayName || author.username;
  return (
    <div className="flex gap-3">
      <Avatar name={name} src={person?.avatarUrl ?? null} size={40} />
      <div className="min-w-0 text-sm">
        <Link
          to="/streamer/$username"
          params={{ username: author.username }}
          className="font-semibold text-base text-ink no-underline hover:text-accent"
        >
          <bdi className="block truncate">{name}</bdi>
        </Link>
        <p className="truncate text-muted">@{author.username}</p>
        {person ? (
          <p className="text-muted">
            Joined {formatDay(person.joinedAt)}
            <br />
            {person.followsSince ? `Follows since ${formatDay(person.followsSince)}` : 'Doesn’t follow'}
            <br />
            {messagesOf(person)} in this channel
          </p>
        ) : (
          <Skeleton className="mt-1 h-14 w-36" />
        )}
      </div>
    </div>
  );
}

interface BanFormProps {
  person: ChatPerson;
  busy: boolean;
  onAct: (act: ChatAct) => void;
}

function BanForm({ person, busy, onAct }: BanFormProps) {
  const [duration, setDuration] = useState('600');
  const [reason, setReason] = useState('');
  if (person.ban) {
    return (
      <div className="flex flex-col gap-2 text-sm">
        <p className="text-muted">{banSentence(person.ban, 'Can’t write in this chat')}</p>
        <Button size="sm" variant="secondary" busy={busy} onClick={() => onAct({ kind: 'unban' })}>
          Lift the ban
        </Button>
      </div>
    );
  }
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onAct({ kind: 'ban', seconds: duration === '' ? null : Number(duration), reason });
      }}
    >
      <Field label="Ban from the chat">
        {(control) => (
          <Select {...control} value={duration} onChange={({ target }) => setDuration(target.value)}>
            {DURATIONS.map(([seconds, label]) => (
              <option key={seconds} value={seconds}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Reason, which they see">
        {(control) => (
          <Input
            {...control}
            maxLength={200}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      <Button type="submit" size="sm" variant="danger" busy={busy}>
        Ban
      </Button>
    </form>
  );
}
