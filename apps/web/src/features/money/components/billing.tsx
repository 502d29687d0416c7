import type { DonationGiven } from '@tributary/contracts';
import { Receipt } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Section } from '@/ui/layout.tsx';
import { useDonationsGiven } from '../api/use-viewer.ts';
import { formatMoney } from '../engine/format-money.ts';
import { Day } from './dates.tsx';
import { type Column, MoneyTable } from './money-table.tsx';
import { Paged } from './paged.tsx';
import { Person } from './person.tsx';
import { DonationBadge } from './statuses.tsx';
import { TestMoney } from './test-money.tsx';

const PROVIDERS = { stripe: 'Stripe', paypal: 'PayPal' } as const;

const COLUMNS: readonly Column<DonationGiven>[] = [
  {
    name: 'To',
    cell: ({ recipient, message, createdAt }) => (
      <Person person={recipient}>
        {message && (
          <p dir="auto" className="max-w-[60ch] text-muted [overflow-wrap:anywhere]">
            {message}
          </p>
        )}
        <p className="text-muted text-xs sm:hidden">
          <Day at={createdAt} />
        </p>
      </Person>
    ),
  },
  { name: 'Date', wide: true, cell: ({ createdAt }) => <Day at={createdAt} /> },
  { name: 'By', wide: true, cell: ({ paymentProvider }) => PROVIDERS[paymentProvider] },
  { name: 'State', cell: ({ status }) => <DonationBadge status={status} /> },
  { name: 'Amount', figure: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
];

/** What somebody gave under their name. */
export function Billing({ firstStep }: { firstStep: ReactNode }) {
  const list = useDonationsGiven();
  const empty = (
    <EmptyState icon={Receipt} title="You have paid for nothing here." actions={firstStep}>
      This instance takes no payments and stores no payment details.
    </EmptyState>
  );
  return (
    <Paged list={list} empty={empty}>
      {(rows) => (
        <Section title="Donations you gave">
          <TestMoney />
          <MoneyTable label="Donations you gave" columns={COLUMNS} rows={rows} />
          <p className="text-muted text-sm">
            What you gave anonymously is in nobody’s list, yours included. This instance stores no payment
            details.
          </p>
        </Section>
      )}
    </Paged>
  );
}
