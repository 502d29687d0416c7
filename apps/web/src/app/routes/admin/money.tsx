import { getRouteApi } from '@tanstack/react-router';
import { AdminMoney } from '@/features/money/index.ts';
import { AdminLayout } from './layout.tsx';

const route = getRouteApi('/dashboard/admin/money');

export function AdminMoneyPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <AdminLayout title="Money">
      <AdminMoney search={search} onSearch={(next) => void navigate({ search: next, resetScroll: false })} />
    </AdminLayout>
  );
}
