import type { FeaturedStream } from '@tributary/contracts/live';
import { useRef } from 'react';
import { formatCount } from '@/lib/format/numbers.ts';
import { t } from '@/lib/messages/t.ts';
import { Section } from '@/ui/layout.tsx';
import { CardSkeleton } from '../stream/card.tsx';
import { StreamCard } from '../stream/stream-card.tsx';
import type { Preview } from '../stream/stream-thumbnail.tsx';
import { useHoverPreview } from '../stream/use-hover-preview.ts';
import { useGlide } from './use-glide.ts';
import { useHeld, useStableOrder } from './use-stable-order.ts';

export const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,18.5rem),1fr))] gap-x-5 gap-y-8';

interface FeaturedGridProps {
  title?: string;
  streams: readonly FeaturedStream[];
  /** A stream that already plays above: counted, but not listed. */
  without?: string | undefined;
  preview: Preview;
}

/** Live streams, most viewers first; renders nothing without any. */
export function FeaturedGrid({
  title = t('discovery.liveNow'),
  streams,
  without,
  preview,
}: FeaturedGridProps) {
  const { held, handlers } = useHeld();
  const list = useRef<HTMLUListElement>(null);
  const { previewed, handlersFor } = useHoverPreview();

  const shown = streams.filter(({ id }) => id !== without);
  const cards = useStableOrder(shown, held);
  useGlide(list, cards.map((stream) => stream.id).join());

  if (cards.length === 0) return null;
  const watching = streams.reduce((sum, stream) => sum + stream.currentViewers, 0);
  return (
    <Section
      title={title}
      aside={
        watching > 0 && (
          <p className="text-muted text-sm tabular-nums">
            {t('discovery.watching', { shown: formatCount(watching) })}
          </p>
        )
      }
    >
      <ul ref={list} className={`relative ${GRID}`} {...handlers}>
        {cards.map((stream) => (
          <li key={stream.id} data-glide={stream.id} {...handlersFor(stream.id)}>
            <StreamCard stream={stream} preview={previewed === stream.id ? preview : undefined} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function FeaturedGridSkeleton() {
  return (
    <div role="status" aria-label={t('discovery.loadingLive')} className={GRID}>
      {Array.from({ length: 8 }, (_, index) => index).map((index) => (
        <CardSkeleton key={index} />
      ))}
    </div>
  );
}
