import { Avatar } from '@/ui/media/avatar.tsx';
import { VerifiedBadge } from '@/ui/media/verified-badge.tsx';

interface PersonProps {
  displayName: string;
  username: string;
  avatarUrl: string | null;
  isVerified: boolean;
}

/** An account in a table: avatar, name with badge, and username. */
export function Person({ displayName, username, avatarUrl, isVerified }: PersonProps) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={displayName} src={avatarUrl} size={32} />
      <span className="flex min-w-0 flex-col rows:min-w-24">
        <span className="flex items-center gap-1.5">
          <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
            <bdi>{displayName}</bdi>
          </span>
          {isVerified && <VerifiedBadge size={14} />}
        </span>
        <span className="text-muted text-xs">@{username}</span>
      </span>
    </span>
  );
}
