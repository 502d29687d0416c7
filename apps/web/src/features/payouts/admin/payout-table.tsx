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
import { useApiTable } from '@/lib/api/use-api.ts';
import { formatBookDays } from '@/lib/format/dates.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import type { Column } from '@/ui/tables/data-table.tsx';
import type { Searched } from '@/ui/tables/paged-table.tsx';
import { BookDay, Moment } from '@/ui/time.tsx';
import { PAYOUTS, PayoutBadge } from '../payout-status.tsx';
import { PayoutDialog, type PayoutStep } from './payout-dialog.tsx';

const COLUMNS: readonly Column<AdminPayout, PayoutSort>[] = [
  {
    label: t('payouts.table.creator'),
    cell: ({ streamer, failureReason }) => (
      <span className="flex flex-col gap-0.5">
        <Creator creator={streamer} />
        {failureReason !== null && <span className="font-normal text-muted text-sm">{failureReason}</span>}
      </span>
    ),
  },
  {
    label: t('payouts.table.period'),
    cell: ({ periodStart, periodEnd }) => formatBookDays(periodStart, periodEnd),
  },
  {
    label: t('payouts.table.due'),
    sort: 'dueDate',
    figure: true,
    cell: ({ dueDate }) => <BookDay at={dueDate} />,
  },
  { label: t('payouts.table.sentBy'), cell: (payout) => <Sender payout={payout} /> },
  { label: t('payouts.table.status'), cell: ({ status }) => <PayoutBadge status={status} /> },
  moneyColumn(t('payouts.table.amount'), ({ amount }) => amount, { sort: 'amount' }),
];

function Sender({ payout: { status, sender, reference, waitsUntil } }: { payout: AdminPayout }) {
  if (status === 'pending' && waitsUntil)
    return (
      <span className="max-w-[32ch] text-muted">
        <Text k="payouts.table.firstWaits" values={{ time: () => <Moment at={waitsUntil} /> }} />
      </span>
    );
  if (sender === null) {
    if (status !== 'pending') return <span className="text-muted">{t('payouts.table.notSent')}</span>;
    return <span className="font-medium text-amber">{t('payouts.table.needsTransfer')}</span>;
  }
  return (
    <span className="flex flex-col">
      {sender === MANUAL ? t('payouts.table.transfer') : <ProviderName of={sender} />}
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
      <p className="max-w-[68ch] text-muted">{t('payouts.table.lead', { days: HOLDING_DAYS })}</p>
      <MoneyTable
        caption={t('payouts.table.all')}
        columns={COLUMNS}
        page={useApiTable('GET /api/admin/payouts', search, { query: filterOf(PAYOUTS, search) })}
        search={search}
        onSearch={onSearch}
        list={PAYOUTS}
        exportPath="/api/admin/payouts.csv"
        nameOf={({ streamer, periodStart, periodEnd }) =>
          t('payouts.table.nameOf', {
            name: streamer?.displayName ?? t('ui.deletedAccount'),
            period: formatBookDays(periodStart, periodEnd),
          })
        }
        actions={(payout) =>
          payout.status === 'pending'
            ? [
                {
                  label: t('payouts.mark.paid'),
                  icon: Landmark,
                  onSelect: () => setStep({ payout, status: 'completed' }),
                },
                {
                  label: t('payouts.mark.failed'),
                  icon: CircleX,
                  danger: true,
                  onSelect: () => setStep({ payout, status: 'failed' }),
                },
              ]
            : []
        }
        empty={{
          title: t('payouts.table.none'),
          text: t('payouts.table.noneNext'),
        }}
      />
      <PayoutDialog step={step} onClose={() => setStep(null)} />
    </div>
  );
}
