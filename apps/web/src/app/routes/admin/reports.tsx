/** Admin pages about reports. */
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ReportPage, ReportTable } from '@/features/moderation/index.ts';
import { Button } from '@/ui/button.tsx';
import { Guard } from '../../guard.tsx';
import { AdminLayout, TABLE_LINK } from './layout.tsx';

const caseLink = (id: string, children: ReactNode) => (
  <Link to="/dashboard/admin/reports/$id" params={{ id }} className={TABLE_LINK}>
    {children}
  </Link>
);

const listRoute = getRouteApi('/dashboard/admin/reports');

export function AdminReportsPage() {
  const search = listRoute.useSearch();
  const navigate = listRoute.useNavigate();
  return (
    <AdminLayout title="Reports">
      <ReportTable
        search={search}
        onSearch={(next) => void navigate({ search: next, resetScroll: false })}
        caseLink={caseLink}
      />
    </AdminLayout>
  );
}

const caseRoute = getRouteApi('/dashboard/admin/reports/$id');

export function AdminReportPage() {
  const { id } = caseRoute.useParams();
  return (
    <AdminLayout title="Report">
      <Guard>
        {(me) => (
          <ReportPage
            id={id}
            ownId={me.id}
            reportsLink={
              <Button asChild variant="secondary">
                <Link to="/dashboard/admin/reports">All reports</Link>
              </Button>
            }
            personLink={(person, children) => (
              <Link to="/dashboard/admin/users/$id" params={{ id: person }} className={TABLE_LINK}>
                {children}
              </Link>
            )}
            caseLink={caseLink}
          />
        )}
      </Guard>
    </AdminLayout>
  );
}
