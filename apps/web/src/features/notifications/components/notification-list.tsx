import type { Notification } from '@tributary/contracts/notifications';
import { CheckCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { ListFrame } from '@/ui/tables/list-frame.tsx';
import { useNow } from '@/ui/time.tsx';
import { useNotifications, useRead, useReadAll, useUnread } from '../api/use-bell.ts';
import { NotificationItem } from './notification-item.tsx';
import { NotificationsSkeleton } from './notifications-skeleton.tsx';

/** All notifications of the user, newest first, page by page. */
export function NotificationList({ empty }: { empty: ReactNode }) {
  const notifications = useNotifications();
  const readAll = useReadAll();
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      {useUnread() > 0 && (
        <Button
          variant="secondary"
          size="sm"
          className="self-start"
          busy={readAll.isPending}
          onClick={() => readAll.mutate()}
        >
          <CheckCheck size={16} aria-hidden="true" />
          {t('notifications.markAll')}
        </Button>
      )}
      <ListFrame query={notifications} skeleton={<NotificationsSkeleton />} empty={empty}>
        {(items) => <Items items={items} />}
      </ListFrame>
    </div>
  );
}

function Items({ items }: { items: readonly Notification[] }) {
  const now = useNow();
  const read = useRead();
  return (
    <ul aria-label={t('notifications.title')} className="-mx-2 flex flex-col gap-0.5">
      {items.map((notification) => (
        <NotificationItem
          key={notification.id}
          notification={notification}
          now={now}
          onRead={(id) => read.mutate(id)}
        />
      ))}
    </ul>
  );
}
