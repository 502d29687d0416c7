import { getRouteApi } from '@tanstack/react-router';
import { categoryNamed, Discover } from '@/features/discovery/index.ts';
import { useDocumentTitle } from '@/lib/document-title.ts';
import { Container } from '@/ui/layout.tsx';
import { LivePreview } from '../live-preview.tsx';

const route = getRouteApi('/discover');

export function DiscoverPage() {
  const { category = 'all' } = route.useSearch();
  const name = category === 'all' ? null : categoryNamed(category);
  useDocumentTitle(name ? `${name} · Discover` : 'Discover');
  return (
    <Container className="flex flex-col gap-6 pt-6 sm:pt-8">
      <h1 className="text-xl">Discover</h1>
      <Discover category={category} preview={LivePreview} />
    </Container>
  );
}
