import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { messageOf } from '@/lib/query.ts';
import { Button } from '../button.tsx';

interface PagerProps {
  /** Null: there is no such page. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  /** One of them is on its way: a press means nothing, and keeps the focus where it is. */
  busy?: boolean;
  /** Of what, where there is more than one list. */
  label?: string;
}

/** From page to page of a list whose length nobody counts. */
export function Pager({ onPrevious, onNext, busy = false, label = 'Pages' }: PagerProps) {
  if (!onPrevious && !onNext) return null;
  return (
    <nav aria-label={label} className="flex justify-end gap-2">
      <Button variant="secondary" disabled={!onPrevious} onClick={() => !busy && onPrevious?.()}>
        Previous
      </Button>
      <Button variant="secondary" disabled={!onNext} onClick={() => !busy && onNext?.()}>
        Next
      </Button>
    </nav>
  );
}

interface ShowMoreProps {
  list: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
  >;
  label?: string;
}

/** The way to a list's next page, and why it did not come; nothing at the end. */
export function ShowMore({ list, label = 'Show more' }: ShowMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = list;
  if (!hasNextPage) return null;
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {label}
      </Button>
      {isFetchNextPageError && (
        <p role="alert" className="text-muted text-sm">
          {messageOf(error)}
        </p>
      )}
    </div>
  );
}
