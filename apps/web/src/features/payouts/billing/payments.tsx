import { Link } from '@tanstack/react-router';
import { PURPOSES } from '@tributary/contracts/payments';
import type { Payment } from '@tributary/contracts/payouts';
import { Receipt } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ChargeBadge, moneyColumn, ProviderName, PURPOSE_NAMES } from '@/features/payments/index.ts';
import { oneOf, refine, type TableSearch } from '@/lib/table-search.ts';
import { useApiTable } from '@/lib/use-api.ts';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { LoadFailure } from '@/ui/feedback/load-failure.tsx';
import { Section } from '@/ui/layout.tsx';
import { Person } from '@/ui/media/person.tsx';
import type { Column } from '@/ui/tables/data-table.tsx';
import { ExportLink } from '@/ui/tables/export-link.tsx';
import { Filter, FilterBar } from '@/ui/tables/filter-bar.tsx';
import { PagedTable } from '@/ui/tables/paged-table.tsx';
import { Day } from '@/ui/time.tsx';

const TO: Column<Payment> = {
  label: 'To',
  cell: ({ creator, purpose, description }) => (
    <Person person={creator}>
      <span className="font-normal text-muted [overflow-wrap:anywhere]">
        {/* A donation is described by the name that is above. */}
        {(purpose !== 'donation' && description) || PURPOSE_NAMES[purpose]}
      </span>
    </Person>
  ),
};
const REST: readonly Column<Payment>[] = [
  { label: 'Date', figure: true, cell: ({ paidAt }) => <Day at={paidAt} /> },
  { label: 'Status', cell: ({ status }) => <ChargeBadge status={status} /> },
  moneyColumn('Amount', ({ amount }) => amount),
];
const COLUMNS: readonly Column<Payment>[] = [
  TO,
  { label: 'Method', cell: ({ provider }) => <ProviderName of={provider} /> },
  ...REST,
  {
    label: 'Receipt',
    figure: true,
    cell: ({ id, receiptNumber }) => (
      <Link
        to="/billing/receipts/$paymentId"
        params={{ paymentId: id }}
        aria-label={`Receipt ${receiptNumber}`}
        className="inline-flex min-h-6 min-w-6 items-center justify-end text-accent"
      >
        {receiptNumber}
      </Link>
    ),
  },
];
const DONATIONS = [TO, ...REST];

/** The donations that a person has made; renders nothing without any. */
export function DonationsGiven() {
  const [search, setSearch] = useState<TableSearch>({});
  const page = useApiTable('GET /api/me/payments', search, { query: { purpose: 'donation' } });
  if (page.isLoadingError) return <LoadFailure what="your donations" query={page} />;
  if (!search.at && !page.data?.items.length) return null;
  return (
    <Section title="Donations">
      <PagedTable
        caption="Donations"
        columns={DONATIONS}
        page={page}
        search={search}
        onSearch={setSearch}
        empty={{ icon: Receipt, title: 'No more donations', text: 'Go back to see earlier ones.' }}
      />
      <p className="max-w-[68ch] text-muted text-sm">Only you see your anonymous donations here.</p>
    </Section>
  );
}

/** The payments of a person, with receipts. */
export function Payments({ firstStep }: { firstStep: ReactNode }) {
  const [search, setSearch] = useState<TableSearch>({});
  const purpose = oneOf(PURPOSES, search.status);
  const page = useApiTable('GET /api/me/payments', search, { query: { purpose } });
  if (page.data?.items.length === 0 && !purpose && !search.at) {
    return (
      <EmptyState icon={Receipt} title="No payments yet" actions={firstStep}>
        Donations, tickets and subscriptions that you pay for appear here with their receipts.
      </EmptyState>
    );
  }
  return (
    <Section title="Your payments">
      <FilterBar aside={<ExportLink path="/api/me/payments.csv" filter={{ purpose }} />}>
        <Filter
          label="For"
          value={purpose}
          options={{ '': 'Everything', ...PURPOSE_NAMES }}
          onChange={(status) => setSearch(refine(search, { status }))}
        />
      </FilterBar>
      <PagedTable
        caption="Your payments"
        columns={COLUMNS}
        page={page}
        search={search}
        onSearch={setSearch}
        empty={{ icon: Receipt, title: 'No results', text: 'Choose another kind to see more.' }}
      />
    </Section>
  );
}

/** Says where payment methods are kept and changed. */
export function PaymentMethodsNote({ manage }: { manage: ReactNode }) {
  return (
    <Section title="Payment methods">
      <p className="max-w-[68ch] text-muted text-sm">
        Cards and accounts are kept by the payment provider; this instance stores no card details. {manage}
      </p>
    </Section>
  );
}
