import { FeaturedGrid, FeaturedGridSkeleton, Hero, useFeatured } from '@/features/discovery/index.ts';
import { useDocumentTitle } from '@/lib/document-title.ts';
import { messageOf } from '@/lib/query.ts';
import { ErrorState } from '@/ui/error-state.tsx';
import { Container } from '@/ui/layout.tsx';
import { LivePreview } from '../live-preview.tsx';

export function HomePage() {
  useDocumentTitle();
  const featured = useFeatured();
  const streams = featured.data ?? (featured.isError ? null : undefined);
  return (
    <Container className="flex flex-col gap-12 sm:gap-16 sm:pt-4">
      <Hero streams={streams} preview={LivePreview} />
      {featured.isPending && <FeaturedGridSkeleton />}
      {featured.data && <FeaturedGrid streams={featured.data} preview={LivePreview} />}
      {!featured.data && featured.isError && (
        <ErrorState message={messageOf(featured.error)} onRetry={() => void featured.refetch()} />
      )}
    </Container>
  );
}
