import { Link } from '@tanstack/react-router';
import type { Reconciliation } from '@tributary/contracts/payments';
import { GitCompareArrows } from 'lucide-react';
import { useApiTable } from '@/lib/api/use-api.ts';
import { formatBookDays } from '@/lib/format/dates.ts';
import { formatNumber } from '@/lib/format/numbers.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
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
    label: t('payments.admin.report.report'),
    cell: ({ id, provider, since, until }) => (
      <Link
        to="/dashboard/admin/money/reconciliation/$id"
        params={{ id }}
        className="inline-block py-0.5 text-accent no-underline hover:underline"
      >
        <Text
          k="payments.admin.report.link"
          values={{ provider: () => <ProviderName of={provider} />, days: formatBookDays(since, until) }}
        />
      </Link>
    ),
  },
  {
    label: t('payments.admin.report.made'),
    figure: true,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  {
    label: t('payments.admin.report.by'),
    cell: ({ requestedBy }) => requestedBy?.displayName ?? t('ui.deletedAccount'),
  },
  { label: t('payments.admin.report.payments'), figure: true, cell: ({ listed }) => formatNumber(listed) },
  { label: t('payments.admin.report.result'), cell: (report) => <ReportBadge {...report} /> },
];

export function ReportBadge({ status, differences }: Pick<Reconciliation, 'status' | 'differences'>) {
  if (status === 'failed') return <Badge tone="live">{t('payments.admin.report.failed')}</Badge>;
  if (status === 'running') return <Badge tone="accent">{t('payments.admin.report.inProgress')}</Badge>;
  if (differences === 0) return <Badge tone="green">{t('payments.admin.report.noDifferences')}</Badge>;
  return <Badge tone="amber">{t('payments.admin.report.differenceCount', { count: differences })}</Badge>;
}

/** Reports that compare a provider's payments with those in the ledger. */
export function ReconciliationTable({ search, onSearch }: Searched) {
  return (
    <div className="flex flex-col gap-6">
      <TestMoney />
      <p className="max-w-[68ch] text-muted">{t('payments.admin.report.lead')}</p>
      <ReconciliationForm />
      <PagedTable
        caption={t('payments.admin.report.title')}
        columns={COLUMNS}
        page={useApiTable('GET /api/admin/reconciliations', search, {}, { refetchInterval: RUNNING_MS })}
        search={search}
        onSearch={onSearch}
        empty={{
          icon: GitCompareArrows,
          title: t('payments.admin.report.none'),
          text: t('payments.admin.report.noneNext'),
        }}
      />
    </div>
  );
}
