import { SUBSCRIBER_SORTS, type Subscriber, type SubscriberSort } from '@tributary/contracts/memberships';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { filterOf, listOf, MoneyTable } from '@/features/payments/index.ts';
import { useApiTable } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import type { TableSearch } from '@/lib/table-search.ts';
import { Person } from '@/ui/media/person.tsx';
import type { Column } from '@/ui/tables/data-table.tsx';
import { Day } from '@/ui/time.tsx';
import { SUBSCRIPTION_BADGES, SubscriptionBadge } from '../subscription-badge.tsx';

const SUBSCRIBERS = listOf(SUBSCRIBER_SORTS, 'createdAt', SUBSCRIPTION_BADGES, Users);

const CYCLES = { monthly: t('memberships.cycle.monthly'), yearly: t('memberships.cycle.yearly') } as const;

const COLUMNS: readonly Column<Subscriber, SubscriberSort>[] = [
  {
    label: t('memberships.subscribers.subscriber'),
    cell: ({ subscriber }) => <Person person={subscriber} />,
  },
  {
    label: t('memberships.subscribers.since'),
    sort: 'createdAt',
    figure: true,
    cell: ({ createdAt }) => <Day at={createdAt} />,
  },
  {
    label: t('memberships.cycle.legend'),
    cell: ({ billingCycle, isGift }) => (isGift ? t('memberships.cycle.gift') : CYCLES[billingCycle]),
  },
  {
    label: t('memberships.subscribers.paidUntil'),
    sort: 'currentPeriodEnd',
    figure: true,
    cell: ({ currentPeriodEnd }) => <Day at={currentPeriodEnd} />,
  },
  {
    label: t('memberships.subscribers.status'),
    cell: (subscription) => <SubscriptionBadge subscription={subscription} />,
  },
];

/** The subscribers of a tier. */
export function Subscribers({ tierId }: { tierId: string }) {
  const [search, setSearch] = useState<TableSearch>({});
  const page = useApiTable('GET /api/me/tiers/:id/subscribers', search, {
    params: { id: tierId },
    query: filterOf(SUBSCRIBERS, search),
  });
  return (
    <MoneyTable
      caption={t('memberships.subscribers.title')}
      columns={COLUMNS}
      page={page}
      search={search}
      onSearch={setSearch}
      list={SUBSCRIBERS}
      exportPath={`/api/me/tiers/${tierId}/subscribers.csv`}
      empty={{ title: t('memberships.subscribers.none'), text: t('memberships.subscribers.noneNext') }}
    />
  );
}
