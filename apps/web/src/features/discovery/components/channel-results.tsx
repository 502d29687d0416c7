import { Link } from '@tanstack/react-router';
import type { ChannelSearchResult } from '@tributary/contracts';
import { formatCount } from '@/lib/format.ts';
import { messageOf } from '@/lib/query.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Section } from '@/ui/layout.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';
import { LiveBadge } from '@/ui/media/live-badge.tsx';
import { VerifiedBadge } from '@/ui/media/verified-badge.tsx';
import { ShowMore } from '@/ui/tables/paging.tsx';
import { useChannelSearch } from '../api/search.ts';

const ROWS = 'grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-2 xl:grid-cols-3';

/** The channels that match a search. Keeps its height while they load. */
export function People({ q }: { q: string }) {
  const people = useChannelSearch(q);
  const { data, error, isPending, refetch } = people;
  if (isPending) {
    return (
      <Section title="Channels">
        <PeopleSkeleton />
      </Section>
    );
  }
  if (!data) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
  if (data.length === 0) {
    return (
      <Section title="Channels">
        <p className="flex min-h-16 items-center text-muted">No matching channels.</p>
      </Section>
    );
  }
  return (
    <Section title="Channels">
      <ul className={ROWS}>
        {data.map((channel) => (
          <li key={channel.streamer.id}>
            <Row channel={channel} />
          </li>
        ))}
      </ul>
      <ShowMore list={people} label="More channels" />
    </Section>
  );
}

function Row({ channel: { streamer, followers, live } }: { channel: ChannelSearchResult }) {
  const name = streamer.displayName || streamer.username;
  return (
    <article className="relative flex items-center gap-3 rounded-control p-2 transition-colors duration-(--duration-fast) hover:bg-surface-1">
      <Avatar name={name} src={streamer.avatarUrl} size={48} />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-1.5 font-semibold">
          <Link
            to="/streamer/$username"
            params={{ username: streamer.username }}
            className="min-w-0 text-ink no-underline after:absolute after:inset-0 after:rounded-control hover:text-accent"
          >
            <bdi className="block truncate">{name}</bdi>
          </Link>
          {streamer.isVerified && <VerifiedBadge size={15} />}
        </p>
        <p className="truncate text-muted text-sm tabular-nums">
          {live ? <bdi>{live.title}</bdi> : `@${streamer.username}`}
          <span aria-hidden="true"> · </span>
          {formatCount(followers)} {followers === 1 ? 'follower' : 'followers'}
        </p>
      </div>
      {live && <LiveBadge viewers={live.currentViewers} />}
    </article>
  );
}

function PeopleSkeleton() {
  return (
    <div role="status" aria-label="Loading channels" className={ROWS}>
      {[0, 1, 2].map((index) => (
        <div key={index} className="flex items-center gap-3 p-2 max-sm:not-first:hidden max-xl:last:hidden">
          <Skeleton className="size-12 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
