/** Admin pages about reports. */
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AppealTable, ReportPage, ReportTable } from '@/features/moderation/index.ts';
import { Button } from '@/ui/button.tsx';
import { Guard } from '../../guard.tsx';
import { type SectionLink, SectionNav } from '../layouts.tsx';
import { AdminLayout, TABLE_LINK, userLink } from './layout.tsx';

const PAGES: readonly SectionLink[] = [
  { to: '/dashboard/admin/reports', label: 'Reports' },
  { to: '/dashboard/admin/reports/appeals', label: 'Appeals' },
];

const nav = <SectionNav name="Reports and appeals" pages={PAGES} />;

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
    <AdminLayout title="Reports" nav={nav}>
      <ReportTable
        search={search}
        onSearch={(next) => void navigate({ search: next, resetScroll: false })}
        caseLink={caseLink}
      />
    </AdminLayout>
  );
}

const appealsRoute = getRouteApi('/dashboard/admin/reports/appeals');

export function AdminAppealsPage() {
  const search = appealsRoute.useSearch();
  const navigate = appealsRoute.useNavigate();
  return (
    <AdminLayout title="Appeals" nav={nav}>
      <AppealTable
        search={search}
        onSearch={(next) => void navigate({ search: next, resetScroll: false })}
        personLink={userLink}
      />
    </AdminLayout>
  );
}

const caseRoute = getRouteApi('/dashboard/admin/reports/$id');

export function AdminReportPage() {
  const { id } = caseRoute.useParams();
  return (
    <AdminLayout title="Report" nav={nav}>
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
            personLink={userLink}
            caseLink={caseLink}
          />
        )}
      </Guard>
    </AdminLayout>
  );
}
