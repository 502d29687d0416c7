import {
  CategoryRow,
  FeaturedGrid,
  FeaturedGridSkeleton,
  Hero,
  useFeatured,
  useHeroStream,
} from '@/features/discovery/index.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Container, Section } from '@/ui/layout.tsx';
import { HomeSwarm } from './home-swarm.tsx';
import { LivePreview } from './previews.tsx';

/** Home of a visitor, which begins with a stream that plays. */
export function VisitorHome() {
  const featured = useFeatured();
  // The hero plays only once the session is known, since it is not part of the Home of an account.
  const settled = useSession().state !== 'loading';
  const hero = useHeroStream(settled ? (featured.data ?? []) : []);
  const loading = featured.isPending || !settled;
  return (
    <Container className="flex flex-col gap-12 sm:gap-16 sm:pt-4">
      <Hero
        stream={loading && !hero ? undefined : hero}
        nobodyLive={featured.data?.length === 0}
        preview={LivePreview}
      />
      {loading && <FeaturedGridSkeleton />}
      {!loading && featured.data && (
        <FeaturedGrid streams={featured.data} without={hero?.id} preview={LivePreview} />
      )}
      {!featured.data && featured.isError && (
        <ErrorState message={messageOf(featured.error)} onRetry={() => void featured.refetch()} />
      )}
      {/* Shown once the streams above it have loaded, so that it doesn't move. */}
      {!loading && (
        <>
          <Section title={t('watch.categories')}>
            <CategoryRow />
          </Section>
          <HomeSwarm />
        </>
      )}
    </Container>
  );
}
