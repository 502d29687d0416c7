import { Link } from '@tanstack/react-router';
import type { StreamerSummary } from '@tributary/contracts/channels';
import type { FeaturedStream } from '@tributary/contracts/live';
import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { useFeatured, useHeld, useStableOrder } from '@/features/discovery/index.ts';
import { useFollowedLive, useFollowing } from '@/features/follows/index.ts';
import { formatCount, formatViewers } from '@/lib/format/numbers.ts';
import { categoryName } from '@/lib/labels/category-names.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Avatar } from '@/ui/media/avatar.tsx';
import { VerifiedBadge } from '@/ui/media/verified-badge.tsx';
import { RollingNumber } from '@/ui/rolling-number.tsx';

/** The style of every link in the sidebar. */
export const SIDEBAR_ROW =
  'flex items-center gap-3 rounded-control text-ink no-underline transition-colors duration-(--duration-fast) hover:bg-surface-2 focus-visible:-outline-offset-2 aria-[current=page]:bg-surface-2 aria-[current=page]:text-accent';

/** How many offline followed channels to list; the dashboard lists all. */
const OFFLINE_SHOWN = 6;

/** The followed channels, live ones first, then other live channels. */
export function SidebarChannels({ open }: { open: boolean }) {
  const { data: featured = [] } = useFeatured();
  const { data: live = [] } = useFollowedLive();
  const { data: followed = [], hasNextPage, isPending } = useFollowing();
  const { state } = useSession();
  // Wait for the followed channels, so that nothing is pushed down.
  const settled = state === 'signed-in' ? !isPending : state !== 'loading';
  // Keep the order while the user points at the list.
  const { held, handlers } = useHeld();
  const mine = useStableOrder(live, held);
  const liveIds = new Set(live.map(({ streamer }) => streamer.id));
  const offline = followed.filter(({ streamer }) => !liveIds.has(streamer.id));
  const others = useStableOrder(
    featured.filter(({ streamer }) => !liveIds.has(streamer.id)),
    held,
  );
  return (
    <>
      {followed.length > 0 && (
        <Channels title={t('shell.link.following')} open={open} {...handlers}>
          {mine.map((stream) => (
            <LiveChannel key={stream.id} stream={stream} open={open} />
          ))}
          {offline.slice(0, OFFLINE_SHOWN).map(({ streamer }) => (
            <OfflineChannel key={streamer.id} streamer={streamer} open={open} />
          ))}
          {open && (hasNextPage || offline.length > OFFLINE_SHOWN) && (
            <li>
              <Link
                to="/dashboard/viewer/following"
                className={clsx(SIDEBAR_ROW, 'h-9 px-2.5 text-muted text-sm')}
              >
                {t('shell.viewAll')}
              </Link>
            </li>
          )}
        </Channels>
      )}
      {settled && others.length > 0 && (
        <Channels title={t('shell.liveChannels')} open={open} {...handlers}>
          {others.map((stream) => (
            <LiveChannel key={stream.id} stream={stream} open={open} />
          ))}
        </Channels>
      )}
    </>
  );
}

interface ChannelsProps extends ComponentProps<'ul'> {
  title: string;
  open: boolean;
  children: ReactNode;
}

function Channels({ title, open, ...list }: ChannelsProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-1">
      {open && <h2 className="px-2.5 font-sans font-semibold text-muted text-xs tracking-normal">{title}</h2>}
      <ul {...list} className="flex flex-col gap-0.5" />
    </section>
  );
}

const look = (open: boolean) => clsx(SIDEBAR_ROW, 'h-12', open ? 'px-2.5' : 'justify-center');

function LiveChannel({ stream, open }: { stream: FeaturedStream; open: boolean }) {
  const { slug, title, category, currentViewers, streamer } = stream;
  const name = streamer.displayName || streamer.username;
  return (
    <li>
      <Link
        to="/s/$username/$slug"
        params={{ username: streamer.username, slug }}
        title={open ? title : `${name}: ${title}`}
        className={look(open)}
      >
        <Avatar name={name} src={streamer.avatarUrl} size={32} />
        <span className={open ? 'min-w-0 flex-1' : 'sr-only'}>
          <Name streamer={streamer} />
          <span className="block truncate text-muted text-xs">{categoryName(category)}</span>
        </span>
        {open && (
          <span className="flex items-center gap-1.5 text-muted text-xs">
            <span className="size-2 rounded-full bg-live">
              <span className="sr-only">{t('ui.live')}</span>
            </span>
            {currentViewers > 0 && (
              <RollingNumber text={formatCount(currentViewers)} label={formatViewers(currentViewers)} />
            )}
          </span>
        )}
      </Link>
    </li>
  );
}

function Name({ streamer }: { streamer: StreamerSummary }) {
  return (
    <span className="flex items-center gap-1 font-medium text-sm">
      <bdi className="truncate">{streamer.displayName || streamer.username}</bdi>
      {streamer.isVerified && <VerifiedBadge size={13} />}
    </span>
  );
}

function OfflineChannel({ streamer, open }: { streamer: StreamerSummary; open: boolean }) {
  const name = streamer.displayName || streamer.username;
  return (
    <li>
      <Link
        to="/streamer/$username"
        params={{ username: streamer.username }}
        title={open ? undefined : t('shell.offlineTitle', { name })}
        className={look(open)}
      >
        <span className="flex opacity-60 grayscale">
          <Avatar name={name} src={streamer.avatarUrl} size={32} />
        </span>
        <span className={open ? 'min-w-0 flex-1' : 'sr-only'}>
          <Name streamer={streamer} />
        </span>
        <span className={open ? 'text-faint text-xs' : 'sr-only'}>{t('shell.offline')}</span>
      </Link>
    </li>
  );
}
