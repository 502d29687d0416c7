import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Video } from '@tributary/contracts/discovery';
import { Film } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApiPages } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Section } from '@/ui/layout.tsx';
import { ListFrame } from '@/ui/tables/list-frame.tsx';
import { ShowMore } from '@/ui/tables/paging.tsx';
import type { DiscoverFilters } from '../search/query.ts';
import { CardSkeleton } from '../stream/card.tsx';
import { useHoverPreview } from '../stream/use-hover-preview.ts';
import { VideoCard } from '../stream/video-card.tsx';
import { GRID } from './featured-grid.tsx';

interface VideoListProps {
  title: string;
  list: UseInfiniteQueryResult<Video[]>;
  ofChannel?: boolean;
  /** Shown where there are none. */
  empty?: ReactNode;
}

/** Recordings, newest first; renders nothing without any, unless `empty` says what. */
function VideoList({ title, list, ofChannel = false, empty }: VideoListProps) {
  const { data, error, refetch } = list;
  if (!data && error) {
    return (
      <Section title={title}>
        <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />
      </Section>
    );
  }
  if (data?.length === 0 && empty) return <Section title={title}>{empty}</Section>;
  if (!data?.length) return null;
  return (
    <Section title={title}>
      <VideoGrid videos={data} ofChannel={ofChannel} />
      <ShowMore list={list} label={t('discovery.videos.more')} />
    </Section>
  );
}

export function VideoGrid({ videos, ofChannel }: { videos: readonly Video[]; ofChannel: boolean }) {
  const { previewed, handlersFor } = useHoverPreview();
  return (
    <ul className={GRID}>
      {videos.map((video) => (
        <li key={video.id} {...handlersFor(video.id)}>
          <VideoCard video={video} previewed={previewed === video.id} ofChannel={ofChannel} />
        </li>
      ))}
    </ul>
  );
}

const useVideosOf = (username: string) =>
  useApiPages('GET /api/streamers/:username/videos', { params: { username } });

/** The recordings of a channel; renders nothing without any. */
export const ChannelVideos = ({ username }: { username: string }) => (
  <VideoList title={t('discovery.videos')} list={useVideosOf(username)} ofChannel />
);

/** The recordings of a channel, or that it has none. */
export const VideosPanel = ({ username }: { username: string }) => (
  <ListFrame
    query={useVideosOf(username)}
    skeleton={<CardsSkeleton />}
    empty={
      <EmptyState icon={Film} title={t('discovery.videos.none')}>
        {t('discovery.videos.noneLead')}
      </EmptyState>
    }
  >
    {(videos) => <VideoGrid videos={videos} ofChannel />}
  </ListFrame>
);

interface FoundVideosProps {
  title: string;
  query: DiscoverFilters & { category: string; q: string };
  /** Shown where there are none. */
  empty: ReactNode;
}

/** The recordings of a category, or those that match a search. */
export const FoundVideos = ({ title, query, empty }: FoundVideosProps) => (
  <VideoList title={title} list={useApiPages('GET /api/discover/videos', { query })} empty={empty} />
);

function CardsSkeleton() {
  return (
    <div className={GRID}>
      {[0, 1, 2].map((index) => (
        <CardSkeleton key={index} />
      ))}
    </div>
  );
}
