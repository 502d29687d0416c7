import type { Video } from '@tributary/contracts/discovery';
import { formatCount } from '@/lib/format.ts';
import { AccessBadge } from '@/ui/media/access-badge.tsx';
import { CategoryLink } from '@/ui/media/category-link.tsx';
import { MovingStoryboard } from '@/ui/media/storyboard-tile.tsx';
import { Ago } from '@/ui/time.tsx';
import { Card } from './card.tsx';

interface VideoCardProps {
  video: Video;
  /** Its frames are shown, one after another. */
  previewed: boolean;
  /** On the streamer's own page, whose name is above. */
  ofChannel?: boolean;
}

/** A recording in a list. */
export function VideoCard({ video, previewed, ofChannel = false }: VideoCardProps) {
  const { streamer, storyboard, views } = video;
  return (
    <Card
      stream={video}
      {...(!ofChannel && { streamer })}
      moving={previewed && storyboard && <MovingStoryboard storyboard={storyboard} />}
      labels={<AccessBadge gate={video.gate} />}
      length={{ name: 'Length', seconds: video.durationMs / 1000 }}
    >
      <CategoryLink category={video.category} />
      {views > 0 && ` · ${formatCount(views)} ${views === 1 ? 'view' : 'views'}`}
      {' · '}
      <Ago at={video.startedAt} />
    </Card>
  );
}
