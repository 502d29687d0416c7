import type { AdminUserDetail } from '@tributary/contracts/moderation';
import { userId } from '@tributary/contracts/shared';
import { UserX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiProblem } from '@/lib/api.ts';
import { formatViewers } from '@/lib/format.ts';
import { messageOf } from '@/lib/query.ts';
import { useApi } from '@/lib/use-api.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Fact, Section } from '@/ui/layout.tsx';
import { Person } from '@/ui/media/person.tsx';
import { Ago, Moment } from '@/ui/time.tsx';
import { ActionDialog, type AdminAction } from '../action-dialog.tsx';
import { stopAction } from '../streams/stream-actions.ts';
import { BanDialog } from './ban-dialog.tsx';
import { endSessionsAction, grantAction, takeAction, takeBadgeAction, unbanAction } from './user-actions.ts';
import { Roles } from './users-table.tsx';

interface UserPageProps {
  id: string;
  ownId: string;
  /** The link back to the list. */
  usersLink: ReactNode;
  /** The link to the public profile. */
  profileLink: (username: string) => ReactNode;
  verificationLink: (words: string) => ReactNode;
  auditLink: (username: string) => ReactNode;
  /** The latest audit entries about the account. */
  recentActions: (id: string) => ReactNode;
}

/** An account: its details, and the actions on it. */
export function UserPage(props: UserPageProps) {
  const id = userId.safeParse(props.id);
  return id.success ? <Loaded {...props} id={id.data} /> : <Missing usersLink={props.usersLink} />;
}

function Missing({ usersLink }: Pick<UserPageProps, 'usersLink'>) {
  return (
    <EmptyState icon={UserX} title="Account not found" actions={usersLink}>
      It may have been deleted. Its entries in the audit log remain.
    </EmptyState>
  );
}

function Loaded({ id, usersLink, ...rest }: Omit<UserPageProps, 'id'> & { id: AdminUserDetail['id'] }) {
  const user = useApi('GET /api/admin/users/:id', { params: { id } });
  if (user.data) return <Account user={user.data} {...rest} />;
  if (user.error instanceof ApiProblem && user.error.status === 404) {
    return <Missing usersLink={usersLink} />;
  }
  if (user.isError) return <ErrorState message={messageOf(user.error)} onRetry={() => void user.refetch()} />;
  return <Skeleton className="h-96 rounded-media" />;
}

function Account({
  user,
  ownId,
  profileLink,
  verificationLink,
  auditLink,
  recentActions,
}: Omit<UserPageProps, 'id' | 'usersLink'> & { user: AdminUserDetail }) {
  const [action, setAction] = useState<AdminAction | null>(null);
  const [banning, setBanning] = useState(false);
  const own = user.id === ownId;
  const { roles, ban, live, username } = user;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Person person={user} showsUsername />
        <div className="flex flex-wrap items-center gap-3">
          <Roles user={user} />
          {profileLink(username)}
        </div>
      </div>

      {ban && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-media bg-live-soft p-5">
          <p>
            Banned since <Moment at={ban.at} />
            {ban.until ? (
              <>
                , until <Moment at={ban.until} />
              </>
            ) : (
              ', until lifted by an admin'
            )}
            .{' '}
            {ban.reason && (
              <>
                Reason: <bdi>{ban.reason}</bdi>
              </>
            )}
          </p>
          <Button variant="secondary" size="sm" onClick={() => setAction(unbanAction(user))}>
            Lift ban
          </Button>
        </div>
      )}

      <dl className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
        <Fact label="Email">
          {user.email} {!user.emailVerified && <span className="text-amber">(unconfirmed)</span>}
        </Fact>
        <Fact label="Joined">
          <Moment at={user.createdAt} />
        </Fact>
        <Fact label="Two-factor authentication">{user.twoFactorEnabled ? 'On' : 'Off'}</Fact>
        <Fact label="Sessions">
          {user.sessions === 0 ? 'None' : `${user.sessions} ${user.sessions === 1 ? 'device' : 'devices'}`}
          {user.lastUsedAt && (
            <>
              , active <Ago at={user.lastUsedAt} inSentence />
            </>
          )}
        </Fact>
        <Fact label="Live">
          {live ? (
            <>
              <bdi>{live.title}</bdi>
              {live.currentViewers > 0 && `, ${formatViewers(live.currentViewers)}`}
            </>
          ) : (
            'No'
          )}
        </Fact>
        <Fact label="Verification">
          {user.isVerified
            ? 'Verified'
            : user.verification === 'pending'
              ? verificationLink('Verification requested')
              : user.verification === 'rejected'
                ? 'Rejected'
                : 'Not requested'}
        </Fact>
      </dl>

      <Section title="Actions">
        <div className="flex flex-wrap gap-3">
          {(['streamer', 'admin'] as const).map((role) =>
            !roles.includes(role) ? (
              <Button key={role} variant="secondary" onClick={() => setAction(grantAction(user, role))}>
                Make {role === 'admin' ? 'admin' : 'streamer'}
              </Button>
            ) : own && role === 'admin' ? null : (
              <Button key={role} variant="secondary" onClick={() => setAction(takeAction(user, role))}>
                Remove {role} role
              </Button>
            ),
          )}
          {user.isVerified && (
            <Button variant="secondary" onClick={() => setAction(takeBadgeAction(user))}>
              {' '}
              Remove badge{' '}
            </Button>
          )}
          {live && (
            <Button variant="secondary" onClick={() => setAction(stopAction({ ...live, username }))}>
              End stream
            </Button>
          )}
          {user.sessions > 0 && (
            <Button variant="secondary" onClick={() => setAction(endSessionsAction(user))}>
              Sign out everywhere
            </Button>
          )}
          {!own && !ban && (
            <Button variant="danger" onClick={() => setBanning(true)}>
              Ban
            </Button>
          )}
        </div>
      </Section>

      <Section title="Admin actions" aside={auditLink(username)}>
        {recentActions(user.id)}
      </Section>
      <ActionDialog action={action} onClose={() => setAction(null)} />
      <BanDialog user={banning ? user : null} onClose={() => setBanning(false)} />
    </>
  );
}
