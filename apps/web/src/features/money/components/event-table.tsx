import { Link } from '@tanstack/react-router';
import type { AdminEvent, OwnEvent, StreamerSummary } from '@tributary/contracts';
import { CalendarDays } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNow } from '@/lib/use-now.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import type { PagedList } from '../api/pages.ts';
import { useOwnEvents } from '../api/use-creator.ts';
import { phaseOf, timesOf } from '../engine/event-time.ts';
import { formatMoney, formatPrice } from '../engine/format-money.ts';
import { type Column, MoneyTable } from './money-table.tsx';
import { Paged } from './paged.tsx';
import { Name } from './person.tsx';
import { EventBadge } from './statuses.tsx';
import { TestMoney } from './test-money.tsx';

/** @param by named where it is not one's own */
function EventName({ event, by }: { event: OwnEvent; by?: StreamerSummary | null }) {
  const phase = phaseOf(event, useNow());
  return (
    <div className="flex min-w-0 flex-col items-start gap-1">
      {phase === 'draft' ? (
        <bdi className="font-medium [overflow-wrap:anywhere]">{event.title}</bdi>
      ) : (
        <Link
          to="/events/$eventId"
          params={{ eventId: event.id }}
          className="font-medium text-ink [overflow-wrap:anywhere] hover:text-accent"
        >
          <bdi>{event.title}</bdi>
        </Link>
      )}
      <span className="text-muted text-xs">
        {by !== undefined && (
          <>
            <Name person={by} />,{' '}
          </>
        )}
        {timesOf(event.eventDate, event.timezone).yours}
      </span>
      <EventBadge status={phase} />
    </div>
  );
}

const TICKETS: Column<OwnEvent> = {
  name: 'Tickets',
  figure: true,
  cell: ({ totalTicketsSold, capacity }) => (
    <>
      {totalTicketsSold.toLocaleString('en')}
      {capacity !== null && <span className="text-muted"> of {capacity.toLocaleString('en')}</span>}
    </>
  ),
};
const SALES: readonly Column<OwnEvent>[] = [
  {
    name: 'Price',
    figure: true,
    wide: true,
    cell: ({ priceCents, currency }) => formatPrice(priceCents, currency),
  },
  TICKETS,
  {
    name: 'Commission',
    figure: true,
    wide: true,
    cell: ({ platformCommissionCents, currency, commissionRatePercent }) => (
      <span className="text-muted" title={`${commissionRatePercent}%`}>
        {formatMoney(platformCommissionCents, currency)}
      </span>
    ),
  },
];
const netOf = (event: OwnEvent) => event.totalRevenueCents - event.platformCommissionCents;
const NET: Column<OwnEvent> = {
  name: 'You get',
  figure: true,
  cell: (event) => (
    <span className="font-medium text-amber">{formatMoney(netOf(event), event.currency)}</span>
  ),
};

/** A streamer's own events, drafts too. */
export function OwnEvents({ firstStep }: { firstStep: ReactNode }) {
  const list = useOwnEvents();
  const empty = (
    <EmptyState icon={CalendarDays} title="You have no events." actions={firstStep}>
      Everything on this instance is open to all, when you go live. Announce a date on your profile’s text.
    </EmptyState>
  );
  return (
    <Paged list={list} empty={empty}>
      {(rows) => (
        <>
          <TestMoney />
          <MoneyTable
            label="Your events"
            columns={[{ name: 'Event', cell: (event) => <EventName event={event} /> }, ...SALES, NET]}
            rows={rows}
          />
        </>
      )}
    </Paged>
  );
}

/** Everybody's. */
export function AllEvents({ list, empty }: { list: PagedList<AdminEvent>; empty: ReactNode }) {
  return (
    <Paged list={list} empty={empty}>
      {(rows) => (
        <MoneyTable<AdminEvent>
          label="All events"
          columns={[
            {
              name: 'Event',
              cell: (event) => <EventName event={event} by={event.creator} />,
            },
            ...SALES,
            {
              name: 'Revenue',
              figure: true,
              cell: ({ totalRevenueCents, currency }) => formatMoney(totalRevenueCents, currency),
            },
          ]}
          rows={rows}
        />
      )}
    </Paged>
  );
}
