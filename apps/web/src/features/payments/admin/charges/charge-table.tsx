import { type AdminCharge, CHARGE_STATUSES, PURPOSES } from '@tributary/contracts/payments';
import { Receipt } from 'lucide-react';
import { useApiTable } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { dayOf, oneOf, refine, type TableSearch } from '@/lib/table-search.ts';
import { labelsOf } from '@/ui/status-badge.tsx';
import type { Column } from '@/ui/tables/data-table.tsx';
import { ExportLink } from '@/ui/tables/export-link.tsx';
import { DateFilter, Filter, FilterBar, SearchBox } from '@/ui/tables/filter-bar.tsx';
import { PagedTable, type Searched } from '@/ui/tables/paged-table.tsx';
import { Moment } from '@/ui/time.tsx';
import { moneyColumn } from '../../shared/money-table.tsx';
import { CHARGE_BADGES, ChargeBadge } from '../../shared/statuses.tsx';
import { TestMoney } from '../../shared/test-money.tsx';
import { PURPOSE_NAMES } from '../../shared/texts.ts';
import { ChargeLink, Creator, Payer, ProviderId } from './charge-parts.tsx';

const COLUMNS: readonly Column<AdminCharge>[] = [
  {
    label: t('payments.admin.charges.charge'),
    cell: ({ id, purpose, paymentId }) => (
      <span className="flex flex-col">
        <ChargeLink id={id}>{PURPOSE_NAMES[purpose]}</ChargeLink>
        <ProviderId>{paymentId}</ProviderId>
      </span>
    ),
  },
  { label: t('payments.admin.charges.from'), cell: (charge) => <Payer {...charge} /> },
  { label: t('payments.admin.charges.to'), cell: (charge) => <Creator {...charge} /> },
  { label: t('payments.admin.date'), figure: true, cell: ({ capturedAt }) => <Moment at={capturedAt} /> },
  { label: t('payments.table.status'), cell: ({ status }) => <ChargeBadge status={status} /> },
  moneyColumn(t('payments.admin.amount'), ({ amount }) => amount),
];

const filterOf = ({ q, status, purpose, since, until }: TableSearch) => ({
  q,
  status: oneOf(CHARGE_STATUSES, status),
  purpose: oneOf(PURPOSES, purpose),
  since: dayOf(since),
  until: dayOf(until),
});

/** All charges of this instance. */
export function ChargeTable({ search, onSearch }: Searched) {
  const filter = filterOf(search);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const narrow = (changes: Parameters<typeof refine>[1]) => onSearch(refine(search, changes));
  return (
    <div className="flex flex-col gap-5">
      <TestMoney />
      <FilterBar aside={<ExportLink path="/api/admin/charges.csv" filter={filter} />}>
        <SearchBox
          label={t('payments.admin.charges.search')}
          value={filter.q}
          onSearch={(q) => narrow({ q })}
        />
        <Filter
          label={t('payments.table.status')}
          value={filter.status}
          options={{ '': t('payments.table.allStatuses'), ...labelsOf(CHARGE_BADGES) }}
          onChange={(status) => narrow({ status })}
        />
        <Filter
          label={t('payments.admin.charges.purpose')}
          value={filter.purpose}
          options={{ '': t('payments.table.allStatuses'), ...PURPOSE_NAMES }}
          onChange={(purpose) => narrow({ purpose })}
        />
        <div className="flex flex-wrap gap-3">
          <DateFilter
            label={t('payments.table.fromDay')}
            value={filter.since}
            onChange={(since) => narrow({ since })}
          />
          <DateFilter
            label={t('payments.table.toDay')}
            value={filter.until}
            onChange={(until) => narrow({ until })}
          />
        </div>
      </FilterBar>
      <PagedTable
        caption={t('payments.admin.charges.title')}
        columns={COLUMNS}
        page={useApiTable('GET /api/admin/charges', search, { query: filter })}
        search={search}
        onSearch={onSearch}
        empty={{
          icon: Receipt,
          title: isFiltered ? t('payments.admin.charges.noMatch') : t('payments.admin.charges.none'),
          text: isFiltered ? t('payments.admin.charges.noMatchNext') : t('payments.admin.charges.noneNext'),
        }}
      />
    </div>
  );
}
