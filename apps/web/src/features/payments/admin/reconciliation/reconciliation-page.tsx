import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Difference, DifferenceKind, Reconciliation } from '@tributary/contracts/payments';
import { CircleCheck, GitCompareArrows } from 'lucide-react';
import { apiQuery } from '@/lib/api-query.ts';
import { formatBookDays } from '@/lib/dates.ts';
import { formatNumberOf } from '@/lib/format.ts';
import { formatMoney } from '@/lib/money.ts';
import { pollInterval } from '@/lib/query.ts';
import { cursorOf } from '@/lib/table-search.ts';
import { useApi } from '@/lib/use-api.ts';
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
  not_booked: [
    'Not booked',
    'The provider has a payment that the ledger doesn’t know. If its webhook failed, process it again. Otherwise look up the event in the provider’s dashboard and search for its ID under Webhooks. The payment may also belong to another system that uses the same account.',
  ],
  not_listed: [
    'Not listed',
    'The ledger has a payment that the provider doesn’t list. It may have been paid through another account, with earlier keys: search for its ID there. If no account has it, ask the provider’s support before the creator is paid out.',
  ],
  amount: [
    'Amount differs',
    'The provider lists another amount than was booked. Compare the charge with the payment in the provider’s dashboard, and ask the provider’s support which amount was paid before the creator is paid out.',
  ],
  currency: [
    'Currency differs',
    'The provider lists another currency than was booked. Compare the charge with the payment in the provider’s dashboard, and ask the provider’s support what was paid before the creator is paid out.',
  ],
  refunded: [
    'Refunds differ',
    'The provider lists another refunded amount than the ledger. If the webhook of the refund failed, process it again. Otherwise look up the event in the provider’s dashboard and search for its ID under Webhooks.',
  ],
};

/** @param ledgerCurrency may differ from the provider’s */
const columnsOf = (ledgerCurrency: string): readonly Column<Difference>[] => [
  {
    label: 'Difference',
    cell: ({ kind, paymentId, chargeId }) => (
      <span className="flex flex-col gap-0.5">
        {chargeId === null ? KINDS[kind][0] : <ChargeLink id={chargeId}>{KINDS[kind][0]}</ChargeLink>}
        <ProviderId>{paymentId}</ProviderId>
        <span className="max-w-[60ch] font-normal text-muted text-sm">{KINDS[kind][1]}</span>
      </span>
    ),
  },
  { label: 'Date', figure: true, cell: ({ capturedAt }) => <Moment at={capturedAt} /> },
  {
    label: 'Provider',
    figure: true,
    cell: ({ providerAmount, currency }) => orNone(providerAmount, currency),
  },
  { label: 'Ledger', figure: true, cell: ({ ledgerAmount }) => orNone(ledgerAmount, ledgerCurrency) },
];

const LIST = new Intl.ListFormat('en');

/** A list such as `$30.00 and €5.00`. */
const amountsOf = ({ listedAmounts }: Reconciliation) =>
  LIST.format(listedAmounts.map(({ amount, currency }) => formatMoney(amount, currency)));

const orNone = (cents: number | null, currency: string) =>
  cents === null ? <span className="text-muted">None</span> : formatMoney(cents, currency);

/** One report: its progress and differences. */
export function ReconciliationPage({ id, ...searched }: Searched & { id: string }) {
  const all = (
    <Button asChild variant="secondary">
      <Link to="/dashboard/admin/money/reconciliation">All reports</Link>
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
        <EmptyState icon={GitCompareArrows} title="Report not found" actions={all}>
          Check the address, or start a new report.
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
      <p className="max-w-[68ch] text-muted">
        Fix the cause of each difference, then start a new report. This one doesn’t change.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button asChild variant="secondary">
          <Link to="/dashboard/admin/money/webhooks" search={{ status: 'failed' }}>
            Failed webhooks
          </Link>
        </Button>
        <Button asChild variant="secondary">
          <Link to="/dashboard/admin/money/reconciliation">New report</Link>
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
          <ProviderName of={provider} />, {formatBookDays(since, until)} (UTC)
        </span>
        <ReportBadge {...report} />
      </div>
      {status === 'failed' && (
        <p role="alert" className="rounded-media bg-live-soft p-5">
          {error} The report is tried again by itself for a few minutes. If it keeps failing, test the
          connection to the provider and start a new one.
        </p>
      )}
      <dl aria-live="polite" className="grid gap-x-6 gap-y-5 sm:grid-cols-3">
        <Fact label="Listed by the provider">
          {formatNumberOf(report.listed, 'payment')}, {amountsOf(report)}
        </Fact>
        <Fact label="Booked in the ledger">
          {formatNumberOf(report.booked, 'charge')}, {formatMoney(report.bookedAmount, currency)}
        </Fact>
        <Fact label="Made">
          <Moment at={report.createdAt} />
        </Fact>
      </dl>
      {differences === 0 ? (
        status === 'completed' && (
          <EmptyState icon={CircleCheck} title="No differences">
            Every payment that the provider lists is booked, with the same amount and refunds.
          </EmptyState>
        )
      ) : (
        <Section
          title="Differences"
          aside={<ExportLink path={`/api/admin/reconciliations/${id}/differences.csv`} filter={{}} />}
        >
          <NextSteps />
          <PagedTable
            caption="Differences"
            columns={columnsOf(currency)}
            page={page}
            search={search}
            onSearch={onSearch}
            empty={{ icon: CircleCheck, title: 'No differences', text: 'Everything agrees.' }}
          />
        </Section>
      )}
    </>
  );
}
