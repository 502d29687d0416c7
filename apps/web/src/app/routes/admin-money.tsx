import { AdminMoney } from '@/features/money/index.ts';
import { AdminFrame } from './admin-frame.tsx';

export const AdminMoneyPage = () => (
  <AdminFrame title="Money">
    <AdminMoney />
  </AdminFrame>
);
