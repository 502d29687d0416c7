import { Link } from '@tanstack/react-router';
import { Radio, SearchX } from 'lucide-react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { StartStreaming } from '@/ui/start-streaming.tsx';
import { addressOf, type DiscoverQuery, NO_FILTERS } from './query.ts';

interface NothingFoundProps {
  search: DiscoverQuery;
  /** Null for All and Live, which match every category. */
  categoryName: string | null;
  isFiltered: boolean;
}

/** Offers what is wider than the present search: first without its filters, then in all categories. */
export function NothingFound({ search, categoryName, isFiltered }: NothingFoundProps) {
  const isOfRecordings = search.length !== undefined;
  const { category: _, ...everywhere } = search;
  return (
    <EmptyState
      icon={SearchX}
      title={t(isOfRecordings ? 'discovery.none.recordings' : 'discovery.none.found')}
      actions={
        <>
          {isFiltered && (
            <Button asChild>
              <Link to="/discover" search={addressOf({ ...search, ...NO_FILTERS })}>
                {t('discovery.filters.clear')}
              </Link>
            </Button>
          )}
          {categoryName && (
            <Button asChild variant={isFiltered ? 'secondary' : 'primary'}>
              <Link to="/discover" search={addressOf(everywhere)}>
                {t('discovery.none.allCategories')}
              </Link>
            </Button>
          )}
          <Button asChild variant="secondary">
            <Link to="/discover">{t('discovery.none.browse')}</Link>
          </Button>
        </>
      }
    >
      {t(isFiltered ? 'discovery.none.filtered' : 'discovery.none.hint')}
    </EmptyState>
  );
}

export function NobodyLive({ categoryName }: { categoryName: string | null }) {
  return (
    <EmptyState
      icon={Radio}
      title={categoryName ? t('discovery.none.in', { category: categoryName }) : t('discovery.none.live')}
      actions={
        <>
          {categoryName && (
            <Button asChild variant="secondary">
              <Link to="/discover">{t('discovery.none.all')}</Link>
            </Button>
          )}
          <StartStreaming variant={categoryName ? 'quiet' : 'primary'} />
        </>
      }
    >
      {t('discovery.none.soon')}
    </EmptyState>
  );
}
