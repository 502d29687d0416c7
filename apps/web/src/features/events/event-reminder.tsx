import type { PublicEvent } from '@tributary/contracts/events';
import { BellPlus, BellRing } from 'lucide-react';
import { apiQuery } from '@/lib/api/api-query.ts';
import { call } from '@/lib/api/client.ts';
import { optimistic, useApi, useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';

interface EventReminderProps {
  event: PublicEvent;
  onSignedOut: (action: string) => void;
}

/** Turns the reminder of an announced event on and off, for those who have no ticket. */
export function EventReminder({ event: { id, status, creator }, onSignedOut }: EventReminderProps) {
  const { user, state } = useSession();
  const isOffered = status === 'published' && user?.id !== creator?.id;
  const params = { id };
  const answers = apiQuery('GET /api/events/:id/reminder', { params });
  const reminder = useApi(
    'GET /api/events/:id/reminder',
    { params },
    { enabled: user !== null && isOffered, select: ({ isReminded }) => isReminded },
  );
  const change = useApiMutation(
    (isReminded: boolean) =>
      isReminded
        ? call('PUT /api/events/:id/reminder', { params })
        : call('DELETE /api/events/:id/reminder', { params }),
    {
      scope: { id: `event reminder ${id}` },
      shows: optimistic(answers, (_before, isReminded: boolean) => ({ isReminded })),
      invalidates: ['GET /api/events/:id/reminder'],
      failure: t('schedule.reminder.failed'),
    },
  );
  if (!isOffered) return null;
  const isReminded = reminder.data ?? false;
  const Icon = isReminded ? BellRing : BellPlus;
  return (
    <Button
      variant={isReminded ? 'quiet' : 'secondary'}
      aria-pressed={isReminded}
      disabled={state === 'loading' || (user !== null && reminder.isPending)}
      onClick={() => (user ? change.mutate(!isReminded) : onSignedOut(t('schedule.reminder.signIn')))}
    >
      <Icon size={17} aria-hidden="true" className={isReminded ? 'text-accent' : undefined} />
      {t(isReminded ? 'schedule.reminder.on' : 'schedule.reminder.off')}
    </Button>
  );
}
