import { PerformancePanel } from '@/features/metrics/index.ts';
import { t } from '@/lib/messages/t.ts';
import { AdminLayout } from './layout.tsx';

export const AdminPerformancePage = () => (
  <AdminLayout title={t('admin.page.pagePerformance')}>
    <PerformancePanel />
  </AdminLayout>
);
