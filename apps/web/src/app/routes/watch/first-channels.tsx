import { Link } from '@tanstack/react-router';
import type { FeaturedStream } from '@tributary/contracts/live';
import { Heart } from 'lucide-react';
import { FollowButton } from '@/features/follows/index.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';
import { VerifiedBadge } from '@/ui/media/verified-badge.tsx';

const SUGGESTED = 6;

/** Tells an account that follows no channel what its Home is for, and suggests channels that are live. */
export function FirstChannels({ streams }: { streams: readonly FeaturedStream[] }) {
  const suggested = streams.slice(0, SUGGESTED);
  return (
    <EmptyState
      icon={Heart}
      title={t('watch.first.title')}
      actions={
        <Button asChild variant="secondary">
          <Link to="/discover">{t('watch.first.find')}</Link>
        </Button>
      }
    >
      <p>{t('watch.first.lead')}</p>
      {suggested.length > 0 && (
        <ul
          aria-label={t('watch.first.suggested')}
          className="mt-5 grid gap-x-10 gap-y-4 sm:grid-cols-2 xl:grid-cols-3"
        >
          {suggested.map(({ id, category, streamer }) => (
            <li key={id} className="flex items-center gap-3">
              <Avatar name={streamer.displayName || streamer.username} src={streamer.avatarUrl} size={40} />
              <div className="min-w-0 flex-1 text-sm">
                <p className="flex items-center gap-1">
                  <Link
                    to="/streamer/$username"
                    params={{ username: streamer.username }}
                    className="min-w-0 py-0.5 font-semibold text-ink no-underline hover:text-accent"
                  >
                    <bdi className="block truncate">{streamer.displayName || streamer.username}</bdi>
                  </Link>
                  {streamer.isVerified && <VerifiedBadge size={14} />}
                </p>
                <p className="truncate">{t('watch.first.liveIn', { category })}</p>
              </div>
              <FollowButton streamer={streamer} size="sm" onSignedOut={() => {}} />
            </li>
          ))}
        </ul>
      )}
    </EmptyState>
  );
}
