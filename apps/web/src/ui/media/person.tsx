import type { StreamerSummary } from '@tributary/contracts/channels';
import { clsx } from 'clsx';
import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Avatar } from './avatar.tsx';
import { VerifiedBadge } from './verified-badge.tsx';

const DELETED = t('ui.deletedAccount');

interface NameProps {
  person: StreamerSummary | null;
  /** The name to show without a person. */
  fallback?: string;
  /** Whether the person subscribes to the channel in which the name appears. */
  isSubscriber?: boolean;
}

/** A person's name with the verified and the subscriber badge. */
export function Name({ person, fallback = DELETED, isSubscriber = false }: NameProps) {
  return (
    <>
      <bdi className="[overflow-wrap:anywhere]">{person?.displayName ?? fallback}</bdi>
      {person?.isVerified && (
        <>
          {' '}
          <VerifiedBadge size={14} />
        </>
      )}
      {isSubscriber && (
        <>
          {' '}
          <Star
            size={14}
            role="img"
            aria-label={t('ui.subscriber')}
            className="inline-block shrink-0 fill-current align-text-bottom text-amber"
          />
        </>
      )}
    </>
  );
}

interface PersonProps extends NameProps {
  showsUsername?: boolean;
  /** Content below the name. */
  children?: ReactNode;
}

/** A person in a list. */
export function Person({ showsUsername = false, children, ...name }: PersonProps) {
  const { person, fallback = DELETED } = name;
  return (
    <div className={clsx('flex min-w-0 gap-3', showsUsername && 'items-center')}>
      <Avatar name={person?.displayName ?? fallback} src={person?.avatarUrl ?? null} size={32} />
      <div className="flex min-w-0 flex-col items-start gap-0.5 self-center">
        <span className="font-medium">
          <Name {...name} />
        </span>
        {showsUsername && person && (
          <span className="rows:min-w-24 text-muted text-xs">
            <bdi>@{person.username}</bdi>
          </span>
        )}
        {children}
      </div>
    </div>
  );
}
