import type { AdminDonation, Donation } from '@tributary/contracts';
import type { ReactNode } from 'react';
import { formatRelative } from '@/lib/format.ts';
import type { PagedList } from '../api/pages.ts';
import { formatMoney } from '../engine/format-money.ts';
import { type Column, MoneyTable } from './money-table.tsx';
import { Paged } from './paged.tsx';
import { DELETED, Person } from './person.tsx';
import { DonationBadge } from './statuses.tsx';

const From = ({ donation }: { donation: Donation }) => (
  <Person person={donation.donor} nobody={donation.isAnonymous ? 'Anonymous' : DELETED}>
    {donation.message && (
      <p dir="auto" className="max-w-[60ch] text-muted [overflow-wrap:anywhere]">
        {donation.message}
      </p>
    )}
    <p className="flex flex-wrap items-center gap-2 text-muted text-xs">
      <time dateTime={donation.createdAt}>{formatRelative(donation.createdAt)}</time>
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

const TO: Column<AdminDonation> = {
  name: 'To',
  wide: true,
  cell: ({ recipient }) => <bdi>{recipient?.displayName ?? DELETED}</bdi>,
};

/** Everybody's. */
export function AllDonations({ list, empty }: { list: PagedList<AdminDonation>; empty: ReactNode }) {
  return (
    <Paged list={list} empty={empty}>
      {(rows) => <MoneyTable label="All donations" columns={[FROM, TO, ...AMOUNTS]} rows={rows} />}
    </Paged>
  );
}
