import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Difference, DifferenceKind, Reconciliation } from '@tributary/contracts/payments';
import { CircleCheck, GitCompareArrows } from 'lucide-react';
import { apiQuery } from '@/lib/api/api-query.ts';
import { pollInterval } from '@/lib/api/query-client.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { formatBookDays } from '@/lib/format/dates.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { locale } from '@/lib/messages/language.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { cursorOf } from '@/lib/table-search.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Fact, Section } from '@/ui/layout.tsx';
import type { Column } from '@/ui/tables/data-table.tsx';
import { ExportLink } from '@/ui/tables/export-link.tsx';
import { PagedTable, type Searched } from '@/ui/tables/paged-table.tsx';
import { Moment } from '@/ui/time.tsx';
import { ProviderName } from '../../api/use-checkout.ts';
import { ChargeLink, ProviderId } from '../charges/charge-parts.tsx';
import { ReportBadge, RUNNING_MS } from './reconciliation-table.tsx';

/** The meaning of each kind of difference, and what to do about it. */
const KINDS: Readonly<Record<DifferenceKind, readonly [name: string, explanation: string]>> = {
  not_booked: [t('payments.admin.difference.notBooked'), t('payments.admin.difference.notBookedWhy')],
  not_listed: [t('payments.admin.difference.notListed'), t('payments.admin.difference.notListedWhy')],
  amount: [t('payments.admin.difference.amount'), t('payments.admin.difference.amountWhy')],
  currency: [t('payments.admin.difference.currency'), t('payments.admin.difference.currencyWhy')],
  refunded: [t('payments.admin.difference.refunded'), t('payments.admin.difference.refundedWhy')],
};

/** @param ledgerCurrency may differ from the provider’s */
const columnsOf = (ledgerCurrency: string): readonly Column<Difference>[] => [
  {
    label: t('payments.admin.report.difference'),
    cell: ({ kind, paymentId, chargeId }) => (
      <span className="flex flex-col gap-0.5">
        {chargeId === null ? KINDS[kind][0] : <ChargeLink id={chargeId}>{KINDS[kind][0]}</ChargeLink>}
        <ProviderId>{paymentId}</ProviderId>
        <span className="max-w-[60ch] font-normal text-muted text-sm">{KINDS[kind][1]}</span>
      </span>
    ),
  },
  { label: t('payments.admin.date'), figure: true, cell: ({ capturedAt }) => <Moment at={capturedAt} /> },
  {
    label: t('payments.admin.provider.label'),
    figure: true,
    cell: ({ providerAmount, currency }) => orNone(providerAmount, currency),
  },
  {
    label: t('payments.admin.charge.ledger'),
    figure: true,
    cell: ({ ledgerAmount }) => orNone(ledgerAmount, ledgerCurrency),
  },
];

const LIST = new Intl.ListFormat(locale());

/** A list such as `$30.00 and €5.00`. */
const amountsOf = ({ listedAmounts }: Reconciliation) =>
  LIST.format(listedAmounts.map(({ amount, currency }) => formatMoney(amount, currency)));

const orNone = (cents: number | null, currency: string) =>
  cents === null ? (
    <span className="text-muted">{t('payments.admin.report.noAmount')}</span>
  ) : (
    formatMoney(cents, currency)
  );

/** One report: its progress and differences. */
export function ReconciliationPage({ id, ...searched }: Searched & { id: string }) {
  const all = (
    <Button asChild variant="secondary">
      <Link to="/dashboard/admin/money/reconciliation">{t('payments.admin.report.all')}</Link>
    </Button>
  );
  const report = useApi(
    'GET /api/admin/reconciliations/:id',
    { params: { id } },
    {
      // The server retries a failed report.
      refetchInterval: ({ state: { data, error } }) =>
        pollInterval(data && data.status !== 'completed', error, RUNNING_MS),
    },
  );
  return (
    <Loaded
      query={report}
      height="h-[30rem]"
      missing={
        <EmptyState icon={GitCompareArrows} title={t('payments.admin.report.missing')} actions={all}>
          {t('payments.admin.report.missingNext')}
        </EmptyState>
      }
    >
      {(loaded) => <Report report={loaded} {...searched} />}
    </Loaded>
  );
}

/** A report describes one moment, so repairs show in the next report. */
function NextSteps() {
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="max-w-[68ch] text-muted">{t('payments.admin.report.fix')}</p>
      <div className="flex flex-wrap gap-3">
        <Button asChild variant="secondary">
          <Link to="/dashboard/admin/money/webhooks" search={{ status: 'failed' }}>
            {t('payments.admin.report.failedWebhooks')}
          </Link>
        </Button>
        <Button asChild variant="secondary">
          <Link to="/dashboard/admin/money/reconciliation">{t('payments.admin.report.new')}</Link>
        </Button>
      </div>
    </div>
  );
}

function Report({ report, search, onSearch }: Searched & { report: Reconciliation }) {
  const { id, provider, since, until, status, error, differences, currency } = report;
  const cursor = cursorOf(search);
  const list = apiQuery('GET /api/admin/reconciliations/:id/differences', {
    params: { id },
    query: { cursor },
  });
  const page = useQuery({
    ...list,
    // The key reads the list again when there are more differences.
    queryKey: [...list.queryKey, differences],
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <span className="font-display text-lg">
          <Text
            k="payments.admin.report.heading"
            values={{ provider: () => <ProviderName of={provider} />, days: formatBookDays(since, until) }}
          />
        </span>
        <ReportBadge {...report} />
      </div>
      {status === 'failed' && (
        <p role="alert" className="rounded-media bg-live-soft p-5">
          {t('payments.admin.report.failedNext', { error: error ?? '' })}
        </p>
      )}
      <dl aria-live="polite" className="grid gap-x-6 gap-y-5 sm:grid-cols-3">
        <Fact label={t('payments.admin.report.listed')}>
          {t('payments.admin.report.listedCount', { count: report.listed, amounts: amountsOf(report) })}
        </Fact>
        <Fact label={t('payments.admin.report.booked')}>
          {t('payments.admin.report.bookedCount', {
            count: report.booked,
            amount: formatMoney(report.bookedAmount, currency),
          })}
        </Fact>
        <Fact label={t('payments.admin.report.made')}>
          <Moment at={report.createdAt} />
        </Fact>
      </dl>
      {differences === 0 ? (
        status === 'completed' && (
          <EmptyState icon={CircleCheck} title={t('payments.admin.report.noDifferences')}>
            {t('payments.admin.report.agrees')}
          </EmptyState>
        )
      ) : (
        <Section
          title={t('payments.admin.report.differences')}
          aside={<ExportLink path={`/api/admin/reconciliations/${id}/differences.csv`} filter={{}} />}
        >
          <NextSteps />
          <PagedTable
            caption={t('payments.admin.report.differences')}
            columns={columnsOf(currency)}
            page={page}
            search={search}
            onSearch={onSearch}
            empty={{
              icon: CircleCheck,
              title: t('payments.admin.report.noDifferences'),
              text: t('payments.admin.report.allAgrees'),
            }}
          />
        </Section>
      )}
    </>
  );
}
