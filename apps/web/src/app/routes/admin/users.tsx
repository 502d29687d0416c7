/** Admin pages about users, their verification and the emotes of their channels. */
import { getRouteApi, Link } from '@tanstack/react-router';
import { RecentAuditEntries } from '@/features/admin/index.ts';
import { EmotesTable, UserPage, UsersTable, VerificationTable } from '@/features/moderation/index.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Guard } from '../../guard.tsx';
import { AdminLayout, userLink } from './layout.tsx';
import { useSearched } from './use-searched.ts';

export function AdminUsersPage() {
  const searched = useSearched('/dashboard/admin/users');
  return (
    <AdminLayout title={t('admin.page.users')}>
      <Guard>{(me) => <UsersTable {...searched} ownId={me.id} personLink={userLink} />}</Guard>
    </AdminLayout>
  );
}

const userRoute = getRouteApi('/dashboard/admin/users/$id');

export function AdminUserPage() {
  const { id } = userRoute.useParams();
  return (
    <AdminLayout title={t('identity.page.account')}>
      <Guard>
        {(me) => (
          <UserPage
            id={id}
            ownId={me.id}
            profileLink={(username) => (
              <Button asChild variant="secondary" size="sm">
                <Link to="/streamer/$username" params={{ username }}>
                  {t('identity.page.view')}
                </Link>
              </Button>
            )}
            verificationLink={(words) => (
              <Link to="/dashboard/admin/verification" className="text-accent">
                {words}
              </Link>
            )}
            usersLink={
              <Button asChild variant="secondary">
                <Link to="/dashboard/admin/users">{t('admin.allUsers')}</Link>
              </Button>
            }
            recentActions={(subject) => <RecentAuditEntries subject={subject} />}
            auditLink={(username) => (
              <Link
                to="/dashboard/admin/audit"
                search={{ subject: username }}
                className="text-accent text-sm"
              >
                {t('admin.viewAll')}
              </Link>
            )}
          />
        )}
      </Guard>
    </AdminLayout>
  );
}

export const AdminVerificationPage = () => (
  <AdminLayout title={t('admin.page.verification')}>
    <VerificationTable {...useSearched('/dashboard/admin/verification')} personLink={userLink} />
  </AdminLayout>
);

export const AdminEmotesPage = () => (
  <AdminLayout title={t('admin.page.emotes')}>
    <EmotesTable {...useSearched('/dashboard/admin/emotes')} personLink={userLink} />
  </AdminLayout>
);
