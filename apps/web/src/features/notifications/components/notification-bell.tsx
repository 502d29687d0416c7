import { Link, useNavigate } from '@tanstack/react-router';
import type { Notification } from '@tributary/contracts/notifications';
import { Bell as BellIcon, CheckCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { keepFocus } from '@/ui/focus.ts';
import { Popover, PopoverContent, PopoverTrigger } from '@/ui/overlays/popover.tsx';
import { useNow } from '@/ui/time.tsx';
import { useBell, useRead, useReadAll } from '../api/use-bell.ts';
import { badge, spoken } from '../engine/bell.ts';
import { renewSubscription } from '../engine/push.ts';
import { NotificationItem } from './notification-item.tsx';
import { NotificationsSkeleton } from './notifications-skeleton.tsx';

/** The newest 20 notifications, live. A new one is also shown as a toast while the page is visible. */
export function NotificationBell({ userId }: { userId: string }) {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const read = useRead();
  const readAll = useReadAll();
  const { data: bell, error, refetch } = useBell(announce);
  const unread = bell?.unread ?? 0;
  const shown = badge(unread);

  useEffect(() => {
    // If this fails, this browser gets no pushes until the next visit; that isn't worth an error message.
    renewSubscription(userId).catch(() => undefined);
  }, [userId]);

  function announce({ id, title, message, href }: Notification): void {
    if (document.visibilityState !== 'visible' || href === location.pathname) return;
    const follow = (to: string) => {
      read.mutate(id);
      void navigate({ to, state: { via: 'notification' } });
    };
    toast.info(title, {
      description: message,
      ...(href !== null && { action: { label: t('notifications.open'), onClick: () => follow(href) } }),
    });
  }

  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="quiet" size="icon" aria-label={spoken(unread)} className="relative">
          <BellIcon size={18} aria-hidden="true" />
          {shown !== null && (
            <span
              aria-hidden="true"
              className="absolute top-0.5 end-0 flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-live px-1 font-semibold text-[0.6875rem] text-on-live tabular-nums leading-none ring-2 ring-ground"
            >
              {shown}
            </span>
          )}
        </Button>
      </PopoverTrigger>
      <PopoverContent ref={keepFocus} aria-label={t('notifications.title')} className="flex w-96 flex-col">
        <div className="flex min-h-13 items-center justify-between gap-3 ps-4 pe-2">
          <h2 className="text-base">{t('notifications.title')}</h2>
          {unread > 0 && (
            <Button variant="quiet" size="sm" onClick={() => readAll.mutate()}>
              <CheckCheck size={16} aria-hidden="true" />
              {t('notifications.markAll')}
            </Button>
          )}
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2">
          {bell ? (
            <List
              notifications={bell.notifications}
              onRead={(id) => read.mutate(id)}
              onFollow={() => setOpen(false)}
            />
          ) : error ? (
            <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />
          ) : (
            <div className="px-2">
              <NotificationsSkeleton />
            </div>
          )}
        </div>
        <div className="flex border-line border-t p-2">
          <Button asChild variant="quiet" size="sm" className="flex-1">
            <Link to="/dashboard/viewer/notifications" onClick={() => setOpen(false)}>
              {t('notifications.seeAll')}
            </Link>
          </Button>
          <Button asChild variant="quiet" size="sm" className="flex-1">
            <Link to="/dashboard/viewer/preferences" onClick={() => setOpen(false)}>
              {t('notifications.settings')}
            </Link>
          </Button>
        </div>
      </PopoverContent>
    </Popover>
  );
}

interface ListProps {
  notifications: readonly Notification[];
  onRead: (id: string) => void;
  /** Called when the user opens a notification. */
  onFollow: () => void;
}

function List({ notifications, onRead, onFollow }: ListProps) {
  const now = useNow();
  if (notifications.length === 0) {
    return (
      <div className="flex flex-col items-start gap-4 px-2 pt-1 pb-6">
        <p className="text-muted text-sm">{t('notifications.none')}</p>
        <Button asChild variant="secondary" size="sm">
          <Link to="/discover" onClick={onFollow}>
            {t('notifications.find')}
          </Link>
        </Button>
      </div>
    );
  }
  return (
    <ul className="flex flex-col gap-0.5 pb-2">
      {notifications.map((notification) => (
        <NotificationItem
          key={notification.id}
          notification={notification}
          now={now}
          onRead={onRead}
          onFollow={onFollow}
        />
      ))}
    </ul>
  );
}
