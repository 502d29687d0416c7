import type { FeaturedStream } from '@tributary/contracts';
import { useRef, useState } from 'react';
import { formatCount } from '@/lib/format.ts';
import { Section } from '@/ui/layout.tsx';
import type { Preview } from './preview.ts';
import { StreamCard, StreamCardSkeleton } from './stream-card.tsx';
import { useArranged } from './use-arranged.ts';
import { useGlide } from './use-glide.ts';
import { useHoverPreview } from './use-hover-preview.ts';

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,18.5rem),1fr))] gap-x-5 gap-y-8';

interface FeaturedGridProps {
  title?: string;
  streams: readonly FeaturedStream[];
  preview: Preview;
}

/** The featured live streams, most viewers first; nothing at all when none are live. */
export function FeaturedGrid({ title = 'Live now', streams, preview }: FeaturedGridProps) {
  const [held, setHeld] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const { previewed, handlersFor } = useHoverPreview();

  const cards = useArranged(streams, held);
  useGlide(list, cards.map((stream) => stream.id).join());

  if (streams.length === 0) return null;
  const watching = streams.reduce((sum, stream) => sum + stream.currentViewers, 0);
  return (
    <Section
      title={title}
      aside={
        watching > 0 && <p className="text-muted text-sm tabular-nums">{formatCount(watching)} watching</p>
      }
    >
      <ul
        ref={list}
        className={`relative ${GRID}`}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
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
    <div role="status" aria-label="Loading live streams" className={GRID}>
      {Array.from({ length: 8 }, (_, index) => index).map((index) => (
        <StreamCardSkeleton key={index} />
      ))}
    </div>
  );
}
