import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Section } from '@/ui/layout.tsx';
import { useHoverPreview } from '../stream/use-hover-preview.ts';
import { VideoCard } from '../stream/video-card.tsx';
import { GRID } from './featured-grid.tsx';

/** How many recordings of followed channels Home shows. */
const SHOWN = 8;

/** The newest recordings of followed channels. */
export const useFollowedVideos = () =>
  useApi('GET /api/me/following/videos', {}, { select: ({ videos }) => videos });

/** The newest recordings of followed channels; renders nothing without any. */
export function FollowedVideos() {
  const { data = [] } = useFollowedVideos();
  const { previewed, handlersFor } = useHoverPreview();
  if (data.length === 0) return null;
  return (
    <Section title={t('discovery.newRecordings')}>
      <ul className={GRID}>
        {data.slice(0, SHOWN).map((video) => (
          <li key={video.id} {...handlersFor(video.id)}>
            <VideoCard video={video} previewed={previewed === video.id} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
