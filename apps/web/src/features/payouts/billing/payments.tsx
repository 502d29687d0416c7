import { Link } from '@tanstack/react-router';
import { PURPOSES } from '@tributary/contracts/payments';
import type { Payment } from '@tributary/contracts/payouts';
import { Receipt } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ChargeBadge, moneyColumn, ProviderName, PURPOSE_NAMES } from '@/features/payments/index.ts';
import { useApiTable } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { oneOf, refine, type TableSearch } from '@/lib/table-search.ts';
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
  label: t('payouts.payments.to'),
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
  { label: t('payouts.receipt.date'), figure: true, cell: ({ paidAt }) => <Day at={paidAt} /> },
  { label: t('payouts.table.status'), cell: ({ status }) => <ChargeBadge status={status} /> },
  moneyColumn(t('payouts.table.amount'), ({ amount }) => amount),
];
const COLUMNS: readonly Column<Payment>[] = [
  TO,
  { label: t('payouts.receipt.method'), cell: ({ provider }) => <ProviderName of={provider} /> },
  ...REST,
  {
    label: t('payouts.receipt.receipt'),
    figure: true,
    cell: ({ id, receiptNumber }) => (
      <Link
        to="/billing/receipts/$paymentId"
        params={{ paymentId: id }}
        aria-label={t('payouts.receipt.title', { number: receiptNumber })}
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
  if (page.isLoadingError) return <LoadFailure what={t('payouts.payments.what')} query={page} />;
  if (!search.at && !page.data?.items.length) return null;
  return (
    <Section title={t('payouts.earnings.donations')}>
      <PagedTable
        caption={t('payouts.earnings.donations')}
        columns={DONATIONS}
        page={page}
        search={search}
        onSearch={setSearch}
        empty={{ icon: Receipt, title: t('payouts.payments.noMore'), text: t('payouts.payments.goBack') }}
      />
      <p className="max-w-[68ch] text-muted text-sm">{t('payouts.payments.onlyYou')}</p>
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
      <EmptyState icon={Receipt} title={t('payouts.payments.none')} actions={firstStep}>
        {t('payouts.payments.noneNext')}
      </EmptyState>
    );
  }
  return (
    <Section title={t('payouts.payments.yours')}>
      <FilterBar aside={<ExportLink path="/api/me/payments.csv" filter={{ purpose }} />}>
        <Filter
          label={t('payouts.payments.for')}
          value={purpose}
          options={{ '': t('payouts.payments.everything'), ...PURPOSE_NAMES }}
          onChange={(status) => setSearch(refine(search, { status }))}
        />
      </FilterBar>
      <PagedTable
        caption={t('payouts.payments.yours')}
        columns={COLUMNS}
        page={page}
        search={search}
        onSearch={setSearch}
        empty={{
          icon: Receipt,
          title: t('payouts.payments.noResults'),
          text: t('payouts.payments.noResultsNext'),
        }}
      />
    </Section>
  );
}

/** Says where payment methods are kept and changed. */
export function PaymentMethodsNote({ manage }: { manage: ReactNode }) {
  return (
    <Section title={t('payouts.payments.methods')}>
      <p className="max-w-[68ch] text-muted text-sm">
        {t('payouts.payments.methodsNote')} {manage}
      </p>
    </Section>
  );
}
