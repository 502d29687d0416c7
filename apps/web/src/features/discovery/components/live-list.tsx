import { clsx } from 'clsx';
import { ArrowUp } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { type LiveListQuery, useLiveList } from '../api/use-live-list.ts';
import { FeaturedGridSkeleton, GRID } from './featured-grid.tsx';
import { StreamCard, StreamCardSkeleton } from './stream-card.tsx';
import type { Preview } from './stream-thumbnail.tsx';
import { useHoverPreview } from './use-hover-preview.ts';

/** How far below the window the next page is fetched. */
const AHEAD = '800px';

interface LiveListProps {
  query: LiveListQuery;
  preview: Preview;
  /** Shown where nothing is live. */
  empty: ReactNode;
}

/** Live streams without an end: cards stay where they are, and newcomers wait behind a button. */
export function LiveList({ query, preview, empty }: LiveListProps) {
  const list = useLiveList(query);
  const { previewed, handlersFor } = useHoverPreview();
  const top = useRef<HTMLDivElement>(null);

  if (list.isPending) return <FeaturedGridSkeleton />;
  if (!list.data) {
    return <ErrorState message={messageOf(list.error)} onRetry={() => void list.refetch()} />;
  }
  const letIn = () => {
    list.letIn();
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <div ref={top} tabIndex={-1} className="flex scroll-mt-20 flex-col gap-8 outline-none">
      <Newcomers count={list.waiting} onLetIn={letIn} />
      {list.cards.length === 0 ? (
        empty
      ) : (
        <ul
          aria-busy={list.isPlaceholderData}
          className={clsx(GRID, 'transition-opacity aria-busy:opacity-60')}
        >
          {list.cards.map(({ stream, over }) => (
            <li key={stream.id} {...handlersFor(stream.id)}>
              <StreamCard
                stream={stream}
                over={over}
                preview={previewed === stream.id ? preview : undefined}
              />
            </li>
          ))}
          {list.isFetchingNextPage && [0, 1, 2, 3].map((index) => <NextCard key={index} />)}
        </ul>
      )}
      {list.isFetchNextPageError ? (
        <ErrorState message={messageOf(list.error)} onRetry={() => void list.fetchNextPage()} />
      ) : (
        list.hasNextPage && (
          <Threshold key={list.data.pages.length} onReached={() => void list.fetchNextPage()} />
        )
      )}
    </div>
  );
}

function NextCard() {
  return (
    <li aria-hidden="true">
      <StreamCardSkeleton />
    </li>
  );
}

/** Says so politely and stays out of the way; floats once the list has been scrolled. */
function Newcomers({ count, onLetIn }: { count: number; onLetIn: () => void }) {
  return (
    <div role="status" className="pointer-events-none sticky top-16 z-20 -mb-8 flex h-0 justify-center">
      {count > 0 && (
        <Button size="sm" onClick={onLetIn} className="pointer-events-auto animate-enter shadow-float">
          <ArrowUp size={16} aria-hidden="true" />
          {count === 1 ? '1 new stream' : `${count} new streams`}
        </Button>
      )}
    </div>
  );
}

/** Says when the end of the list comes near. */
function Threshold({ onReached }: { onReached: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  const reached = useEffectEvent(onReached);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) reached();
      },
      { rootMargin: `0px 0px ${AHEAD} 0px` },
    );
    if (mark.current) observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={mark} aria-hidden="true" className="h-px" />;
}
