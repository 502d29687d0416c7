import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Video } from '@tributary/contracts/discovery';
import { messageOf } from '@/lib/query.ts';
import { useApiPages } from '@/lib/use-api.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Section } from '@/ui/layout.tsx';
import { ShowMore } from '@/ui/tables/paging.tsx';
import { useHoverPreview } from '../stream/use-hover-preview.ts';
import { VideoCard } from '../stream/video-card.tsx';
import { GRID } from './featured-grid.tsx';

interface VideoListProps {
  title: string;
  list: UseInfiniteQueryResult<Video[]>;
  ofChannel?: boolean;
}

/** Recordings, newest first; renders nothing without any. */
function VideoList({ title, list, ofChannel = false }: VideoListProps) {
  const { previewed, handlersFor } = useHoverPreview();
  const { data, error, refetch } = list;
  if (!data && error) {
    return (
      <Section title={title}>
        <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />
      </Section>
    );
  }
  if (!data?.length) return null;
  return (
    <Section title={title}>
      <ul className={GRID}>
        {data.map((video) => (
          <li key={video.id} {...handlersFor(video.id)}>
            <VideoCard video={video} previewed={previewed === video.id} ofChannel={ofChannel} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} label="More videos" />
    </Section>
  );
}

/** The recordings of a channel. */
export const ChannelVideos = ({ username }: { username: string }) => (
  <VideoList
    title="Videos"
    list={useApiPages('GET /api/streamers/:username/videos', { params: { username } })}
    ofChannel
  />
);

interface FoundVideosProps {
  title: string;
  query: { category: string; q: string };
}

/** The recordings of a category, or those that match a search. */
export const FoundVideos = ({ title, query }: FoundVideosProps) => (
  <VideoList title={title} list={useApiPages('GET /api/discover/videos', { query })} />
);
