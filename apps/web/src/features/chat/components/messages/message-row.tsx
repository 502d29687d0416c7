import type { ChatAuthor, ChatBadge, ChatMessage, ChatMessageKind } from '@tributary/contracts/chat';
import { clsx } from 'clsx';
import {
  Bot,
  Clapperboard,
  CornerUpLeft,
  Gem,
  Info,
  type LucideIcon,
  Megaphone,
  Shield,
  Star,
  Sword,
} from 'lucide-react';
import { type ComponentProps, memo } from 'react';
import { formatTime } from '@/lib/format/dates.ts';
import { t } from '@/lib/messages/t.ts';
import { VerifiedBadge } from '@/ui/media/verified-badge.tsx';
import { concerns } from '../../engine/people/concerns.ts';
import { nameColor } from '../../engine/people/name-color.ts';
import { headlined, shownText } from './fact-text.ts';
import { LinkPreviewCard } from './link-preview.tsx';
import { MessageText } from './message-text.tsx';
import { ReplyContext } from './reply-context.tsx';
import { SupportIcon, SupportText, supportLook } from './support.tsx';

const BADGES: Readonly<
  Record<Exclude<ChatBadge, 'verified'>, { icon: LucideIcon; label: string; look: string }>
> = {
  streamer: { icon: Clapperboard, label: t('chat.badge.streamer'), look: 'text-live' },
  admin: { icon: Shield, label: t('chat.badge.admin'), look: 'text-amber' },
  moderator: { icon: Sword, label: t('chat.badge.moderator'), look: 'text-green' },
  vip: { icon: Gem, label: t('chat.badge.vip'), look: 'text-accent' },
  subscriber: { icon: Star, label: t('chat.badge.subscriber'), look: 'text-accent' },
  demo: { icon: Bot, label: t('chat.badge.demo'), look: 'text-muted' },
};

/** The style of all rows in the list. */
export const rowLook = 'rounded-control px-2 py-1 text-sm leading-5 [overflow-wrap:anywhere]';

/** The styles that set announcements and reports apart from viewers' messages. */
const KIND_LOOKS: Readonly<Record<ChatMessageKind, string>> = {
  message: '',
  action: '',
  announcement: 'my-1 border-accent border-s-2 bg-surface-2',
  system: 'my-1 bg-surface-2',
};

interface MessageRowProps {
  message: ChatMessage;
  /** The signed-in person, whose mentions are highlighted. */
  self: ChatAuthor | null;
  /** Whether Tab goes through its controls. The arrow keys choose the message. */
  isCurrent: boolean;
  /** Opens the card of its author beside the name. */
  onAuthor: (message: ChatMessage, name: HTMLElement) => void;
  /** Absent if messages cannot be answered. */
  onReply?: ((message: ChatMessage) => void) | undefined;
}

