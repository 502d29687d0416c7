/** Admin pages about money. */
import { getRouteApi } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import {
  ChargePage,
  ChargeTable,
  DisputeTable,
  ProviderList,
  ReconciliationPage,
  ReconciliationTable,
  RefundTable,
  WebhookTable,
} from '@/features/payments/index.ts';
import { PayoutTable } from '@/features/payouts/index.ts';
import type { Searched } from '@/ui/tables/paged-table.tsx';
import { type SectionLink, SectionNav } from '../layouts.tsx';
import { AdminLayout } from './layout.tsx';
import { MoneyOverview } from './money-overview.tsx';
import { useSearched } from './use-searched.ts';

const PAGES: readonly SectionLink[] = [
  { to: '/dashboard/admin/money', label: 'Overview' },
  { to: '/dashboard/admin/money/charges', label: 'Charges' },
  { to: '/dashboard/admin/money/refunds', label: 'Refunds' },
  { to: '/dashboard/admin/money/disputes', label: 'Disputes' },
  { to: '/dashboard/admin/money/payouts', label: 'Payouts' },
  { to: '/dashboard/admin/money/reconciliation', label: 'Reconciliation' },
  { to: '/dashboard/admin/money/webhooks', label: 'Webhooks' },
  { to: '/dashboard/admin/money/providers', label: 'Payment providers' },
];

function MoneyLayout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <AdminLayout title={title} nav={<SectionNav name="Money" pages={PAGES} />}>
      {children}
    </AdminLayout>
  );
}

function tablePage(path: Parameters<typeof useSearched>[0], title: string, Table: ComponentType<Searched>) {
  return function TablePage() {
    const searched = useSearched(path);
    return (
      <MoneyLayout title={title}>
        <Table {...searched} />
      </MoneyLayout>
    );
  };
}

export const AdminMoneyPage = tablePage('/dashboard/admin/money', 'Money', MoneyOverview);
export const AdminChargesPage = tablePage('/dashboard/admin/money/charges', 'Charges', ChargeTable);
export const AdminRefundsPage = tablePage('/dashboard/admin/money/refunds', 'Refunds', RefundTable);
export const AdminDisputesPage = tablePage('/dashboard/admin/money/disputes', 'Disputes', DisputeTable);
export const AdminPayoutsPage = tablePage('/dashboard/admin/money/payouts', 'Payouts', PayoutTable);
export const AdminWebhooksPage = tablePage('/dashboard/admin/money/webhooks', 'Webhooks', WebhookTable);
export const AdminReconciliationsPage = tablePage(
  '/dashboard/admin/money/reconciliation',
  'Reconciliation',
  ReconciliationTable,
);

const reportRoute = getRouteApi('/dashboard/admin/money/reconciliation/$id');

export function AdminReconciliationPage() {
  const { id } = reportRoute.useParams();
  const searched = useSearched('/dashboard/admin/money/reconciliation/$id');
  return (
    <MoneyLayout title="Reconciliation report">
      <ReconciliationPage id={id} {...searched} />
    </MoneyLayout>
  );
}

const chargeRoute = getRouteApi('/dashboard/admin/money/charges/$id');

export function AdminChargePage() {
  const { id } = chargeRoute.useParams();
  return (
    <MoneyLayout title="Charge">
      <ChargePage id={id} />
    </MoneyLayout>
  );
}

export const AdminProvidersPage = () => (
  <MoneyLayout title="Payment providers">
    <ProviderList />
  </MoneyLayout>
);
