/** The scheduled streams and the announced events of a channel, soonest first. */
import { Link } from '@tanstack/react-router';
import { CalendarDays } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { AgendaEntry, useUpcomingEvents } from '@/features/events/index.ts';
import {
  CalendarSubscription,
  ReminderButton,
  ScheduledStream,
  useSchedule,
} from '@/features/schedule/index.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { useSignInFirst } from '../../sign-in-first.tsx';

/** The entries shown before the others are asked for. */
const FIRST = 8;

interface Entry {
  readonly id: string;
  readonly at: string;
  readonly content: ReactNode;
}

export function ChannelSchedule({ username }: { username: string }) {
  const schedule = useSchedule(username);
  const events = useUpcomingEvents(username);
  const signInFirst = useSignInFirst();
  const [all, setAll] = useState(false);
  const { user } = useSession();
  const failed = [schedule, events].find(({ data, error }) => !data && error);
  if (failed) return <ErrorState message={messageOf(failed.error)} onRetry={() => void failed.refetch()} />;
  if (!schedule.data || !events.data)
    return (
      <div role="status" aria-label={t('ui.loading')}>
        <Skeleton className="h-48 rounded-media" />
      </div>
    );
  const entries: Entry[] = [
    ...schedule.data.map((stream) => ({
      id: stream.id,
      at: stream.startsAt,
      content: (
        <ScheduledStream
          stream={stream}
          action={<ReminderButton stream={stream} onSignedOut={signInFirst} />}
        />
      ),
    })),
    ...events.data.map((event) => ({
      id: event.id,
      at: event.eventDate,
      content: <AgendaEntry event={event} />,
    })),
  ].toSorted((a, b) => a.at.localeCompare(b.at));
  const isOwn = user?.username === username;
  if (entries.length === 0)
    return (
      <EmptyState
        icon={CalendarDays}
        title={t('events.agenda.none')}
        actions={
          isOwn && (
            <Button asChild>
              <Link to="/dashboard/creator/schedule">{t('schedule.own.add')}</Link>
            </Button>
          )
        }
      >
        {t(isOwn ? 'schedule.own.noneLead' : 'events.agenda.follow')}
      </EmptyState>
    );
  const shown = all ? entries : entries.slice(0, FIRST);
  return (
    <div className="flex flex-col gap-3">
      <ol className="flex flex-col gap-3">
        {shown.map(({ id, content }) => (
          <li key={id}>{content}</li>
        ))}
      </ol>
      {entries.length > shown.length && (
        <Button variant="secondary" size="sm" className="self-start" onClick={() => setAll(true)}>
          {t('schedule.entry.more', { count: entries.length - shown.length })}
        </Button>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted text-sm">{t('schedule.zone')}</p>
        <CalendarSubscription username={username} />
      </div>
    </div>
  );
}
