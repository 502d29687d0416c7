import { Link } from '@tanstack/react-router';
import { Radio } from 'lucide-react';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { useFeatured } from '../api/use-featured.ts';
import { categoryNamed, inCategory } from '../engine/in-category.ts';
import { CategoryRow } from './category-row.tsx';
import { FeaturedGrid, FeaturedGridSkeleton } from './featured-grid.tsx';
import type { Preview } from './preview.ts';

interface DiscoverProps {
  /** As `?category=` has it. */
  category: string;
  preview: Preview;
}

/** Who is live, by category. */
export function Discover({ category, preview }: DiscoverProps) {
  const featured = useFeatured();
  const streams = featured.data ?? [];
  const shown = streams.filter((stream) => inCategory(stream, category));
  const everything = category === 'all' || category === 'live';
  const name = everything ? null : categoryNamed(category);
  return (
    <div className="flex flex-col gap-8">
      <CategoryRow streams={streams} current={category} />
      {featured.isPending && <FeaturedGridSkeleton />}
      {featured.isError && !featured.data && (
        <ErrorState message={messageOf(featured.error)} onRetry={() => void featured.refetch()} />
      )}
      {shown.length > 0 && <FeaturedGrid title={name ?? 'Live now'} streams={shown} preview={preview} />}
      {featured.data && shown.length === 0 && (
        <EmptyState
          icon={Radio}
          title={name ? `Nobody is live in ${name} right now.` : 'Nobody is live right now.'}
          actions={
            <>
              {!everything && (
                <Button asChild variant="secondary">
                  <Link to="/discover" search={{ category: 'all' }}>
                    See all categories
                  </Link>
                </Button>
              )}
              <Button asChild variant={everything ? 'primary' : 'quiet'}>
                <Link to="/start-streaming">Start streaming</Link>
              </Button>
            </>
          }
        >
          This page fills by itself when somebody goes live.
        </EmptyState>
      )}
    </div>
  );
}
