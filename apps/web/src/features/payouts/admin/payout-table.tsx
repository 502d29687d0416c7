import { HOLDING_DAYS, MANUAL } from '@tributary/contracts/payments';
import type { AdminPayout, PayoutSort } from '@tributary/contracts/payouts';
import { CircleX, Landmark } from 'lucide-react';
import { useState } from 'react';
import {
  Creator,
  filterOf,
  MoneyTable,
  moneyColumn,
  ProviderId,
  ProviderName,
  TestMoney,
} from '@/features/payments/index.ts';
import { formatBookDays } from '@/lib/dates.ts';
import { useApiTable } from '@/lib/use-api.ts';
import type { Column } from '@/ui/tables/data-table.tsx';
import type { Searched } from '@/ui/tables/paged-table.tsx';
import { BookDay, Moment } from '@/ui/time.tsx';
import { PAYOUTS, PayoutBadge } from '../payout-status.tsx';
import { PayoutDialog, type PayoutStep } from './payout-dialog.tsx';

const COLUMNS: readonly Column<AdminPayout, PayoutSort>[] = [
  {
    label: 'Creator',
    cell: ({ streamer, failureReason }) => (
      <span className="flex flex-col gap-0.5">
        <Creator creator={streamer} />
        {failureReason !== null && <span className="font-normal text-muted text-sm">{failureReason}</span>}
      </span>
    ),
  },
  { label: 'Period', cell: ({ periodStart, periodEnd }) => formatBookDays(periodStart, periodEnd) },
  { label: 'Due', sort: 'dueDate', figure: true, cell: ({ dueDate }) => <BookDay at={dueDate} /> },
  { label: 'Sent by', cell: (payout) => <Sender payout={payout} /> },
  { label: 'Status', cell: ({ status }) => <PayoutBadge status={status} /> },
  moneyColumn('Amount', ({ amount }) => amount, { sort: 'amount' }),
];

function Sender({ payout: { status, sender, reference, waitsUntil } }: { payout: AdminPayout }) {
  if (status === 'pending' && waitsUntil)
    return (
      <span className="max-w-[32ch] text-muted">
        First payout of the channel, waits until <Moment at={waitsUntil} />
      </span>
    );
  if (sender === null) {
    if (status !== 'pending') return <span className="text-muted">Not sent</span>;
    return <span className="font-medium text-amber">Needs a bank transfer</span>;
  }
  return (
    <span className="flex flex-col">
      {sender === MANUAL ? 'Bank transfer' : <ProviderName of={sender} />}
      {reference !== null && <ProviderId>{reference}</ProviderId>}
    </span>
  );
}

/** All payouts. An admin sends those without a provider by bank transfer, and marks them here. */
export function PayoutTable({ search, onSearch }: Searched) {
  const [step, setStep] = useState<PayoutStep | null>(null);
  return (
    <div className="flex flex-col gap-5">
      <TestMoney />
      <p className="max-w-[68ch] text-muted">
        Payouts to connected accounts are sent by their provider. Pay the others by bank transfer, then mark
        them as paid with the reference of the transfer. The first payout of a channel waits {HOLDING_DAYS}{' '}
        days: look at its payments, and mark it as failed if they don’t look right.
      </p>
      <MoneyTable
        caption="All payouts"
        columns={COLUMNS}
        page={useApiTable('GET /api/admin/payouts', search, { query: filterOf(PAYOUTS, search) })}
        search={search}
        onSearch={onSearch}
        list={PAYOUTS}
        exportPath="/api/admin/payouts.csv"
        nameOf={({ streamer, periodStart, periodEnd }) =>
          `${streamer?.displayName ?? 'Deleted account'}, ${formatBookDays(periodStart, periodEnd)}`
        }
        actions={(payout) =>
          payout.status === 'pending'
            ? [
                {
                  label: 'Mark as paid',
                  icon: Landmark,
                  onSelect: () => setStep({ payout, status: 'completed' }),
                },
                {
                  label: 'Mark as failed',
                  icon: CircleX,
                  danger: true,
                  onSelect: () => setStep({ payout, status: 'failed' }),
                },
              ]
            : []
        }
        empty={{
          title: 'No payouts yet',
          text: 'What creators have earned is paid out every month, or when they withdraw it.',
        }}
      />
      <PayoutDialog step={step} onClose={() => setStep(null)} />
    </div>
  );
}
