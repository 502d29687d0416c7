/** The details of an account for admins. */
import type { AdminUserDetail } from '@tributary/contracts/moderation';
import type { ReactNode } from 'react';
import { formatViewers } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';
import { Fact } from '@/ui/layout.tsx';
import { Ago, Moment } from '@/ui/time.tsx';

interface BanNoticeProps {
  ban: NonNullable<AdminUserDetail['ban']>;
  onLift: () => void;
}

export function BanNotice({ ban, onLift }: BanNoticeProps) {
  return (
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
      <Button variant="secondary" size="sm" onClick={onLift}>
        Lift ban
      </Button>
    </div>
  );
}

interface FactsProps {
  user: AdminUserDetail;
  verificationLink: (words: string) => ReactNode;
}

export function Facts({ user, verificationLink }: FactsProps) {
  const { live } = user;
  return (
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
  );
}
