import { getRouteApi } from '@tanstack/react-router';
import { categoryNamed } from '@tributary/contracts/shared';
import { Discover, type DiscoverQuery, filtersOf } from '@/features/discovery/index.ts';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { categoryName } from '@/lib/labels/category-names.ts';
import { t } from '@/lib/messages/t.ts';
import { Container } from '@/ui/layout.tsx';
import { discoverSearch } from '../../search-params.ts';
import { useSignInFirst } from '../../sign-in-first.tsx';
import { LivePreview } from './previews.tsx';

const route = getRouteApi('/discover');

export function DiscoverPage() {
  const { category = 'all', q = '', sort = 'relevance', ...rest } = route.useSearch();
  const navigate = route.useNavigate();
  const signInFirst = useSignInFirst();
  const chosen = category === 'all' || category === 'live' ? null : categoryNamed(category);
  const name = chosen && categoryName(chosen);
  useDocumentTitle([q, name, t('watch.discover')].filter(Boolean).join(' · '));
  const change = (next: DiscoverQuery) =>
    void navigate({
      // Normalized like an address, so that a cleared search leaves no empty parameter.
      search: (before) => discoverSearch({ ...before, ...next }),
      // A filter is a step that the back button takes back. Typing adds no steps.
      replace: next.q !== undefined,
      resetScroll: false,
    });
  return (
    <Container className="flex flex-col gap-6 pt-6 sm:pt-8">
      <h1 className="text-xl">{t('watch.discover')}</h1>
      <Discover
        search={{ category, q, sort, ...filtersOf(rest) }}
        categoryName={name}
        onChange={change}
        onSignedOut={signInFirst}
        preview={LivePreview}
      />
    </Container>
  );
}
