import { Link } from '@tanstack/react-router';
import type { Notification, NotificationIcon } from '@tributary/contracts/notifications';
import {
  CalendarDays,
  Check,
  Film,
  HandCoins,
  Info,
  type LucideIcon,
  MessageSquare,
  Radio,
  UserPlus,
} from 'lucide-react';
import { formatRelative } from '@/lib/format/times.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';

const ICONS: Readonly<Record<NotificationIcon, { readonly Icon: LucideIcon; readonly tone: string }>> = {
  live: { Icon: Radio, tone: 'bg-live-soft text-live' },
  person: { Icon: UserPlus, tone: 'bg-accent-soft text-accent' },
  chat: { Icon: MessageSquare, tone: 'bg-accent-soft text-accent' },
  money: { Icon: HandCoins, tone: 'bg-amber-soft text-amber' },
  event: { Icon: CalendarDays, tone: 'bg-accent-soft text-accent' },
  recording: { Icon: Film, tone: 'bg-accent-soft text-accent' },
  info: { Icon: Info, tone: 'bg-surface-3 text-muted' },
};

interface NotificationItemProps {
  notification: Notification;
  /** In milliseconds. */
  now: number;
  onRead: (id: string) => void;
  /** Called when the user opens a notification. */
  onFollow?: () => void;
}

export function NotificationItem({ notification, now, onRead, onFollow }: NotificationItemProps) {
  const { id, title, message, read, href, createdAt } = notification;
  return (
    <li className="relative flex gap-3 rounded-control p-2 transition-colors duration-(--duration-fast) hover:bg-surface-3">
      <ActorAvatar notification={notification} />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p className={`line-clamp-2 text-sm ${read ? 'text-muted' : 'font-semibold'}`}>
          {href === null ? (
            title
          ) : (
            <Link
              to={href}
              state={{ via: 'notification' }}
              className="text-inherit no-underline after:absolute after:inset-0 after:rounded-control"
              onClick={() => {
                if (!read) onRead(id);
                onFollow?.();
              }}
            >
              {title}
            </Link>
          )}
          {!read && <span className="sr-only"> {t('notifications.unread')}</span>}
        </p>
        {message !== '' && (
          <p className="line-clamp-2 text-muted text-sm">
            <bdi>{message}</bdi>
          </p>
        )}
        <time dateTime={createdAt} className="text-faint text-xs">
          {formatRelative(createdAt, now)}
        </time>
      </div>
      {!read && (
        <Button
          variant="quiet"
          size="icon-sm"
          aria-label={t('notifications.markOne', { title })}
          title={t('notifications.mark')}
          className="relative z-10 self-center"
          onClick={() => onRead(id)}
        >
          <Check size={16} aria-hidden="true" />
        </Button>
      )}
    </li>
  );
}

/** The actor's avatar with the icon, or the icon alone without an actor. */
function ActorAvatar({ notification: { actor, icon } }: Pick<NotificationItemProps, 'notification'>) {
  const { Icon, tone } = ICONS[icon];
  if (!actor) {
    return (
      <span className={`flex size-10 shrink-0 items-center justify-center rounded-full ${tone}`}>
        <Icon size={18} aria-hidden="true" />
      </span>
    );
  }
  return (
    <span className="relative size-10 shrink-0">
      <Avatar name={actor.displayName} src={actor.avatarUrl} size={40} />
      <span
        className={`absolute -end-1 -bottom-1 flex size-5 items-center justify-center rounded-full ring-2 ring-surface-2 ${tone}`}
      >
        <Icon size={11} aria-hidden="true" />
      </span>
    </span>
  );
}
