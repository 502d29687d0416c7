import type { Video } from '@tributary/contracts/discovery';
import type { StreamId } from '@tributary/contracts/shared';
import { useApi, useApiPages } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Section } from '@/ui/layout.tsx';
import { nextVideo } from '../../engine/next-video.ts';
import { VideoGrid } from './video-list.tsx';

/** How many of a channel's other recordings stand beside one of them. */
const SHOWN = 4;

const useChannelVideos = (username: string) =>
  useApiPages('GET /api/streamers/:username/videos', { params: { username } });

const useSimilar = (id: StreamId) =>
  useApi('GET /api/streams/:id/similar', { params: { id } }, { select: ({ videos }) => videos });

interface MoreVideosProps {
  id: StreamId;
  streamer: { username: string; displayName: string };
}

/** A phone, on which each card takes the whole width, shows two of them. */
const FEW_ON_PHONES = 'max-sm:[&_li:nth-child(n+3)]:hidden';

/** Other recordings of the channel of a recording; renders nothing without any. */
export function MoreOfChannel({ id, streamer }: MoreVideosProps) {
  const { data = [] } = useChannelVideos(streamer.username);
  const others = data.filter((video) => video.id !== id).slice(0, SHOWN);
  if (others.length === 0) return null;
  const name = streamer.displayName || streamer.username;
  return (
    <Section title={t('discovery.videos.moreOf', { name })}>
      <div className={FEW_ON_PHONES}>
        <VideoGrid videos={others} ofChannel />
      </div>
    </Section>
  );
}

/** Recordings of other channels that resemble one; renders nothing without any. */
export function SimilarVideos({ id }: { id: StreamId }) {
  const { data = [] } = useSimilar(id);
  if (data.length === 0) return null;
  return (
    <Section title={t('discovery.videos.similar')}>
      <div className={FEW_ON_PHONES}>
        <VideoGrid videos={data} ofChannel={false} />
      </div>
    </Section>
  );
}

/** The recording to play after another one; null: there is none, or it is not known yet. */
export function useNextVideo({ id, streamer }: MoreVideosProps): Video | null {
  const ofChannel = useChannelVideos(streamer.username).data;
  const similar = useSimilar(id).data;
  return ofChannel && similar ? nextVideo(id, ofChannel, similar) : null;
}
