import { Link } from '@tanstack/react-router';
import { HealthPanel } from '@/features/admin/index.ts';
import { InstanceSwarm } from '@/features/swarm/index.ts';
import { t } from '@/lib/messages/t.ts';
import { AdminLayout, TABLE_LINK } from './layout.tsx';

export const AdminHealthPage = () => (
  <AdminLayout title={t('admin.page.health')}>
    <HealthPanel
      streamLink={(id, title) => (
        <Link to="/stream/$id" params={{ id }} className={TABLE_LINK}>
          {title}
        </Link>
      )}
    />
    <InstanceSwarm />
  </AdminLayout>
);
