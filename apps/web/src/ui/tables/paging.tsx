import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '../button.tsx';

interface PagerProps {
  /** Null if there is no such page. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  /** Whether a page is loading: presses are ignored, without losing the focus. */
  busy?: boolean;
  /** Names the list, if the page has several. */
  label?: string;
}

/** Previous and next page of a list of unknown length. */
export function Pager({ onPrevious, onNext, busy = false, label = t('ui.pages.pages') }: PagerProps) {
  if (!onPrevious && !onNext) return null;
  return (
    <nav aria-label={label} className="flex justify-end gap-2">
      <Button variant="secondary" disabled={!onPrevious} onClick={() => !busy && onPrevious?.()}>
        {t('ui.pages.previous')}
      </Button>
      <Button variant="secondary" disabled={!onNext} onClick={() => !busy && onNext?.()}>
        {t('ui.pages.next')}
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

/** Loads a list's next page and shows the error if it fails; renders nothing at the end of the list. */
export function ShowMore({ list, label = t('ui.pages.showMore') }: ShowMoreProps) {
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
