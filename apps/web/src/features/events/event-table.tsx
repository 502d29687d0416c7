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
import { useApiTable } from '@/lib/api/use-api.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import type { TableSearch } from '@/lib/table-search.ts';
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

const NAME: EventColumn = { label: t('events.event'), cell: (event) => <EventName event={event} /> };
/** Links to the creator's page of the event. */
const OWN_NAME: EventColumn = {
  label: t('events.event'),
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
  {
    label: t('events.form.date'),
    sort: 'eventDate',
    figure: true,
    cell: ({ eventDate }) => <Moment at={eventDate} />,
  },
  { label: t('events.status.title'), cell: ({ status }) => <EventBadge status={status} /> },
  {
    label: t('events.table.price'),
    figure: true,
    cell: ({ priceCents, currency }) => formatPrice(priceCents, currency),
  },
  {
    label: t('events.table.tickets'),
    sort: 'totalTicketsSold',
    figure: true,
    cell: ({ totalTicketsSold: sold, capacity }) =>
      capacity === null ? (
        t('events.table.sold', { sold })
      ) : (
        <Text
          k="events.table.soldOf"
          values={{ sold, capacity, rest: (words) => <span className="text-muted">{words}</span> }}
        />
      ),
  },
  moneyColumn(t('events.table.revenue'), ({ totalRevenueCents }) => totalRevenueCents, {
    sort: 'totalRevenueCents',
  }),
  {
    label: t('events.table.commission'),
    figure: true,
    cell: ({ platformCommissionCents, currency, commissionRatePercent }) => (
      <span className="text-muted" title={t('events.table.rate', { share: commissionRatePercent / 100 })}>
        {formatMoney(platformCommissionCents, currency)}
      </span>
    ),
  },
];
const OWN: readonly EventColumn[] = [
  OWN_NAME,
  ...SALES,
  moneyColumn(t('events.table.net'), (event) => event.totalRevenueCents - event.platformCommissionCents, {
    tone: 'amber',
  }),
];

/** A streamer's own events, including drafts. */
export function OwnEvents() {
  const [search, setSearch] = useState<TableSearch>({});
  const create = (
    <Button asChild className="self-start">
      <Link to="/dashboard/creator/events/new">{t('events.table.create')}</Link>
    </Button>
  );
  const page = useApiTable('GET /api/me/events', search, { query: filterOf(EVENTS, search) });
  const isEmpty = page.data?.items.length === 0 && Object.keys(search).length === 0;
  return (
    <>
      <TestMoney />
      {!isEmpty && create}
      <MoneyTable
        caption={t('events.table.yours')}
        columns={OWN}
        page={page}
        search={search}
        onSearch={setSearch}
        list={EVENTS}
        exportPath="/api/me/events.csv"
        empty={{
          title: t('events.table.none'),
          text: t('events.table.noneOwn'),
          actions: create,
        }}
      />
    </>
  );
}

const ALL: readonly Column<AdminEvent, EventSort>[] = [
  NAME,
  { label: t('events.table.creator'), cell: ({ creator }) => <Name person={creator} /> },
  ...SALES,
];

/** The events of all accounts. */
export function AllEvents({ search, onSearch }: Searched) {
  return (
    <MoneyTable
      caption={t('events.table.all')}
      columns={ALL}
      page={useApiTable('GET /api/admin/events', search, { query: filterOf(EVENTS, search) })}
      search={search}
      onSearch={onSearch}
      list={EVENTS}
      exportPath="/api/admin/events.csv"
      empty={{ title: t('events.table.none'), text: t('events.table.noneAll') }}
    />
  );
}
