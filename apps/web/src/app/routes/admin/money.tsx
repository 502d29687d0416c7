/** Admin pages about money. */
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AdminMoney, ProviderList } from '@/features/money/index.ts';
import { type SectionLink, SectionNav } from '../layouts.tsx';
import { AdminLayout } from './layout.tsx';

const PAGES: readonly SectionLink[] = [
  { to: '/dashboard/admin/money', label: 'Overview' },
  { to: '/dashboard/admin/money/providers', label: 'Payment providers' },
];

function MoneyLayout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <AdminLayout title={title} nav={<SectionNav name="Money" pages={PAGES} />}>
      {children}
    </AdminLayout>
  );
}

const route = getRouteApi('/dashboard/admin/money');

export function AdminMoneyPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <MoneyLayout title="Money">
      <AdminMoney search={search} onSearch={(next) => void navigate({ search: next, resetScroll: false })} />
    </MoneyLayout>
  );
}

export const AdminProvidersPage = () => (
  <MoneyLayout title="Payment providers">
    <ProviderList />
  </MoneyLayout>
);
