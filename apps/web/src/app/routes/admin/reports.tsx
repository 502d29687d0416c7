/** Admin pages about reports. */
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AppealTable, ReportPage, ReportTable } from '@/features/moderation/index.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Guard } from '../../guard.tsx';
import { type SectionLink, SectionNav } from '../layouts.tsx';
import { AdminLayout, TABLE_LINK, userLink } from './layout.tsx';
import { useSearched } from './use-searched.ts';

const PAGES: readonly SectionLink[] = [
  { to: '/dashboard/admin/reports', label: t('admin.page.reports') },
  { to: '/dashboard/admin/reports/appeals', label: t('admin.page.appeals') },
];

const nav = <SectionNav name={t('admin.page.reportsAndAppeals')} pages={PAGES} />;

const caseLink = (id: string, children: ReactNode) => (
  <Link to="/dashboard/admin/reports/$id" params={{ id }} className={TABLE_LINK}>
    {children}
  </Link>
);

export const AdminReportsPage = () => (
  <AdminLayout title={t('admin.page.reports')} nav={nav}>
    <ReportTable {...useSearched('/dashboard/admin/reports')} caseLink={caseLink} />
  </AdminLayout>
);

export const AdminAppealsPage = () => (
  <AdminLayout title={t('admin.page.appeals')} nav={nav}>
    <AppealTable {...useSearched('/dashboard/admin/reports/appeals')} personLink={userLink} />
  </AdminLayout>
);

const caseRoute = getRouteApi('/dashboard/admin/reports/$id');

export function AdminReportPage() {
  const { id } = caseRoute.useParams();
  return (
    <AdminLayout title={t('admin.page.report')} nav={nav}>
      <Guard>
        {(me) => (
          <ReportPage
            id={id}
            ownId={me.id}
            reportsLink={
              <Button asChild variant="secondary">
                <Link to="/dashboard/admin/reports">{t('admin.allReports')}</Link>
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
