import { PerformancePanel } from '@/features/metrics/index.ts';
import { AdminFrame } from './admin-frame.tsx';

export const AdminPerformancePage = () => (
  <AdminFrame title="Page performance">
    <PerformancePanel />
  </AdminFrame>
);
