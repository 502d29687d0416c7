import {
  type AdminDonation,
  DONATION_SORTS,
  type Donation,
  type DonationSort,
  type DonationStatus,
} from '@tributary/contracts/donations';
import { guestLabel } from '@tributary/contracts/payments';
import { Coins } from 'lucide-react';
import { useState } from 'react';
import { filterOf, listOf, MoneyTable, moneyColumn } from '@/features/payments/index.ts';
import { formatMoney } from '@/lib/money.ts';
import type { TableSearch } from '@/lib/table-search.ts';
import { useApiTable } from '@/lib/use-api.ts';
import { Badge } from '@/ui/badge.tsx';
import { Name, Person } from '@/ui/media/person.tsx';
import { StatusBadge, type StatusBadges } from '@/ui/status-badge.tsx';
import type { Column } from '@/ui/tables/data-table.tsx';
import type { Searched } from '@/ui/tables/paged-table.tsx';
import { Moment } from '@/ui/time.tsx';
import { DonationMessage } from '../donation-message.tsx';
import { leftOf, useDonationActions } from './donation-actions.tsx';

const DONATION_BADGES: StatusBadges<DonationStatus> = {
  completed: ['green', 'Completed'],
  refunded: ['neutral', 'Refunded'],
  disputed: ['live', 'Disputed'],
};

const DonationBadge = ({ status }: { status: DonationStatus }) => (
  <StatusBadge badges={DONATION_BADGES} status={status} />
);

const DONATIONS = { ...listOf(DONATION_SORTS, 'createdAt', DONATION_BADGES, Coins), hasDays: true };

type DonationColumn = Column<Donation, DonationSort>;

const FROM: DonationColumn = {
  label: 'From',
  cell: ({ donor, isAnonymous, guestName, isSubscriber = false, message, isMessageHidden }) => (
    <Person
      person={donor}
      isSubscriber={isSubscriber}
      // Without a name, the donor was signed out, or the account was deleted.
      fallback={isAnonymous ? 'Anonymous' : guestName === null ? 'No account' : guestLabel(guestName)}
    >
      <DonationMessage>{message}</DonationMessage>
      {isMessageHidden && <Badge>Hidden</Badge>}
    </Person>
  ),
};
const REST: readonly DonationColumn[] = [
  { label: 'Date', sort: 'createdAt', figure: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { label: 'Status', cell: ({ status }) => <DonationBadge status={status} /> },
  moneyColumn('Amount', ({ amount }) => amount, { sort: 'amount' }),
  moneyColumn('Fee', ({ platformFee }) => platformFee, { tone: 'muted' }),
];
const NET: DonationColumn = {
  label: 'Net',
  figure: true,
  // Refunded and disputed donations don't count.
  cell: ({ netAmount, currency, status }) =>
    status === 'completed' ? (
      <span className="font-medium text-amber">{formatMoney(netAmount, currency)}</span>
    ) : (
      <s className="text-muted">{formatMoney(netAmount, currency)}</s>
    ),
};
const OWN = [FROM, ...REST, NET];

/** The donations that a streamer received. */
export function DonationList() {
  const [search, setSearch] = useState<TableSearch>({});
  const { actions, dialogs } = useDonationActions();
  return (
    <>
      <MoneyTable
        caption="Donations received"
        columns={OWN}
        page={useApiTable('GET /api/me/donations', search, { query: filterOf(DONATIONS, search) })}
        search={search}
        onSearch={setSearch}
        list={DONATIONS}
        exportPath="/api/me/donations.csv"
        nameOf={(donation) => `the donation of ${leftOf(donation)}`}
        actions={actions}
        empty={{ title: 'No donations yet', text: 'Each donation appears here with its fee and net amount.' }}
      />
      {dialogs}
    </>
  );
}

const ALL: readonly Column<AdminDonation, DonationSort>[] = [
  FROM,
  { label: 'To', cell: ({ recipient }) => <Name person={recipient} /> },
  ...REST,
];

/** The donations of all accounts. */
export function AllDonations({ search, onSearch }: Searched) {
  return (
    <MoneyTable
      caption="All donations"
      columns={ALL}
      page={useApiTable('GET /api/admin/donations', search, { query: filterOf(DONATIONS, search) })}
      search={search}
      onSearch={onSearch}
      list={DONATIONS}
      exportPath="/api/admin/donations.csv"
      empty={{ title: 'No donations yet', text: 'Donations to all streamers appear here.' }}
    />
  );
}
