import type { DonationGiven } from '@tributary/contracts';
import { Receipt } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { TableSearch } from '@/lib/table-search.ts';
import type { Column } from '@/ui/data-table.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Section } from '@/ui/layout.tsx';
import { useDonationsGiven } from '../api/use-viewer.ts';
import { formatMoney } from '../engine/format-money.ts';
import { Moment } from './dates.tsx';
import { PagedTable } from './paged-table.tsx';
import { Person, Words } from './person.tsx';
import { DonationBadge } from './statuses.tsx';
import { TestMoney } from './test-money.tsx';

const PROVIDERS = { stripe: 'Stripe', paypal: 'PayPal' } as const;

const COLUMNS: readonly Column<DonationGiven>[] = [
  {
    label: 'To',
    cell: ({ recipient, message }) => (
      <Person person={recipient}>
        <Words>{message}</Words>
      </Person>
    ),
  },
  { label: 'Given', figure: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { label: 'By', cell: ({ paymentProvider }) => PROVIDERS[paymentProvider] },
  { label: 'State', cell: ({ status }) => <DonationBadge status={status} /> },
  { label: 'Amount', figure: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
];

/** What somebody gave under their name. */
export function Billing({ firstStep }: { firstStep: ReactNode }) {
  const [search, setSearch] = useState<TableSearch>({});
  const page = useDonationsGiven(search);
  const empty = {
    icon: Receipt,
    title: 'You have paid for nothing here.',
    text: 'This instance takes no payments and stores no payment details.',
    actions: firstStep,
  };
  if (page.data?.items.length === 0 && !search.at) {
    return (
      <EmptyState icon={empty.icon} title={empty.title} actions={empty.actions}>
        {empty.text}
      </EmptyState>
    );
  }
  return (
    <Section title="Donations you gave">
      <TestMoney />
      <PagedTable
        caption="Donations you gave"
        columns={COLUMNS}
        page={page}
        search={search}
        onSearch={setSearch}
        empty={empty}
      />
      <p className="text-muted text-sm">
        What you gave anonymously is in nobody’s list, yours included. This instance stores no payment
        details.
      </p>
    </Section>
  );
}
