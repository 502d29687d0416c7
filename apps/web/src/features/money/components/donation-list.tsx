import type { AdminDonation, Donation } from '@tributary/contracts';
import type { ReactNode } from 'react';
import { Ago } from '@/ui/ago.tsx';
import type { PagedList } from '../api/pages.ts';
import { formatMoney } from '../engine/format-money.ts';
import { type Column, MoneyTable } from './money-table.tsx';
import { Paged } from './paged.tsx';
import { Name, Person } from './person.tsx';
import { DonationBadge } from './statuses.tsx';

interface FromProps {
  donation: Donation;
  /** Beneath the donor. */
  children?: ReactNode;
}

const From = ({ donation, children }: FromProps) => (
  <Person person={donation.donor} {...(donation.isAnonymous && { nobody: 'Anonymous' })}>
    {children}
    {donation.message && (
      <p dir="auto" className="max-w-[60ch] text-muted [overflow-wrap:anywhere]">
        {donation.message}
      </p>
    )}
    <p className="flex flex-wrap items-center gap-2 text-muted text-xs">
      <Ago at={donation.createdAt} />
      {donation.status !== 'completed' && <DonationBadge status={donation.status} />}
    </p>
  </Person>
);

const FROM: Column<Donation> = { name: 'From', cell: (row) => <From donation={row} /> };
const AMOUNTS: readonly Column<Donation>[] = [
  { name: 'Amount', figure: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
  {
    name: 'Fee',
    figure: true,
    wide: true,
    cell: ({ platformFee, currency }) => (
      <span className="text-muted">{formatMoney(platformFee, currency)}</span>
    ),
  },
];
const NET: Column<Donation> = {
  name: 'You get',
  figure: true,
  // What was given back is not anybody's any more.
  cell: ({ netAmount, currency, status }) =>
    status === 'completed' ? (
      <span className="font-medium text-amber">{formatMoney(netAmount, currency)}</span>
    ) : (
      <s className="text-muted">{formatMoney(netAmount, currency)}</s>
    ),
};

/** What a streamer received. */
export function DonationList({ list, empty }: { list: PagedList<Donation>; empty: ReactNode }) {
  return (
    <Paged list={list} empty={empty}>
      {(rows) => <MoneyTable label="Donations received" columns={[FROM, ...AMOUNTS, NET]} rows={rows} />}
    </Paged>
  );
}

const FROM_AND_TO: readonly Column<AdminDonation>[] = [
  {
    name: 'From',
    cell: (row) => (
      <From donation={row}>
        <p className="text-muted text-xs sm:hidden">
          to <Name person={row.recipient} />
        </p>
      </From>
    ),
  },
  { name: 'To', wide: true, cell: ({ recipient }) => <Name person={recipient} /> },
];

/** Everybody's. */
export function AllDonations({ list, empty }: { list: PagedList<AdminDonation>; empty: ReactNode }) {
  return (
    <Paged list={list} empty={empty}>
      {(rows) => <MoneyTable label="All donations" columns={[...FROM_AND_TO, ...AMOUNTS]} rows={rows} />}
    </Paged>
  );
}
