import type { AdminUserDetail } from '@tributary/contracts/moderation';
import { userId } from '@tributary/contracts/shared';
import { UserX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiProblem } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Section } from '@/ui/layout.tsx';
import { Person } from '@/ui/media/person.tsx';
import { ActionDialog, type AdminAction } from '../action-dialog.tsx';
import { stopAction } from '../streams/stream-actions.ts';
import { BanDialog } from './ban-dialog.tsx';
import { RecoveryActions } from './recovery-actions.tsx';
import { endSessionsAction, grantAction, takeAction, takeBadgeAction, unbanAction } from './user-actions.ts';
import { BanNotice, Facts } from './user-facts.tsx';
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
    <EmptyState icon={UserX} title={t('moderation.users.missing')} actions={usersLink}>
      {t('moderation.users.missingLead')}
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
  const { ban, username } = user;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Person person={user} showsUsername />
        <div className="flex flex-wrap items-center gap-3">
          <Roles user={user} />
          {profileLink(username)}
        </div>
      </div>

      {ban && <BanNotice ban={ban} onLift={() => setAction(unbanAction(user))} />}
      <Facts user={user} verificationLink={verificationLink} />
      <Actions user={user} isOwn={user.id === ownId} onAction={setAction} onBan={() => setBanning(true)} />
      {user.id !== ownId && <RecoveryActions user={user} onAction={setAction} />}
      <Section title={t('moderation.users.adminActions')} aside={auditLink(username)}>
        {recentActions(user.id)}
      </Section>
      <ActionDialog action={action} onClose={() => setAction(null)} />
      <BanDialog user={banning ? user : null} onClose={() => setBanning(false)} />
    </>
  );
}

interface ActionsProps {
  user: AdminUserDetail;
  isOwn: boolean;
  onAction: (action: AdminAction) => void;
  onBan: () => void;
}

function Actions({ user, isOwn, onAction, onBan }: ActionsProps) {
  const { roles, ban, live, username } = user;
  return (
    <Section title={t('moderation.users.actions')}>
      <div className="flex flex-wrap gap-3">
        {(['streamer', 'admin'] as const).map((role) =>
          !roles.includes(role) ? (
            <Button key={role} variant="secondary" onClick={() => onAction(grantAction(user, role))}>
              {t(role === 'admin' ? 'moderation.users.makeAdmin' : 'moderation.users.makeStreamer')}
            </Button>
          ) : isOwn && role === 'admin' ? null : (
            <Button key={role} variant="secondary" onClick={() => onAction(takeAction(user, role))}>
              {t(role === 'admin' ? 'moderation.users.removeAdmin' : 'moderation.users.removeStreamer')}
            </Button>
          ),
        )}
        {user.isVerified && (
          <Button variant="secondary" onClick={() => onAction(takeBadgeAction(user))}>
            {t('moderation.users.removeBadge')}
          </Button>
        )}
        {live && (
          <Button variant="secondary" onClick={() => onAction(stopAction({ ...live, username }))}>
            {t('moderation.streams.end')}
          </Button>
        )}
        {user.sessions > 0 && (
          <Button variant="secondary" onClick={() => onAction(endSessionsAction(user))}>
            {t('moderation.users.signOutEverywhere')}
          </Button>
        )}
        {!isOwn && !ban && (
          <Button variant="danger" onClick={onBan}>
            {t('moderation.ban')}
          </Button>
        )}
      </div>
    </Section>
  );
}
