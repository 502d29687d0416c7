import { Link } from '@tanstack/react-router';
import type { DiscoverSort } from '@tributary/contracts';
import { Radio, SearchX } from 'lucide-react';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { CategoryRow } from './category-row.tsx';
import { People } from './channel-results.tsx';
import { LiveList } from './live-list.tsx';
import { SearchBox } from './search-box.tsx';
import type { Preview } from './stream-thumbnail.tsx';

const SORTS: Readonly<Record<DiscoverSort, string>> = {
  relevance: 'Best match',
  viewers: 'Most viewers',
  newest: 'Newest',
};

/** What is looked for, as the address has it. */
export interface Looking {
  category: string;
  q: string;
  sort: DiscoverSort;
}

interface DiscoverProps {
  looking: Looking;
  /** The name of the category; null for the filters, which let all of them through. */
  categoryName: string | null;
  onLook: (change: Partial<Looking>) => void;
  preview: Preview;
}

/** Who is live: by category, by words, in the order one likes. */
export function Discover({ looking, categoryName, onLook, preview }: DiscoverProps) {
  const { category, q } = looking;
  const searching = q !== '';
  // Without words there is no best match.
  const sort = !searching && looking.sort === 'relevance' ? 'viewers' : looking.sort;
  const query = { category, q, sort };
  return (
    <div className="flex flex-col gap-6 sm:gap-8">
      <div className="flex flex-wrap gap-3">
        <SearchBox value={q} onSearch={(words) => onLook({ q: words })} />
        <div className="w-44 max-sm:flex-1">
          <Select
            aria-label="Order"
            value={sort}
            onChange={({ target }) => {
              const chosen = target.value;
              if (chosen === 'relevance' || chosen === 'viewers' || chosen === 'newest')
                onLook({ sort: chosen });
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
    </div>
  );
}

function NothingFound({ q, categoryName }: { q: string; categoryName: string | null }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No live stream matches."
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
            <Link to="/discover">See all that is live</Link>
          </Button>
        </>
      }
    >
      Titles, tags, categories and names of channels are searched, small mistakes included. Try fewer words,
      or another one. What goes live meanwhile shows up here.
    </EmptyState>
  );
}

function NobodyLive({ categoryName }: { categoryName: string | null }) {
  return (
    <EmptyState
      icon={Radio}
      title={categoryName ? `Nobody is live in ${categoryName} right now.` : 'Nobody is live right now.'}
      actions={
        <>
          {categoryName && (
            <Button asChild variant="secondary">
              <Link to="/discover">See all categories</Link>
            </Button>
          )}
          <Button asChild variant={categoryName ? 'quiet' : 'primary'}>
            <Link to="/start-streaming">Start streaming</Link>
          </Button>
        </>
      }
    >
      Whoever goes live shows up here by themselves.
    </EmptyState>
  );
}
