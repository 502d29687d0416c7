/** Admin pages about the instance: settings, its emails and the audit log. */
import { Link } from '@tanstack/react-router';
import { PAGE_SLUGS } from '@tributary/contracts/pages';
import { userId } from '@tributary/contracts/shared';
import { AuditTable, OutboxList, SettingsForm } from '@/features/admin/index.ts';
import { t } from '@/lib/messages/t.ts';
import { AdminLayout, TABLE_LINK, userLink } from './layout.tsx';
import { useSearched } from './use-searched.ts';

export const AdminSettingsPage = () => (
  <AdminLayout title={t('admin.page.settings')}>
    <SettingsForm
      securityLink={(words) => (
        <Link to="/profile/security" className="inline-block py-0.5 text-accent">
          {words}
        </Link>
      )}
    />
  </AdminLayout>
);

export const AdminOutboxPage = () => (
  <AdminLayout title={t('admin.page.outbox')}>
    <OutboxList />
  </AdminLayout>
);

/** The pages about subjects without a page of their own. */
const LISTS: Readonly<
  Record<
    string,
    | '/dashboard/admin/messages'
    | '/dashboard/admin/settings'
    | '/dashboard/admin/money/payouts'
    | '/dashboard/admin/money/disputes'
    | '/dashboard/admin/money/providers'
    | '/dashboard/admin/money/reconciliation'
    | undefined
  >
> = {
  message: '/dashboard/admin/messages',
  settings: '/dashboard/admin/settings',
  invitation: '/dashboard/admin/settings',
  payout: '/dashboard/admin/money/payouts',
  dispute: '/dashboard/admin/money/disputes',
  payment_provider: '/dashboard/admin/money/providers',
  reconciliation: '/dashboard/admin/money/reconciliation',
};

export function AdminAuditPage() {
  const searched = useSearched('/dashboard/admin/audit');
  return (
    <AdminLayout title={t('admin.page.audit')}>
      <AuditTable
        {...searched}
        subjectLink={({ kind, id, label }, children) => {
          const person = kind === 'user' && label ? userId.safeParse(id).data : undefined;
          const slug = kind === 'page' ? PAGE_SLUGS.find((known) => known === id) : undefined;
          if (person) return userLink(person, children);
          if (slug) {
            return (
              <Link to="/dashboard/admin/pages/$slug" params={{ slug }} className={TABLE_LINK}>
                {children}
              </Link>
            );
          }
          if (kind === 'report' && label) {
            return (
              <Link to="/dashboard/admin/reports/$id" params={{ id }} className={TABLE_LINK}>
                {children}
              </Link>
            );
          }
          if (kind === 'charge') {
            return (
              <Link to="/dashboard/admin/money/charges/$id" params={{ id }} className={TABLE_LINK}>
                {children}
              </Link>
            );
          }
          const list = LISTS[kind];
          if (list) {
            return (
              <Link to={list} className={TABLE_LINK}>
                {children}
              </Link>
            );
          }
          if (kind === 'stream' && label) {
            return (
              <Link to="/stream/$id" params={{ id }} className={TABLE_LINK}>
                {children}
              </Link>
            );
          }
          return children;
        }}
      />
    </AdminLayout>
  );
}
