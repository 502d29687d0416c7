import { Link } from '@tanstack/react-router';
import type { AdminEvent, EventSort, OwnEvent } from '@tributary/contracts';
import { CalendarDays } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { TableSearch } from '@/lib/table-search.ts';
import { useNow } from '@/lib/use-now.ts';
import type { Column } from '@/ui/tables/data-table.tsx';
import type { Searched } from '@/ui/tables/paged-table.tsx';
import { Moment } from '@/ui/time.tsx';
import { eventFilterOf } from '../api/paging.ts';
import { useAllEvents } from '../api/use-admin.ts';
import { useOwnEvents } from '../api/use-creator.ts';
import { formatMoney, formatPrice } from '../shared/format-money.ts';
import { Ledger } from '../shared/ledger.tsx';
import { Name } from '../shared/person.tsx';
import { EVENT_BADGES, EventBadge } from '../shared/statuses.tsx';
import { TestMoney } from '../shared/test-money.tsx';
import { phaseOf } from './event-time.ts';

type EventColumn = Column<OwnEvent, EventSort>;

/** Links to the event's page, which drafts don't have. */
function EventName({ event: { id, title, status } }: { event: OwnEvent }) {
  if (status === 'draft') return <bdi>{title}</bdi>;
  return (
    <Link to="/events/$eventId" params={{ eventId: id }} className="text-ink hover:text-accent">
      <bdi>{title}</bdi>
    </Link>
  );
}

function Phase({ event }: { event: OwnEvent }) {
  return <EventBadge status={phaseOf(event, useNow())} />;
}

const NAME: EventColumn = { label: 'Event', cell: (event) => <EventName event={event} /> };
const SALES: readonly EventColumn[] = [
  { label: 'Date', sort: 'eventDate', figure: true, cell: ({ eventDate }) => <Moment at={eventDate} /> },
  { label: 'Status', cell: (event) => <Phase event={event} /> },
  { label: 'Price', figure: true, cell: ({ priceCents, currency }) => formatPrice(priceCents, currency) },
  {
    label: 'Tickets',
    sort: 'totalTicketsSold',
    figure: true,
    cell: ({ totalTicketsSold, capacity }) => (
      <>
        {totalTicketsSold.toLocaleString('en')}
        {capacity !== null && <span className="text-muted"> of {capacity.toLocaleString('en')}</span>}
      </>
    ),
  },
  {
    label: 'Revenue',
    sort: 'totalRevenueCents',
    figure: true,
    cell: ({ totalRevenueCents, currency }) => formatMoney(totalRevenueCents, currency),
  },
  {
    label: 'Commission',
    figure: true,
    cell: ({ platformCommissionCents, currency, commissionRatePercent }) => (
      <span className="text-muted" title={`${commissionRatePercent}%`}>
        {formatMoney(platformCommissionCents, currency)}
      </span>
    ),
  },
];
const NET: EventColumn = {
  label: 'Net',
  figure: true,
  cell: ({ totalRevenueCents, platformCommissionCents, currency }) => (
    <span className="font-medium text-amber">
      {formatMoney(totalRevenueCents - platformCommissionCents, currency)}
    </span>
  ),
};
const OWN = [NAME, ...SALES, NET];

/** A streamer's own events, including drafts. */
export function OwnEvents({ firstStep }: { firstStep: ReactNode }) {
  const [search, setSearch] = useState<TableSearch>({});
  return (
    <>
      <TestMoney />
      <Ledger
        caption="Your events"
        columns={OWN}
        page={useOwnEvents(search)}
        search={search}
        onSearch={setSearch}
        filter={eventFilterOf(search)}
        sort="eventDate"
        statuses={EVENT_BADGES}
        exportPath="/api/me/events.csv"
        empty={{
          icon: CalendarDays,
          title: 'No events yet',
          text: 'All streams on this instance are free to watch. Planning a show? Put the date in your profile.',
          actions: firstStep,
        }}
      />
    </>
  );
}

const ALL: readonly Column<AdminEvent, EventSort>[] = [
  NAME,
  { label: 'Creator', cell: ({ creator }) => <Name person={creator} /> },
  ...SALES,
];

/** For all accounts. */
export function AllEvents({ search, onSearch }: Searched) {
  return (
    <Ledger
      caption="All events"
      columns={ALL}
      page={useAllEvents(search)}
      search={search}
      onSearch={onSearch}
      filter={eventFilterOf(search)}
      sort="eventDate"
      statuses={EVENT_BADGES}
      exportPath="/api/admin/events.csv"
      empty={{
        icon: CalendarDays,
        title: 'No events yet',
        text: 'This instance doesn’t take payments.',
      }}
    />
  );
}
