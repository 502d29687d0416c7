import { Avatar } from '@/ui/avatar.tsx';
import { VerifiedBadge } from '@/ui/verified-badge.tsx';

interface PersonProps {
  displayName: string;
  username: string;
  avatarUrl: string | null;
  isVerified: boolean;
}

/** Somebody in a row: face, name with badge, handle. */
export function Person({ displayName, username, avatarUrl, isVerified }: PersonProps) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={displayName} src={avatarUrl} size={32} />
      <span className="flex min-w-0 flex-col md:min-w-24">
        <span className="flex items-center gap-1.5">
          <bdi className="min-w-0 font-medium [overflow-wrap:anywhere]">{displayName}</bdi>
          {isVerified && <VerifiedBadge size={14} />}
        </span>
        <span className="text-muted text-xs">@{username}</span>
      </span>
    </span>
  );
}

/** A moment by the reader's own clock, to the minute; day and time above each other where it is narrow. */
export function Moment({ iso }: { iso: string }) {
  const at = new Date(iso);
  return (
    <time dateTime={iso} className="tabular-nums md:max-xl:whitespace-normal">
      <span className="whitespace-nowrap">{day.format(at)},</span>{' '}
      <span className="whitespace-nowrap">{clock.format(at)}</span>
    </time>
  );
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const clock = new Intl.DateTimeFormat('en', { timeStyle: 'short' });
