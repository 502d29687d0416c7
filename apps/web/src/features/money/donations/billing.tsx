import type { DonationSort, SentDonation } from '@tributary/contracts';
import { Receipt } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { TableSearch } from '@/lib/table-search.ts';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Section } from '@/ui/layout.tsx';
import type { Column } from '@/ui/tables/data-table.tsx';
import { Moment } from '@/ui/time.tsx';
import { useDonationsGiven } from '../api/use-viewer.ts';
import { Ledger } from '../shared/ledger.tsx';
import { DONATIONS, filterOf } from '../shared/lists.ts';
import { moneyColumn } from '../shared/money-column.tsx';
import { Person, Words } from '../shared/person.tsx';
import { DonationBadge } from '../shared/statuses.tsx';
import { TestMoney } from '../shared/test-money.tsx';

const PAYMENTS = { ...DONATIONS, icon: Receipt };
const PROVIDERS = { sandbox: 'Test payment', stripe: 'Stripe', paypal: 'PayPal', crypto: 'Crypto' } as const;

const COLUMNS: readonly Column<SentDonation, DonationSort>[] = [
  {
    label: 'To',
    cell: ({ recipient, message }) => (
      <Person person={recipient}>
        <Words>{message}</Words>
      </Person>
    ),
  },
  { label: 'Date', sort: 'createdAt', figure: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { label: 'Method', cell: ({ paymentProvider }) => PROVIDERS[paymentProvider] },
  { label: 'Status', cell: ({ status }) => <DonationBadge status={status} /> },
  moneyColumn('Amount', ({ amount }) => amount, { sort: 'amount' }),
];

/** A viewer's donations, except anonymous ones. */
export function Billing({ firstStep }: { firstStep: ReactNode }) {
  const [search, setSearch] = useState<TableSearch>({});
  const page = useDonationsGiven(search);
  const empty = {
    title: 'No donations yet',
    text: 'Donations that you make appear here. This instance doesn’t store payment details.',
    actions: firstStep,
  };
  if (page.data?.items.length === 0 && !filterOf(PAYMENTS, search).status && !search.at) {
    return (
      <EmptyState icon={PAYMENTS.icon} title={empty.title} actions={empty.actions}>
        {empty.text}
      </EmptyState>
    );
  }
  return (
    <Section title="Your donations">
      <TestMoney />
      <Ledger
        caption="Your donations"
        columns={COLUMNS}
        page={page}
        search={search}
        onSearch={setSearch}
        list={PAYMENTS}
        exportPath="/api/me/donations-given.csv"
        empty={empty}
      />
      <p className="text-muted text-sm">
        Anonymous donations aren’t listed. This instance doesn’t store payment details.
      </p>
    </Section>
  );
}
