import { keepPreviousData } from '@tanstack/react-query';
import type { EarningsPeriod } from '@tributary/contracts/payouts';
import { useState } from 'react';
import { AllDonations } from '@/features/donations/index.ts';
import { AllEvents } from '@/features/events/index.ts';
import { MoneyTasks, TestMoney } from '@/features/payments/index.ts';
import { EarningsPanel } from '@/features/payouts/index.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { oneOf } from '@/lib/table-search.ts';
import type { Searched } from '@/ui/tables/paged-table.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/ui/tabs.tsx';

const LABELS = { net: t('admin.money.net'), amount: t('admin.money.amount'), fee: t('admin.money.fee') };
const LISTS = ['donations', 'events'] as const;

/** The instance's earnings, and all donations and events. */
export function MoneyOverview({ search, onSearch }: Searched) {
  const [period, setPeriod] = useState<EarningsPeriod>('30d');
  const earnings = useApi(
    'GET /api/admin/earnings',
    { query: { period } },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <TestMoney />
      <MoneyTasks />
      <EarningsPanel earnings={earnings} period={period} onPeriod={setPeriod} labels={LABELS} />
      {/* Each list starts without filters, since they differ in statuses and sort orders. */}
      <Tabs value={oneOf(LISTS, search.list) ?? 'donations'} onValueChange={(list) => onSearch({ list })}>
        <TabsList
          aria-label={t('admin.page.money')}
          className="flex max-w-md gap-1 overflow-x-auto rounded-control bg-surface-2 p-1"
        >
          <TabsTrigger value="donations">{t('pages.donations')}</TabsTrigger>
          <TabsTrigger value="events">{t('dashboards.events')}</TabsTrigger>
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
