import { Link } from '@tanstack/react-router';
import type { Payment } from '@tributary/contracts';
import { Receipt } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { refine, type TableSearch } from '@/lib/table-search.ts';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Section } from '@/ui/layout.tsx';
import type { Column } from '@/ui/tables/data-table.tsx';
import { ExportLink } from '@/ui/tables/export-link.tsx';
import { Filter, FilterBar } from '@/ui/tables/filter-bar.tsx';
import { PagedTable } from '@/ui/tables/paged-table.tsx';
import { Day } from '@/ui/time.tsx';
import { purposeOf, usePayments } from '../api/use-billing.ts';
import { moneyColumn } from '../shared/money-column.tsx';
import { Person } from '../shared/person.tsx';
import { PROVIDER_NAMES } from '../shared/providers.ts';
import { PURPOSE_NAMES } from '../shared/purposes.ts';
import { ChargeBadge } from '../shared/statuses.tsx';
import { TestMoney } from '../shared/test-money.tsx';

const COLUMNS: readonly Column<Payment>[] = [
  {
    label: 'To',
    cell: ({ creator, purpose, description }) => (
      <Person person={creator}>
        <span className="font-normal text-muted [overflow-wrap:anywhere]">
          {description ?? PURPOSE_NAMES[purpose]}
        </span>
      </Person>
    ),
  },
  { label: 'Date', figure: true, cell: ({ paidAt }) => <Day at={paidAt} /> },
  { label: 'Method', cell: ({ provider }) => PROVIDER_NAMES[provider] },
  { label: 'Status', cell: ({ status }) => <ChargeBadge status={status} /> },
  moneyColumn('Amount', ({ amount }) => amount),
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

interface PaymentsProps {
  firstStep: ReactNode;
  /** A link to where payment methods are changed. */
  paymentMethods: ReactNode;
}

/** What a person has paid, with receipts. */
export function Payments({ firstStep, paymentMethods }: PaymentsProps) {
  const [search, setSearch] = useState<TableSearch>({});
  const page = usePayments(search);
  const purpose = purposeOf(search);
  if (page.data?.items.length === 0 && !purpose && !search.at) {
    return (
      <EmptyState icon={Receipt} title="No payments yet" actions={firstStep}>
        Donations, tickets and subscriptions that you pay for appear here with their receipts. This instance
        doesn’t store card details.
      </EmptyState>
    );
  }
  return (
    <Section title="Your payments">
      <TestMoney />
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
      <p className="max-w-[68ch] text-muted text-sm">
        Only you see anonymous donations here. Payment methods are kept by the payment provider: this instance
        stores no card details. {paymentMethods}
      </p>
    </Section>
  );
}
