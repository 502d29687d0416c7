import { Link } from '@tanstack/react-router';
import type { EventPage as PublishedEvent } from '@tributary/contracts/events';
import { CalendarPlus, CalendarX, Clock, MapPin, Ticket, Timer, Users } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import { formatPrice, TestMoney } from '@/features/payments/index.ts';
import { ApiProblem } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { formatDuration } from '@/lib/format/appointments.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Countdown } from '@/ui/countdown.tsx';
import { DateTile } from '@/ui/date-tile.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Container } from '@/ui/layout.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';
import { Image } from '@/ui/media/image.tsx';
import { VerifiedBadge } from '@/ui/media/verified-badge.tsx';
import { ReportButton } from '@/ui/report/report-button.tsx';
import { ShareButton } from '@/ui/share/share-button.tsx';
import { EventBadge, TicketsLeft } from '../event-parts.tsx';
import { EventReminder } from '../event-reminder.tsx';
import { timesOf } from '../event-time.ts';
import { useEvent } from '../queries.ts';
import { TicketPanel } from '../tickets/ticket-panel.tsx';

/** The public page of an event. */
export function EventPage({ id, onSignedOut }: { id: string; onSignedOut: (action: string) => void }) {
  const { data: event, error, refetch } = useEvent(id);
  useDocumentTitle(event?.title ?? t('events.event'));
  const onStart = useCallback(() => void refetch(), [refetch]);
  return (
    <Container width="page" className="flex flex-col gap-8 pt-8 sm:pt-12">
      {event ? (
        <Announcement event={event} onStart={onStart} onSignedOut={onSignedOut} />
      ) : (
        <Absent error={error} onRetry={() => void refetch()} />
      )}
    </Container>
  );
}

function Absent({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return (
    <>
      <h1 className="text-xl">{t('events.event')}</h1>
      {!error && <Skeleton className="h-72 rounded-media" />}
      {error && !(error instanceof ApiProblem && error.status === 404) && (
        <ErrorState message={messageOf(error)} onRetry={onRetry} />
      )}
      {error instanceof ApiProblem && error.status === 404 && (
        <EmptyState
          icon={CalendarX}
          title={t('events.editor.missing')}
          actions={
            <Button asChild>
              <Link to="/discover">{t('app.missing.browse')}</Link>
            </Button>
          }
        >
          {t('events.page.missingNext')}
        </EmptyState>
      )}
    </>
  );
}

interface AnnouncementProps {
  event: PublishedEvent & { startsAtMs: number };
  onStart: () => void;
  onSignedOut: (action: string) => void;
}

function Announcement({ event, onStart, onSignedOut }: AnnouncementProps) {
  const { yours, theirs } = timesOf(event.eventDate, event.timezone);
  const { creator, status } = event;
  const isUpcoming = status === 'published' || status === 'live';
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
      <div className="flex min-w-0 flex-col gap-6">
        {event.posterUrl && (
          <Image src={event.posterUrl} alt="" className="aspect-video w-full rounded-media" />
        )}
        <header className="flex items-start gap-4">
          <DateTile at={event.eventDate} />
          <div className="flex min-w-0 flex-col items-start gap-2">
            <EventBadge status={status} />
            <h1 dir="auto" className="text-xl [overflow-wrap:anywhere]">
              {event.title}
            </h1>
          </div>
        </header>
        {creator && (
          <Link
            to="/streamer/$username"
            params={{ username: creator.username }}
            className="flex w-fit max-w-full items-center gap-3 text-ink no-underline hover:text-accent"
          >
            <Avatar name={creator.displayName} src={creator.avatarUrl} size={40} />
            <bdi className="min-w-0 font-medium [overflow-wrap:anywhere]">{creator.displayName}</bdi>
            {creator.isVerified && <VerifiedBadge />}
          </Link>
        )}
      </div>
      {/* Before the description, which may be long, where they are below each other. */}
      <aside
        aria-label={t('events.page.facts')}
        className="flex flex-col gap-5 self-start rounded-media bg-surface-1 p-6 lg:col-start-2 lg:row-span-2 lg:row-start-1"
      >
        <dl className="flex flex-col gap-4 text-sm">
          {status === 'published' && (
            <Fact icon={Timer} name={t('events.page.startsIn')}>
              <Countdown startsAtMs={event.startsAtMs} onStart={onStart} />
            </Fact>
          )}
          <Fact icon={Clock} name={t('events.page.when')}>
            <time dateTime={event.eventDate}>{yours}</time>
            <span className="text-muted">{formatDuration(event.durationMinutes)}</span>
          </Fact>
          {theirs && (
            <Fact icon={MapPin} name={t('events.page.inPlace', { place: placeOf(event.timezone) })}>
              {theirs}
            </Fact>
          )}
          <Fact icon={Ticket} name={t('events.table.price')}>
            <span className="font-display font-semibold text-amber text-lg tabular-nums">
              {formatPrice(event.priceCents, event.currency)}
            </span>
          </Fact>
          {event.capacity !== null && isUpcoming && (
            <Fact icon={Users} name={t('events.table.tickets')}>
              <TicketsLeft event={event} />
            </Fact>
          )}
        </dl>
        <TicketPanel event={event} onSignedOut={onSignedOut} />
        <div className="flex flex-wrap gap-3">
          {isUpcoming && <EventReminder event={event} onSignedOut={onSignedOut} />}
          {isUpcoming && (
            <Button asChild variant="secondary">
              <a href={`/api/events/${event.id}/event.ics`} download>
                <CalendarPlus size={17} aria-hidden="true" />
                {t('events.agenda.calendar')}
              </a>
            </Button>
          )}
          <ShareButton path={`/events/${event.id}`} title={event.title} />
          <ReportButton target={{ kind: 'event', id: event.id }} what={t('events.page.reported')} />
        </div>
        <TestMoney />
      </aside>
      {event.description && (
        <p dir="auto" className="max-w-[68ch] whitespace-pre-wrap [overflow-wrap:anywhere]">
          {event.description}
        </p>
      )}
    </article>
  );
}

interface FactProps {
  icon: typeof Clock;
  name: string;
  children: ReactNode;
}

function Fact({ icon: Icon, name, children }: FactProps) {
  return (
    <div className="flex flex-col gap-0.5">
      <dt className="flex items-center gap-3 text-muted">
        <Icon size={18} aria-hidden="true" className="shrink-0" />
        {name}
      </dt>
      <dd className="flex flex-col gap-0.5 ps-[30px]">{children}</dd>
    </div>
  );
}

/** The city of a time zone, such as Lisbon of `Europe/Lisbon`. */
const placeOf = (timezone: string) => timezone.split('/').at(-1)?.replaceAll('_', ' ') ?? timezone;
