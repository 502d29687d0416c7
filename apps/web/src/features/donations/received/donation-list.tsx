import {
  type AdminDonation,
  DONATION_SORTS,
  type Donation,
  type DonationSort,
  type DonationStatus,
} from '@tributary/contracts/donations';

import { Coins } from 'lucide-react';
import { useState } from 'react';
import { filterOf, listOf, MoneyTable, moneyColumn } from '@/features/payments/index.ts';
import { useApiTable } from '@/lib/api/use-api.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { guestLabel } from '@/lib/labels/guest-label.ts';
import { t } from '@/lib/messages/t.ts';
import type { TableSearch } from '@/lib/table-search.ts';
import { Badge } from '@/ui/badge.tsx';
import { Name, Person } from '@/ui/media/person.tsx';
import { StatusBadge, type StatusBadges } from '@/ui/status-badge.tsx';
import type { Column } from '@/ui/tables/data-table.tsx';
import type { Searched } from '@/ui/tables/paged-table.tsx';
import { Moment } from '@/ui/time.tsx';
import { DonationMessage } from '../donation-message.tsx';
import { leftOf, useDonationActions } from './donation-actions.tsx';

const DONATION_BADGES: StatusBadges<DonationStatus> = {
  completed: ['green', t('donations.badge.completed')],
  refunded: ['neutral', t('donations.badge.refunded')],
  disputed: ['live', t('donations.badge.disputed')],
};

const DonationBadge = ({ status }: { status: DonationStatus }) => (
  <StatusBadge badges={DONATION_BADGES} status={status} />
);

const DONATIONS = { ...listOf(DONATION_SORTS, 'createdAt', DONATION_BADGES, Coins), hasDays: true };

type DonationColumn = Column<Donation, DonationSort>;

const FROM: DonationColumn = {
  label: t('donations.list.from'),
  cell: ({ donor, isAnonymous, guestName, isSubscriber = false, message, isMessageHidden }) => (
    <Person
      person={donor}
      isSubscriber={isSubscriber}
      // Without a name, the donor was signed out, or the account was deleted.
      fallback={
        isAnonymous
          ? t('donations.list.anonymous')
          : guestName === null
            ? t('donations.list.noAccount')
            : guestLabel(guestName)
      }
    >
      <DonationMessage>{message}</DonationMessage>
      {isMessageHidden && <Badge>{t('donations.list.hidden')}</Badge>}
    </Person>
  ),
};
const REST: readonly DonationColumn[] = [
  {
    label: t('donations.list.date'),
    sort: 'createdAt',
    figure: true,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  { label: t('donations.list.status'), cell: ({ status }) => <DonationBadge status={status} /> },
  moneyColumn(t('donations.list.amount'), ({ amount }) => amount, { sort: 'amount' }),
  moneyColumn(t('donations.list.fee'), ({ platformFee }) => platformFee, { tone: 'muted' }),
];
const NET: DonationColumn = {
  label: t('donations.list.net'),
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
        caption={t('donations.list.received')}
        columns={OWN}
        page={useApiTable('GET /api/me/donations', search, { query: filterOf(DONATIONS, search) })}
        search={search}
        onSearch={setSearch}
        list={DONATIONS}
        exportPath="/api/me/donations.csv"
        nameOf={(donation) => t('donations.list.nameOf', { amount: leftOf(donation) })}
        actions={actions}
        empty={{ title: t('donations.list.none'), text: t('donations.list.noneOwn') }}
      />
      {dialogs}
    </>
  );
}

const ALL: readonly Column<AdminDonation, DonationSort>[] = [
  FROM,
  { label: t('donations.list.to'), cell: ({ recipient }) => <Name person={recipient} /> },
  ...REST,
];

/** The donations of all accounts. */
export function AllDonations({ search, onSearch }: Searched) {
  return (
    <MoneyTable
      caption={t('donations.list.all')}
      columns={ALL}
      page={useApiTable('GET /api/admin/donations', search, { query: filterOf(DONATIONS, search) })}
      search={search}
      onSearch={onSearch}
      list={DONATIONS}
      exportPath="/api/admin/donations.csv"
      empty={{ title: t('donations.list.none'), text: t('donations.list.noneAll') }}
    />
  );
}
