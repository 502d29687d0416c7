import type { FeaturedStream } from '@tributary/contracts/live';
import { t } from '@/lib/messages/t.ts';
import { AccessBadge } from '@/ui/media/access-badge.tsx';
import { CategoryLink } from '@/ui/media/category-link.tsx';
import { LiveBadge } from '@/ui/media/live-badge.tsx';
import { StreamLanguageName } from '@/ui/media/stream-language-name.tsx';
import { Card } from './card.tsx';
import { livePicture, type Preview, ThumbnailLabel } from './stream-thumbnail.tsx';

interface StreamCardProps {
  stream: FeaturedStream;
  /** Plays over the thumbnail while given. */
  preview?: Preview | undefined;
  /** The stream has ended since it was listed: its card stays, dimmed. */
  ended?: boolean;
}

/** A live stream in a list. */
export const StreamCard = ({ stream, preview, ended = false }: StreamCardProps) => (
  <Card
    stream={stream}
    streamer={stream.streamer}
    moving={!ended && livePicture(stream, preview)}
    labels={
      <>
        {ended ? (
          <ThumbnailLabel>{t('discovery.ended')}</ThumbnailLabel>
        ) : (
          <LiveBadge viewers={stream.currentViewers} />
        )}
        <AccessBadge gate={stream.gate} />
      </>
    }
    dimmed={ended}
  >
    <CategoryLink category={stream.category} />
    <StreamLanguageName language={stream.language} />
  </Card>
);
