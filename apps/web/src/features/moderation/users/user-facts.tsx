/** The details of an account for admins. */
import type { AdminUserDetail } from '@tributary/contracts/moderation';
import type { ReactNode } from 'react';
import { formatViewers } from '@/lib/format/numbers.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Button } from '@/ui/button.tsx';
import { Fact } from '@/ui/layout.tsx';
import { Ago, Moment } from '@/ui/time.tsx';

interface BanNoticeProps {
  ban: NonNullable<AdminUserDetail['ban']>;
  onLift: () => void;
}

export function BanNotice({ ban, onLift }: BanNoticeProps) {
  const { until } = ban;
  const since = () => <Moment at={ban.at} />;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-media bg-live-soft p-5">
      <p>
        {until ? (
          <Text k="moderation.users.bannedUntil" values={{ since, until: () => <Moment at={until} /> }} />
        ) : (
          <Text k="moderation.users.bannedForever" values={{ since }} />
        )}{' '}
        {ban.reason && (
          <Text k="moderation.users.reason" values={{ reason: () => <bdi>{ban.reason}</bdi> }} />
        )}
      </p>
      <Button variant="secondary" size="sm" onClick={onLift}>
        {t('moderation.liftBan')}
      </Button>
    </div>
  );
}

interface FactsProps {
  user: AdminUserDetail;
  verificationLink: (words: string) => ReactNode;
}

export function Facts({ user, verificationLink }: FactsProps) {
  const { live, lastUsedAt } = user;
  const sessions =
    user.sessions === 0
      ? t('moderation.users.noSessions')
      : t('moderation.users.devices', { count: user.sessions });
  return (
    <dl className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
      <Fact label={t('moderation.users.email')}>
        {user.email}{' '}
        {!user.emailVerified && <span className="text-amber">{t('moderation.users.unconfirmed')}</span>}
      </Fact>
      <Fact label={t('moderation.users.joined')}>
        <Moment at={user.createdAt} />
      </Fact>
      <Fact label={t('moderation.users.twoFactor')}>
        {user.twoFactorEnabled ? t('moderation.users.on') : t('moderation.users.off')}
      </Fact>
      <Fact label={t('moderation.users.sessions')}>
        {lastUsedAt ? (
          <Text
            k="moderation.users.active"
            values={{ sessions, ago: () => <Ago at={lastUsedAt} inSentence /> }}
          />
        ) : (
          sessions
        )}
      </Fact>
      <Fact label={t('moderation.users.live')}>
        {live ? (
          <>
            <bdi>{live.title}</bdi>
            {live.currentViewers > 0 && `, ${formatViewers(live.currentViewers)}`}
          </>
        ) : (
          t('moderation.users.notLive')
        )}
      </Fact>
      <Fact label={t('moderation.users.verification')}>
        {user.isVerified
          ? t('moderation.users.verified')
          : user.verification === 'pending'
            ? verificationLink(t('moderation.users.requested'))
            : user.verification === 'rejected'
              ? t('moderation.users.isRejected')
              : t('moderation.users.notRequested')}
      </Fact>
    </dl>
  );
}
