import type { DonationStatus, EarningsPeriod, PayoutStatus } from '@tributary/contracts';
import { useState } from 'react';
import { ExportLink } from '@/ui/data-table.tsx';
import { Select } from '@/ui/select.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/ui/tabs.tsx';
import { useAllDonations, useAllEarnings, useAllEvents, useAllPayouts } from '../api/use-admin.ts';
import { AllDonations } from './donation-list.tsx';
import { EarningsPanel } from './earnings-panel.tsx';
import { AllEvents } from './event-table.tsx';
import { AllPayouts } from './payout-list.tsx';
import { TestMoney } from './test-money.tsx';

const LABELS = { net: 'Streamers get', amount: 'Given', fee: 'The platform keeps' };

/** All of the instance's money. */
export function AdminMoney() {
  const [period, setPeriod] = useState<EarningsPeriod>('30d');
  const earnings = useAllEarnings(period);
  return (
    <>
      <TestMoney />
      <EarningsPanel earnings={earnings} period={period} onPeriod={setPeriod} labels={LABELS} />
      <Tabs defaultValue="donations">
        <TabsList
          aria-label="Money"
          className="flex max-w-md gap-1 overflow-x-auto rounded-control bg-surface-2 p-1"
        >
          <TabsTrigger value="donations">Donations</TabsTrigger>
          <TabsTrigger value="payouts">Payouts</TabsTrigger>
          <TabsTrigger value="events">Events</TabsTrigger>
        </TabsList>
        <TabsContent value="donations">
          <Donations />
        </TabsContent>
        <TabsContent value="payouts">
          <Payouts />
        </TabsContent>
        <TabsContent value="events">
          <AllEvents list={useAllEvents()} empty={<Nothing what="events" />} />
        </TabsContent>
      </Tabs>
    </>
  );
}

const Nothing = ({ what }: { what: string }) => (
  <p className="text-muted">There are no {what}. This instance takes no payments.</p>
);

function Donations() {
  const [status, setStatus] = useState<DonationStatus | undefined>();
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Filter
          value={status}
          onChange={setStatus}
          names={{ completed: 'Completed', refunded: 'Refunded', disputed: 'Disputed' }}
        />
        <ExportLink path="/api/admin/donations.csv" filter={{ status }} />
      </div>
      <AllDonations
        list={useAllDonations(status)}
        empty={<Nothing what={status ? `${status} donations` : 'donations'} />}
      />
    </div>
  );
}

function Payouts() {
  const [status, setStatus] = useState<PayoutStatus | undefined>();
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Filter
          value={status}
          onChange={setStatus}
          names={{ pending: 'Pending', completed: 'Completed', failed: 'Failed' }}
        />
        <ExportLink path="/api/admin/payouts.csv" filter={{ status }} />
      </div>
      <AllPayouts
        list={useAllPayouts(status)}
        empty={<Nothing what={status ? `${status} payouts` : 'payouts'} />}
      />
    </div>
  );
}

interface FilterProps<Status extends string> {
  value: Status | undefined;
  onChange: (status: Status | undefined) => void;
  names: Readonly<Record<Status, string>>;
}

function Filter<Status extends string>({ value, onChange, names }: FilterProps<Status>) {
  return (
    <div className="w-44">
      <Select
        aria-label="State"
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : (target.value as Status))}
      >
        <option value="">All states</option>
        {Object.entries<string>(names).map(([status, name]) => (
          <option key={status} value={status}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  );
}
