import type { Video } from '@tributary/contracts';
import { Lock } from 'lucide-react';
import { formatCount } from '@/lib/format.ts';
import { CategoryLink } from '@/ui/media/category-link.tsx';
import { MovingStoryboard } from '@/ui/media/storyboard-tile.tsx';
import { Ago } from '@/ui/time.tsx';
import { Card } from './card.tsx';
import { ThumbnailLabel } from './stream-thumbnail.tsx';

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
      labels={
        video.playbackUrl === null && (
          <ThumbnailLabel>
            <Lock size={13} aria-hidden="true" className="me-1" />
            Ticket or subscription
          </ThumbnailLabel>
        )
      }
      length={{ name: 'Length', seconds: video.durationMs / 1000 }}
    >
      <CategoryLink category={video.category} />
      {views > 0 && ` · ${formatCount(views)} ${views === 1 ? 'view' : 'views'}`}
      {' · '}
      <Ago at={video.startedAt} />
    </Card>
  );
}
