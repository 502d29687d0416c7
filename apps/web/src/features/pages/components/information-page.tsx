import type { PageSlug } from '@tributary/contracts/pages';
import type { ReactNode } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { formatDay } from '@/lib/format/dates.ts';
import { t } from '@/lib/messages/t.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Container } from '@/ui/layout.tsx';
import { usePage } from '../api/use-page.ts';
import { Markdown } from './markdown.tsx';

interface InformationPageProps {
  slug: PageSlug;
  title: string;
  /** The edit button, for admins. */
  action?: ReactNode;
}

/** An information page. */
export function InformationPage({ slug, title, action }: InformationPageProps) {
  useDocumentTitle(title);
  const page = usePage(slug);
  return (
    <Container width="page" className="flex flex-col gap-8 pt-8 sm:pt-12">
      <div className="flex max-w-[68ch] flex-wrap items-baseline justify-between gap-4">
        <h1 className="text-display">{title}</h1>
        {action}
      </div>
      {page.data ? (
        <article className="flex flex-col gap-10">
          <Markdown>{page.data.body}</Markdown>
          <p className="text-faint text-sm">{t('pages.updated', { day: formatDay(page.data.updatedAt) })}</p>
        </article>
      ) : page.isError ? (
        <ErrorState message={messageOf(page.error)} onRetry={() => void page.refetch()} />
      ) : (
        <div role="status" aria-label={t('pages.loading')} className="flex max-w-[68ch] flex-col gap-3">
          {['w-full', 'w-11/12', 'w-4/5', 'w-full', 'w-2/3'].map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: static lines
            <Skeleton key={index} className={`h-5 ${width}`} />
          ))}
        </div>
      )}
    </Container>
  );
}
