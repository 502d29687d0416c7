import type { DonationSort, SentDonation } from '@tributary/contracts';
import { Receipt } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { TableSearch } from '@/lib/table-search.ts';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Section } from '@/ui/layout.tsx';
import type { Column } from '@/ui/tables/data-table.tsx';
import { Moment } from '@/ui/time.tsx';
import { donationFilterOf } from '../api/paging.ts';
import { useDonationsGiven } from '../api/use-viewer.ts';
import { formatMoney } from '../shared/format-money.ts';
import { Ledger } from '../shared/ledger.tsx';
import { Person, Words } from '../shared/person.tsx';
import { DONATION_STATES, DonationBadge } from '../shared/statuses.tsx';
import { TestMoney } from '../shared/test-money.tsx';

const PROVIDERS = { stripe: 'Stripe', paypal: 'PayPal' } as const;

const COLUMNS: readonly Column<SentDonation, DonationSort>[] = [
  {
    label: 'To',
    cell: ({ recipient, message }) => (
      <Person person={recipient}>
        <Words>{message}</Words>
      </Person>
    ),
  },
  { label: 'Given', sort: 'createdAt', figure: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { label: 'By', cell: ({ paymentProvider }) => PROVIDERS[paymentProvider] },
  { label: 'State', cell: ({ status }) => <DonationBadge status={status} /> },
  {
    label: 'Amount',
    sort: 'amount',
    figure: true,
    cell: ({ amount, currency }) => formatMoney(amount, currency),
  },
];

/** What somebody gave under their name. */
export function Billing({ firstStep }: { firstStep: ReactNode }) {
  const [search, setSearch] = useState<TableSearch>({});
  const page = useDonationsGiven(search);
  const filter = donationFilterOf(search);
  const empty = {
    icon: Receipt,
    title: 'You have paid for nothing here.',
    text: 'This instance takes no payments and stores no payment details.',
    actions: firstStep,
  };
  if (page.data?.items.length === 0 && !filter.status && !search.at) {
    return (
      <EmptyState icon={empty.icon} title={empty.title} actions={empty.actions}>
        {empty.text}
      </EmptyState>
    );
  }
  return (
    <Section title="Donations you gave">
      <TestMoney />
      <Ledger
        caption="Donations you gave"
        columns={COLUMNS}
        page={page}
        search={search}
        onSearch={setSearch}
        filter={filter}
        sort="createdAt"
        states={DONATION_STATES}
        exportPath="/api/me/donations-given.csv"
        empty={empty}
      />
      <p className="text-muted text-sm">
        What you gave anonymously is in nobody’s list, yours included. This instance stores no payment
        details.
      </p>
    </Section>
  );
}
