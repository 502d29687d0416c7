import { Link } from '@tanstack/react-router';
import { type AdminEvent, EVENT_SORTS, type EventSort, type OwnEvent } from '@tributary/contracts/events';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import {
  filterOf,
  formatPrice,
  listOf,
  MoneyTable,
  moneyColumn,
  TestMoney,
} from '@/features/payments/index.ts';
import { formatMoney } from '@/lib/money.ts';
import type { TableSearch } from '@/lib/table-search.ts';
import { useApiTable } from '@/lib/use-api.ts';
import { Button } from '@/ui/button.tsx';
import { Name } from '@/ui/media/person.tsx';
import type { Column } from '@/ui/tables/data-table.tsx';
import type { Searched } from '@/ui/tables/paged-table.tsx';
import { Moment } from '@/ui/time.tsx';
import { EVENT_BADGES, EventBadge } from './event-parts.tsx';

const EVENTS = listOf(EVENT_SORTS, 'eventDate', EVENT_BADGES, CalendarDays);

type EventColumn = Column<OwnEvent, EventSort>;

/** Links to the event's public page, which drafts don't have. */
function EventName({ event: { id, title, status } }: { event: OwnEvent }) {
  if (status === 'draft') return <bdi>{title}</bdi>;
  return (
    <Link
      to="/events/$eventId"
      params={{ eventId: id }}
      className="inline-block py-0.5 text-ink hover:text-accent"
    >
      <bdi>{title}</bdi>
    </Link>
  );
}

const NAME: EventColumn = { label: 'Event', cell: (event) => <EventName event={event} /> };
/** Links to the creator's page of the event. */
const OWN_NAME: EventColumn = {
  label: 'Event',
  cell: ({ id, title }) => (
    <Link
      to="/dashboard/creator/events/$eventId"
      params={{ eventId: id }}
      className="inline-block py-0.5 text-ink hover:text-accent"
    >
      <bdi>{title}</bdi>
    </Link>
  ),
};
const SALES: readonly EventColumn[] = [
  { label: 'Date', sort: 'eventDate', figure: true, cell: ({ eventDate }) => <Moment at={eventDate} /> },
  { label: 'Status', cell: ({ status }) => <EventBadge status={status} /> },
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
  moneyColumn('Revenue', ({ totalRevenueCents }) => totalRevenueCents, { sort: 'totalRevenueCents' }),
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
const OWN: readonly EventColumn[] = [
  OWN_NAME,
  ...SALES,
  moneyColumn('Net', (event) => event.totalRevenueCents - event.platformCommissionCents, { tone: 'amber' }),
];

/** A streamer's own events, including drafts. */
export function OwnEvents() {
  const [search, setSearch] = useState<TableSearch>({});
  const create = (
    <Button asChild className="self-start">
      <Link to="/dashboard/creator/events/new">Create event</Link>
    </Button>
  );
  const page = useApiTable('GET /api/me/events', search, { query: filterOf(EVENTS, search) });
  const isEmpty = page.data?.items.length === 0 && Object.keys(search).length === 0;
  return (
    <>
      <TestMoney />
      {!isEmpty && create}
      <MoneyTable
        caption="Your events"
        columns={OWN}
        page={page}
        search={search}
        onSearch={setSearch}
        list={EVENTS}
        exportPath="/api/me/events.csv"
        empty={{
          title: 'No events yet',
          text: 'Plan a show with a date, a place in your viewers’ calendars and a limit if you need one. It stays a draft until you publish it.',
          actions: create,
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

/** The events of all accounts. */
export function AllEvents({ search, onSearch }: Searched) {
  return (
    <MoneyTable
      caption="All events"
      columns={ALL}
      page={useApiTable('GET /api/admin/events', search, { query: filterOf(EVENTS, search) })}
      search={search}
      onSearch={onSearch}
      list={EVENTS}
      exportPath="/api/admin/events.csv"
      empty={{ title: 'No events yet', text: 'Events that creators make appear here.' }}
    />
  );
}
