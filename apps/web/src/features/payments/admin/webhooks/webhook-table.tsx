import { PROVIDER_EVENT_STATUSES, PROVIDER_NAME, type ProviderEvent } from '@tributary/contracts/payments';
import { FileJson, RotateCcw, Webhook } from 'lucide-react';
import { useState } from 'react';
import { useApiMutation, useApiTable } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { oneOf, refine, type TableSearch } from '@/lib/table-search.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { labelsOf } from '@/ui/status-badge.tsx';
import type { Column } from '@/ui/tables/data-table.tsx';
import { Filter, FilterBar, SearchBox } from '@/ui/tables/filter-bar.tsx';
import { PagedTable, type Searched } from '@/ui/tables/paged-table.tsx';
import { Moment } from '@/ui/time.tsx';
import { ProviderName, usePaymentProviders } from '../../api/use-checkout.ts';
import { providerName } from '../../shared/provider-texts.ts';
import { WEBHOOK_BADGES, WebhookBadge } from '../../shared/statuses.tsx';
import { ProviderId } from '../charges/charge-parts.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

const COLUMNS: readonly Column<ProviderEvent>[] = [
  {
    label: t('payments.admin.webhook.event'),
    cell: ({ type, eventId, error }) => (
      <span className="flex flex-col gap-0.5">
        <span className="break-all">{type}</span>
        <ProviderId>{eventId}</ProviderId>
        {error !== null && <span className="font-normal text-live text-sm">{error}</span>}
      </span>
    ),
  },
  { label: t('payments.admin.provider.label'), cell: ({ provider }) => <ProviderName of={provider} /> },
  {
    label: t('payments.admin.webhook.received'),
    figure: true,
    cell: ({ receivedAt }) => <Moment at={receivedAt} />,
  },
  { label: t('payments.admin.webhook.attempts'), figure: true, cell: ({ attempts }) => attempts },
  { label: t('payments.table.status'), cell: ({ status }) => <WebhookBadge status={status} /> },
];

/** How often the list is read again, so that new webhooks appear without a reload. */
export const REFRESH_MS = 5_000;

const filterOf = ({ q, status, provider }: TableSearch) => ({
  q,
  status: oneOf(PROVIDER_EVENT_STATUSES, status),
  provider: provider && PROVIDER_NAME.test(provider) ? provider : undefined,
});

/** The webhooks that the payment providers have sent, with their state. */
export function WebhookTable({ search, onSearch }: Searched) {
  const [shown, setShown] = useState<ProviderEvent | null>(null);
  const providers = usePaymentProviders();
  const replay = useApiMutation('POST /api/admin/payment-events/:id/replay', {
    // Replaying a webhook may change any page about money.
    invalidates: ['GET /api/admin/*'],
    failure: t('payments.admin.webhook.notProcessed'),
    onSuccess() {
      toast.success(t('payments.admin.webhook.processing'));
      setShown(null);
    },
  });
  const filter = filterOf(search);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const processAgain = ({ id }: ProviderEvent) => replay.mutate({ params: { id } });
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-[68ch] text-muted">{t('payments.admin.webhook.lead')}</p>
      <FilterBar>
        <SearchBox
          label={t('payments.admin.webhook.search')}
          value={filter.q}
          onSearch={(q) => onSearch(refine(search, { q }))}
        />
        <Filter
          label={t('payments.table.status')}
          value={filter.status}
          options={{ '': t('payments.table.allStatuses'), ...labelsOf(WEBHOOK_BADGES) }}
          onChange={(status) => onSearch(refine(search, { status }))}
        />
        <Filter
          label={t('payments.admin.provider.label')}
          value={filter.provider}
          options={{
            '': t('payments.table.allStatuses'),
            ...Object.fromEntries(providers.map(({ name, label }) => [name, providerName(name, label)])),
          }}
          onChange={(provider) => onSearch(refine(search, { provider }))}
        />
      </FilterBar>
      <PagedTable
        caption={t('payments.admin.webhook.title')}
        columns={COLUMNS}
        page={useApiTable(
          'GET /api/admin/payment-events',
          search,
          { query: filter },
          { refetchInterval: REFRESH_MS },
        )}
        search={search}
        onSearch={onSearch}
        nameOf={({ type, eventId }) => `${type} ${eventId}`}
        actions={(event) => [
          { label: t('payments.admin.webhook.details'), icon: FileJson, onSelect: () => setShown(event) },
          { label: t('payments.admin.webhook.again'), icon: RotateCcw, onSelect: () => processAgain(event) },
        ]}
        empty={{
          icon: Webhook,
          title: isFiltered ? t('payments.admin.webhook.noMatch') : t('payments.admin.webhook.none'),
          text: isFiltered ? t('payments.admin.webhook.noMatchNext') : t('payments.admin.webhook.noneNext'),
        }}
      />
      <WebhookDialog
        event={shown}
        busy={replay.isPending}
        onReplay={processAgain}
        onClose={() => setShown(null)}
      />
    </div>
  );
}
