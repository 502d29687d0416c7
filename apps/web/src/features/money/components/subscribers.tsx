import type { Subscriber } from '@tributary/contracts';
import { useSubscribers } from '../api/use-creator.ts';
import { Day } from './dates.tsx';
import { type Column, MoneyTable } from './money-table.tsx';
import { Paged } from './paged.tsx';
import { Person } from './person.tsx';
import { SubscriptionBadge } from './statuses.tsx';

const CYCLES = { monthly: 'Monthly', yearly: 'Yearly' } as const;

const COLUMNS: readonly Column<Subscriber>[] = [
  {
    name: 'Subscriber',
    cell: ({ subscriber, createdAt, billingCycle, currentPeriodEnd }) => (
      <Person person={subscriber}>
        <p className="text-muted text-xs">
          Since <Day at={createdAt} />
        </p>
        <p className="text-muted text-xs sm:hidden">
          {CYCLES[billingCycle]}, until <Day at={currentPeriodEnd} />
        </p>
      </Person>
    ),
  },
  { name: 'Paid', wide: true, cell: ({ billingCycle }) => CYCLES[billingCycle] },
  { name: 'Until', wide: true, cell: ({ currentPeriodEnd }) => <Day at={currentPeriodEnd} /> },
  { name: 'State', figure: true, cell: ({ status }) => <SubscriptionBadge status={status} /> },
];

/** Who subscribes to one tier. */
export function Subscribers({ tierId }: { tierId: string }) {
  const list = useSubscribers(tierId);
  return (
    <Paged list={list} empty={<p className="text-muted text-sm">Nobody has subscribed yet.</p>}>
      {(rows) => <MoneyTable label="Subscribers" columns={COLUMNS} rows={rows} />}
    </Paged>
  );
}
