import { clsx } from 'clsx';
import { ArrowUp } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { type LiveListQuery, useLiveList } from '../../api/use-live-list.ts';
import { CardSkeleton } from '../stream/card.tsx';
import { StreamCard } from '../stream/stream-card.tsx';
import type { Preview } from '../stream/stream-thumbnail.tsx';
import { useHoverPreview } from '../stream/use-hover-preview.ts';
import { FeaturedGridSkeleton, GRID } from './featured-grid.tsx';

/** How far below the viewport the next page starts to load. */
const PRELOAD_MARGIN = '800px';

/** A single card takes the width: its picture beside its text where there is room. */
const ALONE =
  'grid [&_article]:md:flex-row [&_article]:md:gap-6 [&_article>:first-child]:w-full [&_article>:first-child]:self-start [&_article>:first-child]:md:w-[min(60%,44rem)] [&_article>:last-child]:md:flex-1 [&_article>:last-child]:md:py-2 [&_h3]:md:text-lg';

interface LiveListProps {
  query: LiveListQuery;
  preview: Preview;
  /** Shown if nothing is live. */
  empty: ReactNode;
}

/** An endless list of live streams. Cards stay in place, and new streams wait behind a button. */
export function LiveList({ query, preview, empty }: LiveListProps) {
  const list = useLiveList(query);
  const { previewed, handlersFor } = useHoverPreview();
  const top = useRef<HTMLDivElement>(null);

  if (list.isPending) return <FeaturedGridSkeleton />;
  if (!list.data) {
    return <ErrorState message={messageOf(list.error)} onRetry={() => void list.refetch()} />;
  }
  const showNew = () => {
    list.showNew();
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <div ref={top} tabIndex={-1} className="flex scroll-mt-20 flex-col gap-8 outline-none">
      <NewStreams count={list.waiting} onShowNew={showNew} />
      {list.cards.length === 0 ? (
        empty
      ) : (
        <ul
          aria-busy={list.isPlaceholderData}
          className={clsx(list.cards.length === 1 ? ALONE : GRID, 'transition-opacity aria-busy:opacity-60')}
        >
          {list.cards.map(({ stream, ended }) => (
            <li key={stream.id} {...handlersFor(stream.id)}>
              <StreamCard
                stream={stream}
                ended={ended}
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
          <EndSentinel key={list.data.pages.length} onReached={() => void list.fetchNextPage()} />
        )
      )}
    </div>
  );
}

function NextCard() {
  return (
    <li aria-hidden="true">
      <CardSkeleton />
    </li>
  );
}

/** A button that announces new streams, and floats once the list has been scrolled. */
function NewStreams({ count, onShowNew }: { count: number; onShowNew: () => void }) {
  return (
    <div role="status" className="pointer-events-none sticky top-16 z-20 -mb-8 flex h-0 justify-center">
      {count > 0 && (
        <Button size="sm" onClick={onShowNew} className="pointer-events-auto animate-enter shadow-float">
          <ArrowUp size={16} aria-hidden="true" />
          {t('discovery.newStreams', { count })}
        </Button>
      )}
    </div>
  );
}

/** Calls `onReached` when the end of the list comes near. */
function EndSentinel({ onReached }: { onReached: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  const reached = useEffectEvent(onReached);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) reached();
      },
      { rootMargin: `0px 0px ${PRELOAD_MARGIN} 0px` },
    );
    if (mark.current) observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={mark} aria-hidden="true" className="h-px" />;
}
