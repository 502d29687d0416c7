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
import { t } from '@/lib/messages/t.ts';
import type { Searched } from '@/ui/tables/paged-table.tsx';
import { type SectionLink, SectionNav } from '../layouts.tsx';
import { AdminLayout } from './layout.tsx';
import { MoneyOverview } from './money-overview.tsx';
import { useSearched } from './use-searched.ts';

const PAGES: readonly SectionLink[] = [
  { to: '/dashboard/admin/money', label: t('dashboards.overview') },
  { to: '/dashboard/admin/money/charges', label: t('admin.page.charges') },
  { to: '/dashboard/admin/money/refunds', label: t('admin.page.refunds') },
  { to: '/dashboard/admin/money/disputes', label: t('admin.page.disputes') },
  { to: '/dashboard/admin/money/payouts', label: t('dashboards.payouts') },
  { to: '/dashboard/admin/money/reconciliation', label: t('admin.page.reconciliation') },
  { to: '/dashboard/admin/money/webhooks', label: t('admin.page.webhooks') },
  { to: '/dashboard/admin/money/providers', label: t('admin.page.providers') },
];

function MoneyLayout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <AdminLayout title={title} nav={<SectionNav name={t('admin.page.money')} pages={PAGES} />}>
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

export const AdminMoneyPage = tablePage('/dashboard/admin/money', t('admin.page.money'), MoneyOverview);
export const AdminChargesPage = tablePage(
  '/dashboard/admin/money/charges',
  t('admin.page.charges'),
  ChargeTable,
);
export const AdminRefundsPage = tablePage(
  '/dashboard/admin/money/refunds',
  t('admin.page.refunds'),
  RefundTable,
);
export const AdminDisputesPage = tablePage(
  '/dashboard/admin/money/disputes',
  t('admin.page.disputes'),
  DisputeTable,
);
export const AdminPayoutsPage = tablePage(
  '/dashboard/admin/money/payouts',
  t('dashboards.payouts'),
  PayoutTable,
);
export const AdminWebhooksPage = tablePage(
  '/dashboard/admin/money/webhooks',
  t('admin.page.webhooks'),
  WebhookTable,
);
export const AdminReconciliationsPage = tablePage(
  '/dashboard/admin/money/reconciliation',
  t('admin.page.reconciliation'),
  ReconciliationTable,
);

const reportRoute = getRouteApi('/dashboard/admin/money/reconciliation/$id');

export function AdminReconciliationPage() {
  const { id } = reportRoute.useParams();
  const searched = useSearched('/dashboard/admin/money/reconciliation/$id');
  return (
    <MoneyLayout title={t('admin.page.reconciliationReport')}>
      <ReconciliationPage id={id} {...searched} />
    </MoneyLayout>
  );
}

const chargeRoute = getRouteApi('/dashboard/admin/money/charges/$id');

export function AdminChargePage() {
  const { id } = chargeRoute.useParams();
  return (
    <MoneyLayout title={t('admin.page.charge')}>
      <ChargePage id={id} />
    </MoneyLayout>
  );
}

export const AdminProvidersPage = () => (
  <MoneyLayout title={t('admin.page.providers')}>
    <ProviderList />
  </MoneyLayout>
);
