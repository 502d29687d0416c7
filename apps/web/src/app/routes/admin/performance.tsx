import { PerformancePanel } from '@/features/metrics/index.ts';
import { AdminFrame } from './layout.tsx';

export const AdminPerformancePage = () => (
  <AdminFrame title="Page performance">
    <PerformancePanel />
  </AdminFrame>
);