export const MessageRow = memo(function MessageRow({
  message,
  self,
  isCurrent,
  onAuthor,
  onReply,
}: MessageRowProps) {
  const { author, kind, number, sentAt, replyTo, support } = message;
  const text = shownText(message);
  const isForSelf = self !== null && concerns(message, self);
  const tabIndex = isCurrent ? 0 : -1;
  const textId = `chat-message-${number}`;
  return (
    <li
      data-number={number}
      title={formatTime(sentAt)}
      className={clsx(
        rowLook,
        'group/row relative',
        support
          ? [supportLook, isCurrent && 'ring-1 ring-amber']
          : [
              KIND_LOOKS[kind],
              isForSelf ? 'bg-accent-soft' : isCurrent ? 'bg-surface-2' : 'hover:bg-surface-2',
            ],
      )}
    >
      {replyTo && <ReplyContext reply={replyTo} />}
      {support ? <SupportIcon kind={support.kind} /> : <KindIcon kind={kind} />}
      {kind !== 'system' && (
        <AuthorName
          author={author}
          isActing={kind === 'action'}
          button={{
            tabIndex,
            'aria-describedby': textId,
            onClick: ({ currentTarget }) => onAuthor(message, currentTarget),
          }}
        />
      )}
      {text === null ? (
        <span id={textId} className="text-faint italic">
          {t('chat.message.deleted')}
        </span>
      ) : support ? (
        <SupportText
          id={textId}
          support={headlined(message, support)}
          text={text}
          self={self?.username ?? null}
        />
      ) : (
        <MessageText
          id={textId}
          tabIndex={tabIndex}
          text={text}
          emotes={message.emotes}
          self={self?.username ?? null}
          isAction={kind === 'action'}
          // Only a person's name in the line could look like a link.
          withoutLinks={kind === 'system'}
        />
      )}
      {message.preview && text !== null && <LinkPreviewCard preview={message.preview} tabIndex={tabIndex} />}
      {onReply && text !== null && kind !== 'system' && (
        <button
          type="button"
          aria-label={t('chat.row.replyTo', { name: author.displayName || author.username })}
          title={t('chat.row.reply')}
          tabIndex={tabIndex}
          onClick={() => onReply(message)}
          // On devices without hovering, the card of the author offers this.
          className={clsx(
            'absolute end-1 top-0.5 flex size-6 items-center justify-center rounded-control bg-surface-3 text-muted hover:text-ink group-hover/row:opacity-100 pointer-coarse:hidden',
            !isCurrent && 'opacity-0',
          )}
        >
          <CornerUpLeft size={14} aria-hidden="true" className="rtl:-scale-x-100" />
        </button>
      )}
    </li>
  );
});

function KindIcon({ kind }: { kind: ChatMessageKind }) {
  const look = 'me-1.5 inline-block align-[-0.15em]';
  if (kind === 'announcement')
    return (
      <Megaphone
        size="1em"
        role="img"
        aria-label={t('chat.row.announcement')}
        className={`${look} text-accent`}
      />
    );
  return kind === 'system' ? <Info size="1em" aria-hidden="true" className={`${look} text-muted`} /> : null;
}

/** A long name ends in an ellipsis, so that badges, name and the first words stay on one line. */
const NAME_LOOK = 'inline-block max-w-[70%] truncate align-bottom';

/** The badges and the name before a person's message. */
export function AuthorName({
  author,
  isActing = false,
  button,
}: {
  author: ChatAuthor;
  /** Whether the name is followed by an action, as part of the sentence. */
  isActing?: boolean;
  /** The properties of the button; absent: the name is no button. */
  button?: Omit<ComponentProps<'button'>, 'type' | 'className' | 'children'>;
}) {
  const name = author.displayName || author.username;
  const colored = (
    <bdi className="font-semibold" style={{ color: nameColor(author.id) }}>
      {name}
    </bdi>
  );
  return (
    <>
      {author.badges.map((badge) => (
        <Badge key={badge} badge={badge} />
      ))}
      {button ? (
        <button
          {...button}
          type="button"
          data-name
          title={name}
          className={`${NAME_LOOK} text-start underline-offset-2 hover:underline`}
        >
          {colored}
        </button>
      ) : (
        <span title={name} className={NAME_LOOK}>
          {colored}
        </span>
      )}
      <span className="text-muted">{isActing ? ' ' : ': '}</span>
    </>
  );
}

/** The role of a person in the channel. */
export function Badge({ badge }: { badge: ChatBadge }) {
  if (badge === 'verified') {
    return (
      <span className="me-1 inline-block align-[-0.15em]">
        <VerifiedBadge size="1em" />
      </span>
    );
  }
  const { icon: Icon, label, look } = BADGES[badge];
  return (
    // The icon is as large as the text, which is twice the size in the overlay.
    <Icon
      size="1em"
      role="img"
      aria-label={label}
      className={`me-1 inline-block shrink-0 align-[-0.15em] ${look}`}
    />
  );
}
