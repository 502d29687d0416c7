import { useInfiniteQuery } from '@tanstack/react-query';
import type { PastStream } from '@tributary/contracts';
import { call } from '@/lib/api.ts';
import { formatClock, formatCount } from '@/lib/format.ts';
import { pagedQuery } from '@/lib/paged-query.ts';
import { messageOf } from '@/lib/query.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Section } from '@/ui/layout.tsx';
import { CategoryLink } from '@/ui/media/category-link.tsx';
import { Image } from '@/ui/media/image.tsx';
import { ShowMore } from '@/ui/tables/paging.tsx';
import { Ago } from '@/ui/time.tsx';
import { useVideosOf } from '../../api/videos.ts';
import { StreamLink } from '../stream/links.tsx';
import { ThumbnailLabel } from '../stream/stream-thumbnail.tsx';
import { FeaturedGridSkeleton, GRID } from './featured-grid.tsx';

/** The ended streams of a channel that are not among its videos, newest first. */
const pastStreamsQuery = (username: string) =>
  pagedQuery(['past-streams', username], (query, signal) =>
    call('GET /api/streamers/:username/streams', {
      params: { username },
      query: { recorded: 'false', ...query },
      signal,
    }),
  );

/** The ended streams of a channel that cannot be watched any more. Renders nothing where there are videos only. */
export function PastStreams({ username }: { username: string }) {
  const list = useInfiniteQuery(pastStreamsQuery(username));
  const videos = useVideosOf(username).data;
  if (list.data?.length === 0 && videos !== undefined && videos.length > 0) return null;
  return (
    <Section title="Past streams">
      {list.isPending && <FeaturedGridSkeleton />}
      {list.isError && !list.data && (
        <ErrorState message={messageOf(list.error)} onRetry={() => void list.refetch()} />
      )}
      {list.data?.length === 0 && (
        <p className="text-muted">No streams yet. Each stream appears here when it ends.</p>
      )}
      {list.data && list.data.length > 0 && (
        <ul className={GRID}>
          {list.data.map((stream) => (
            <li key={stream.id}>
              <Card stream={stream} username={username} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore list={list} label="More past streams" />
    </Section>
  );
}

function Card({ stream, username }: { stream: PastStream; username: string }) {
  const peak = formatCount(stream.peakViewers);
  return (
    <article className="group relative flex flex-col gap-3">
      <div className="relative aspect-video overflow-hidden rounded-media bg-surface-2">
        <Image src={stream.thumbnailUrl} alt="" loading="lazy" className="size-full" />
        <div className="absolute right-2 bottom-2">
          <ThumbnailLabel>
            <span className="sr-only">Lasted </span>
            {formatClock(stream.durationSeconds)}
          </ThumbnailLabel>
        </div>
      </div>
      <div>
        <h3 className="line-clamp-2 font-sans font-semibold text-base leading-snug tracking-normal">
          <StreamLink stream={{ ...stream, streamer: { username } }} />
        </h3>
        <p className="mt-1 text-muted text-sm">
          <CategoryLink category={stream.category} />
        </p>
        <p className="text-faint text-sm tabular-nums">
          <Ago at={stream.startedAt} />
          {stream.peakViewers > 0 && ` · Peak ${peak} ${stream.peakViewers === 1 ? 'viewer' : 'viewers'}`}
        </p>
      </div>
    </article>
  );
}
