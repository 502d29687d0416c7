import type { ChatAuthor, ChatBadge, ChatMessage } from '@tributary/contracts';
import { Clapperboard, type LucideIcon, Shield, Star, Sword } from 'lucide-react';
import { memo } from 'react';
import { VerifiedBadge } from '@/ui/media/verified-badge.tsx';
import { nameColor } from '../engine/name-color.ts';

const BADGES: Readonly<
  Record<Exclude<ChatBadge, 'verified'>, { icon: LucideIcon; label: string; look: string }>
> = {
  streamer: { icon: Clapperboard, label: 'Streamer', look: 'text-live' },
  admin: { icon: Shield, label: 'Admin', look: 'text-amber' },
  moderator: { icon: Sword, label: 'Moderator', look: 'text-green' },
  subscriber: { icon: Star, label: 'Subscriber', look: 'text-accent' },
};

const TIME = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' });

/** The look of everything that stands in the list. */
export const rowLook = 'rounded-control px-2 py-1 text-sm leading-5 [overflow-wrap:anywhere]';

export const MessageRow = memo(function MessageRow({ message }: { message: ChatMessage }) {
  const { author, number, sentAt, text } = message;
  return (
    <li
      data-number={number}
      title={TIME.format(new Date(sentAt))}
      className={`${rowLook} hover:bg-surface-2`}
    >
      <AuthorName author={author} />
      {text === null ? (
        <span className="text-faint italic">Message deleted</span>
      ) : (
        <bdi className="text-ink">{text}</bdi>
      )}
    </li>
  );
});

/** Badges and name, before what the person wrote. */
export function AuthorName({ author }: { author: ChatAuthor }) {
  return (
    <>
      {author.badges.map((badge) => (
        <Badge key={badge} badge={badge} />
      ))}
      <bdi className="font-semibold" style={{ color: nameColor(author.id) }}>
        {author.displayName || author.username}
      </bdi>
      <span className="text-muted">: </span>
    </>
  );
}

function Badge({ badge }: { badge: ChatBadge }) {
  if (badge === 'verified') {
    return (
      <span className="me-1 inline-block align-[-2px]">
        <VerifiedBadge size={14} />
      </span>
    );
  }
  const { icon: Icon, label, look } = BADGES[badge];
  return (
    <Icon size={14} role="img" aria-label={label} className={`me-1 inline-block align-[-2px] ${look}`} />
  );
}
