/** Admin pages about money. */
import { getRouteApi } from '@tanstack/react-router';
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import {
  AdminMoney,
  ChargePage,
  ChargeTable,
  DisputeTable,
  PayoutTable,
  ProviderList,
  ReconciliationPage,
  ReconciliationTable,
  RefundTable,
  WebhookTable,
} from '@/features/money/index.ts';
import { type SectionLink, SectionNav } from '../layouts.tsx';
import { AdminLayout } from './layout.tsx';

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

/** A page with a table, which keeps its filters, order and page in the address. */
function tablePage(
  path: `/dashboard/admin/money${'' | `/${'charges' | 'refunds' | 'disputes' | 'payouts' | 'reconciliation' | 'webhooks'}`}`,
  title: string,
  Table: ComponentType<ComponentProps<typeof ChargeTable>>,
) {
  const route = getRouteApi(path);
  return function TablePage() {
    const search = route.useSearch();
    const navigate = route.useNavigate();
    return (
      <MoneyLayout title={title}>
        <Table search={search} onSearch={(next) => void navigate({ search: next, resetScroll: false })} />
      </MoneyLayout>
    );
  };
}

export const AdminMoneyPage = tablePage('/dashboard/admin/money', 'Money', AdminMoney);
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
  const search = reportRoute.useSearch();
  const navigate = reportRoute.useNavigate();
  return (
    <MoneyLayout title="Reconciliation report">
      <ReconciliationPage
        id={id}
        search={search}
        onSearch={(next) => void navigate({ search: next, resetScroll: false })}
      />
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
