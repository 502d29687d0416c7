import type { EarningsPeriod } from '@tributary/contracts/payouts';
import { useState } from 'react';
import { oneOf } from '@/lib/table-search.ts';
import type { Searched } from '@/ui/tables/paged-table.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/ui/tabs.tsx';
import { MoneyTasks } from './admin/money-tasks.tsx';
import { useAllEarnings } from './api/use-admin.ts';
import { AllDonations } from './donations/donation-list.tsx';
import { EarningsPanel } from './earnings/earnings-panel.tsx';
import { AllEvents } from './events/event-table.tsx';
import { TestMoney } from './shared/test-money.tsx';

const LABELS = { net: 'Streamers’ share', amount: 'Before the fee', fee: 'Platform fees' };
const LISTS = ['donations', 'events'] as const;

/** The instance's earnings, and all donations and events. */
export function AdminMoney({ search, onSearch }: Searched) {
  const [period, setPeriod] = useState<EarningsPeriod>('30d');
  const earnings = useAllEarnings(period);
  return (
    <>
      <TestMoney />
      <MoneyTasks />
      <EarningsPanel earnings={earnings} period={period} onPeriod={setPeriod} labels={LABELS} />
      {/* Each list starts without filters, since they differ in statuses and sort orders. */}
      <Tabs value={oneOf(LISTS, search.list) ?? 'donations'} onValueChange={(list) => onSearch({ list })}>
        <TabsList
          aria-label="Money"
          className="flex max-w-md gap-1 overflow-x-auto rounded-control bg-surface-2 p-1"
        >
          <TabsTrigger value="donations">Donations</TabsTrigger>
          <TabsTrigger value="events">Events</TabsTrigger>
        </TabsList>
        <TabsContent value="donations">
          <AllDonations search={search} onSearch={onSearch} />
        </TabsContent>
        <TabsContent value="events">
          <AllEvents search={search} onSearch={onSearch} />
        </TabsContent>
      </Tabs>
    </>
  );
}
