import { Link } from '@tanstack/react-router';
import type { DiscoverSort } from '@tributary/contracts/discovery';
import { Radio, SearchX } from 'lucide-react';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { StartStreaming } from '@/ui/start-streaming.tsx';
import { LiveList } from '../lists/live-list.tsx';
import { FoundVideos } from '../lists/video-list.tsx';
import type { Preview } from '../stream/stream-thumbnail.tsx';
import { CategoryRow } from './category-row.tsx';
import { People } from './channel-results.tsx';
import { SearchBox } from './search-box.tsx';

const SORTS: Readonly<Record<DiscoverSort, string>> = {
  relevance: t('discovery.sort.relevance'),
  viewers: t('discovery.sort.viewers'),
  newest: t('discovery.sort.newest'),
};

/** The search, as the address has it. */
export interface DiscoverQuery {
  category: string;
  q: string;
  sort: DiscoverSort;
}

interface DiscoverProps {
  search: DiscoverQuery;
  /** The category's name; null for All and Live, which match every category. */
  categoryName: string | null;
  onChange: (change: Partial<DiscoverQuery>) => void;
  preview: Preview;
}

/** Live streams by category and search, in the chosen order, and recordings below them. */
export function Discover({ search, categoryName, onChange, preview }: DiscoverProps) {
  const { category, q } = search;
  const searching = q !== '';
  // Without a search there is no best match.
  const sort = !searching && search.sort === 'relevance' ? 'viewers' : search.sort;
  const query = { category, q, sort };
  return (
    <div className="flex flex-col gap-6 sm:gap-8">
      <div className="flex flex-wrap gap-3">
        <SearchBox value={q} onSearch={(words) => onChange({ q: words })} />
        <div className="w-44 max-sm:flex-1">
          <Select
            aria-label={t('discovery.sort')}
            value={sort}
            onChange={({ target }) => {
              const chosen = target.value;
              if (chosen === 'relevance' || chosen === 'viewers' || chosen === 'newest')
                onChange({ sort: chosen });
            }}
          >
            {searching && <option value="relevance">{SORTS.relevance}</option>}
            <option value="viewers">{SORTS.viewers}</option>
            <option value="newest">{SORTS.newest}</option>
          </Select>
        </div>
      </div>
      <CategoryRow current={category} q={q} />
      {searching && <People q={q} />}
      <section
        aria-label={searching ? t('discovery.streams') : (categoryName ?? t('discovery.liveNow'))}
        className="flex flex-col gap-5"
      >
        <h2 className="text-lg">
          {searching && categoryName ? (
            <Text
              k="discovery.streams.in"
              values={{
                category: categoryName,
                part: (words) => <span className="text-muted">{words}</span>,
              }}
            />
          ) : searching ? (
            t('discovery.streams')
          ) : (
            (categoryName ?? t('discovery.liveNow'))
          )}
        </h2>
        <LiveList
          query={query}
          preview={preview}
          empty={
            searching ? (
              <NothingFound q={q} categoryName={categoryName} />
            ) : (
              <NobodyLive categoryName={categoryName} />
            )
          }
        />
      </section>
      {category !== 'live' && (
        <FoundVideos
          title={searching ? t('discovery.recordings') : t('discovery.past')}
          query={{ category, q }}
        />
      )}
    </div>
  );
}

function NothingFound({ q, categoryName }: { q: string; categoryName: string | null }) {
  return (
    <EmptyState
      icon={SearchX}
      title={t('discovery.none.found')}
      actions={
        <>
          {categoryName && (
            <Button asChild>
              <Link to="/discover" search={{ q }}>
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
      {t('discovery.none.hint')}
    </EmptyState>
  );
}

function NobodyLive({ categoryName }: { categoryName: string | null }) {
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
