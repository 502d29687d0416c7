import { Link } from '@tanstack/react-router';
import type { Clip } from '@tributary/contracts/clips';
import { clsx } from 'clsx';
import { type ComponentType, type ReactNode, useState } from 'react';
import { formatCount } from '@/lib/format/numbers.ts';
import { formatClock } from '@/lib/format/times.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { AccessBadge } from '@/ui/media/access-badge.tsx';
import { Image } from '@/ui/media/image.tsx';
import { Ago } from '@/ui/time.tsx';

/** Plays a clip, muted, in the box around it. The app passes in the player's preview. */
export type ClipPreview = ComponentType<{ playbackUrl: string; poster: string | null }>;

const LABEL =
  'inline-flex h-6 select-none items-center rounded-[6px] bg-media-shade px-2 font-semibold text-on-media text-xs tabular-nums';

interface ClipCardProps {
  clip: Clip;
  preview: ClipPreview;
  /** Buttons below the text. */
  actions?: ReactNode;
}

/** A clip in a list; the whole card links to it, and plays while a mouse is over it. */
export function ClipCard({ clip, preview: Preview, actions }: ClipCardProps) {
  const [hovered, setHovered] = useState(false);
  const { views, stream } = clip;
  const previewed = hovered && !clip.isMature && stream.gate === null;
  return (
    <article
      className="group relative flex flex-col gap-3"
      onPointerEnter={({ pointerType }) => setHovered(pointerType === 'mouse' && previewsAllowed())}
      onPointerLeave={() => setHovered(false)}
    >
      <div className="relative aspect-video overflow-hidden rounded-media bg-surface-2">
        <Image
          src={clip.thumbnailUrl}
          alt=""
          loading="lazy"
          className={clsx('size-full', clip.isMature && 'scale-110 blur-xl')}
        />
        {previewed && (
          <div className="absolute inset-0 animate-fade">
            <Preview playbackUrl={clip.playbackUrl} poster={clip.thumbnailUrl} />
          </div>
        )}
        <div className="absolute start-2 top-2 flex gap-1.5">
          {clip.isMature && <span className={LABEL}>18+</span>}
          <AccessBadge gate={stream.gate} />
        </div>
        <span className={clsx(LABEL, 'absolute end-2 bottom-2')}>
          <Text
            k="clips.length"
            values={{
              word: (words) => <span className="sr-only">{words}</span>,
              clock: formatClock(clip.durationMs / 1000),
            }}
          />
        </span>
      </div>
      <div>
        <h3 className="line-clamp-2 font-sans font-semibold text-base leading-snug tracking-normal">
          <Link
            to="/clips/$id"
            params={{ id: clip.id }}
            dir="auto"
            className="text-ink no-underline after:absolute after:inset-0 after:rounded-media focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:outline-offset-4 group-hover:text-accent"
          >
            {clip.title}
          </Link>
        </h3>
        <p className="mt-1 text-faint text-sm tabular-nums">
          <Text
            k="clips.by"
            values={{ name: () => <bdi>{clip.creator.displayName || clip.creator.username}</bdi> }}
          />
          {views > 0 && ` · ${t('clips.views', { count: views, shown: formatCount(views) })}`}
          {' · '}
          <Ago at={clip.createdAt} />
        </p>
      </div>
      {actions && <div className="relative z-10 flex flex-wrap gap-2">{actions}</div>}
    </article>
  );
}

/** Whether previews play: not if the user prefers reduced motion or data. */
const previewsAllowed = (): boolean =>
  !matchMedia('(prefers-reduced-data: reduce), (prefers-reduced-motion: reduce)').matches;
