import type { Video } from '@tributary/contracts/discovery';
import { formatCount } from '@/lib/format/numbers.ts';
import { t } from '@/lib/messages/t.ts';
import { AccessBadge } from '@/ui/media/access-badge.tsx';
import { CategoryLink } from '@/ui/media/category-link.tsx';
import { MovingStoryboard } from '@/ui/media/storyboard-tile.tsx';
import { StreamLanguageName } from '@/ui/media/stream-language-name.tsx';
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
      length={{ name: t('discovery.length'), seconds: video.durationMs / 1000 }}
    >
      <CategoryLink category={video.category} />
      <StreamLanguageName language={video.language} />
      {views > 0 && ` · ${t('discovery.views', { count: views, shown: formatCount(views) })}`}
      {' · '}
      <Ago at={video.startedAt} />
    </Card>
  );
}
