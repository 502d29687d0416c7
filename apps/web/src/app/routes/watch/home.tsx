import { lazy, Suspense } from 'react';
import {
  CategoryRow,
  FeaturedGrid,
  FeaturedGridSkeleton,
  Hero,
  useFeatured,
  useHeroStream,
} from '@/features/discovery/index.ts';
import { useFollowedLive } from '@/features/follows/index.ts';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { messageOf } from '@/lib/query.ts';
import { useSession } from '@/lib/session.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Container, Section } from '@/ui/layout.tsx';
import { LivePreview } from './previews.tsx';

/** Only signed-in viewers have a history, so it is not part of the first script. It is left out if it can't load. */
const ContinueWatching = lazy(() =>
  import('@/features/library/index.ts').then(
    (library) => ({ default: library.ContinueWatching }),
    () => ({ default: () => null }),
  ),
);

export function HomePage() {
  useDocumentTitle();
  const featured = useFeatured();
  const { state } = useSession();
  const followed = useFollowedLive();
  // Wait for the followed streams, which go above the featured ones, so that nothing is pushed down.
  const settled = state === 'signed-in' ? !followed.isPending : state !== 'loading';
  const mine = followed.data ?? [];
  const others = featured.data?.filter(({ id }) => !mine.some((own) => own.id === id));
  const hero = useHeroStream(settled ? [...mine, ...(featured.data ?? [])] : []);
  const loading = featured.isPending || !settled;
  return (
    <Container className="flex flex-col gap-12 sm:gap-16 sm:pt-4">
      <Hero
        stream={loading && !hero ? undefined : hero}
        nobodyLive={featured.data?.length === 0}
        preview={LivePreview}
      />
      {loading && <FeaturedGridSkeleton />}
      {!loading && (
        <>
          <FeaturedGrid title="Following" streams={mine} without={hero?.id} preview={LivePreview} />
          {others && (
            <FeaturedGrid
              {...(mine.length > 0 && { title: 'Also live' })}
              streams={others}
              without={hero?.id}
              preview={LivePreview}
            />
          )}
        </>
      )}
      {!loading && state === 'signed-in' && (
        <Suspense fallback={null}>
          <ContinueWatching />
        </Suspense>
      )}
      {!featured.data && featured.isError && (
        <ErrorState message={messageOf(featured.error)} onRetry={() => void featured.refetch()} />
      )}
      {/* Shown once the streams above it have loaded, so that it doesn't move. */}
      {!loading && (
        <Section title="Categories">
          <CategoryRow />
        </Section>
      )}
    </Container>
  );
}
