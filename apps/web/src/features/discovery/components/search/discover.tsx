import { Link } from '@tanstack/react-router';
import type { DiscoverSort } from '@tributary/contracts/discovery';
import { Radio, SearchX } from 'lucide-react';
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
  relevance: 'Best match',
  viewers: 'Most viewers',
  newest: 'Newest',
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
            aria-label="Sort by"
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
        aria-label={searching ? 'Live streams' : (categoryName ?? 'Live now')}
        className="flex flex-col gap-5"
      >
        <h2 className="text-lg">
          {searching ? 'Live streams' : (categoryName ?? 'Live now')}
          {searching && categoryName && <span className="text-muted"> in {categoryName}</span>}
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
        <FoundVideos title={searching ? 'Recordings' : 'Past streams'} query={{ category, q }} />
      )}
    </div>
  );
}

function NothingFound({ q, categoryName }: { q: string; categoryName: string | null }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No live streams found"
      actions={
        <>
          {categoryName && (
            <Button asChild>
              <Link to="/discover" search={{ q }}>
                Search all categories
              </Link>
            </Button>
          )}
          <Button asChild variant="secondary">
            <Link to="/discover">Browse all live streams</Link>
          </Button>
        </>
      }
    >
      Try fewer or different words. New matches appear here as streams go live.
    </EmptyState>
  );
}

function NobodyLive({ categoryName }: { categoryName: string | null }) {
  return (
    <EmptyState
      icon={Radio}
      title={categoryName ? `No one is live in ${categoryName} right now` : 'No one is live right now'}
      actions={
        <>
          {categoryName && (
            <Button asChild variant="secondary">
              <Link to="/discover">All categories</Link>
            </Button>
          )}
          <StartStreaming variant={categoryName ? 'quiet' : 'primary'} />
        </>
      }
    >
      New streams appear here as soon as they go live.
    </EmptyState>
  );
}
