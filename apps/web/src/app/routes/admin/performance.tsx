import { PerformancePanel } from '@/features/metrics/index.ts';
import { AdminLayout } from './layout.tsx';

export const AdminPerformancePage = () => (
  <AdminLayout title="Page performance">
    <PerformancePanel />
  </AdminLayout>
);
