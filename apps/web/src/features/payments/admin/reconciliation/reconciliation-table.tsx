import { Link } from '@tanstack/react-router';
import type { Reconciliation } from '@tributary/contracts/payments';
import { GitCompareArrows } from 'lucide-react';
import { formatBookDays } from '@/lib/dates.ts';
import { formatNumberOf } from '@/lib/format.ts';
import { t } from '@/lib/messages/t.ts';
import { useApiTable } from '@/lib/use-api.ts';
import { Badge } from '@/ui/badge.tsx';
import type { Column } from '@/ui/tables/data-table.tsx';
import { PagedTable, type Searched } from '@/ui/tables/paged-table.tsx';
import { Moment } from '@/ui/time.tsx';
import { ProviderName } from '../../api/use-checkout.ts';
import { TestMoney } from '../../shared/test-money.tsx';
import { ReconciliationForm } from './reconciliation-form.tsx';

/** How often a running report is read again. */
export const RUNNING_MS = 2_000;

const COLUMNS: readonly Column<Reconciliation>[] = [
  {
    label: 'Report',
    cell: ({ id, provider, since, until }) => (
      <Link
        to="/dashboard/admin/money/reconciliation/$id"
        params={{ id }}
        className="inline-block py-0.5 text-accent no-underline hover:underline"
      >
        <ProviderName of={provider} />, {formatBookDays(since, until)}
      </Link>
    ),
  },
  { label: 'Made', figure: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { label: 'By', cell: ({ requestedBy }) => requestedBy?.displayName ?? 'Deleted account' },
  { label: 'Payments', figure: true, cell: ({ listed }) => listed.toLocaleString('en') },
  { label: 'Result', cell: (report) => <ReportBadge {...report} /> },
];

export function ReportBadge({ status, differences }: Pick<Reconciliation, 'status' | 'differences'>) {
  if (status === 'failed') return <Badge tone="live">{t('payments.refund.failed')}</Badge>;
  if (status === 'running') return <Badge tone="accent">In progress</Badge>;
  if (differences === 0) return <Badge tone="green">No differences</Badge>;
  return <Badge tone="amber">{formatNumberOf(differences, 'difference')}</Badge>;
}

/** Reports that compare a provider's payments with those in the ledger. */
export function ReconciliationTable({ search, onSearch }: Searched) {
  return (
    <div className="flex flex-col gap-6">
      <TestMoney />
      <p className="max-w-[68ch] text-muted">
        Compare what a payment provider lists with what the ledger has booked. Do this every month, before
        payouts.
      </p>
      <ReconciliationForm />
      <PagedTable
        caption="Reports"
        columns={COLUMNS}
        page={useApiTable('GET /api/admin/reconciliations', search, {}, { refetchInterval: RUNNING_MS })}
        search={search}
        onSearch={onSearch}
        empty={{
          icon: GitCompareArrows,
          title: 'No reports yet',
          text: 'Choose a provider and a period, and start the first one.',
        }}
      />
    </div>
  );
}
