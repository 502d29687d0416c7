import { getRouteApi, Link } from '@tanstack/react-router';
import { PAGE_SLUGS, type PageSlug } from '@tributary/contracts/pages';
import { FileText } from 'lucide-react';
import { Overview } from '@/features/admin/index.ts';
import { MessageTable, PageEditor } from '@/features/pages/index.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { durationWords } from '@/lib/format/duration-words.ts';
import { t } from '@/lib/messages/t.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Section } from '@/ui/layout.tsx';
import { NotFound } from '../errors/not-found.tsx';
import { AdminLayout } from './layout.tsx';
import { useSearched } from './use-searched.ts';

/** The admin dashboard. */
const TITLES: Record<PageSlug, string> = {
  about: t('pages.about'),
  rules: t('pages.rules'),
  privacy: t('pages.privacy'),
  terms: t('pages.terms'),
  donations: t('pages.donations'),
  faq: t('pages.faq.short'),
};

export const AdminPage = () => (
  <AdminLayout title={t('dashboards.overview')}>
    <Overview
      verificationLink={(words) => (
        <Button asChild>
          <Link to="/dashboard/admin/verification">{words}</Link>
        </Button>
      )}
      messagesLink={(words) => (
        <Button asChild>
          <Link to="/dashboard/admin/messages">{words}</Link>
        </Button>
      )}
    />
    <Health />
  </AdminLayout>
);

const TONES = { ok: 'green', starting: 'amber', degraded: 'amber', down: 'live' } as const;

const STATES: Readonly<Record<keyof typeof TONES, string>> = {
  ok: t('admin.instance.ok'),
  starting: t('admin.instance.starting'),
  degraded: t('admin.instance.degraded'),
  down: t('admin.instance.down'),
};

const PARTS: Readonly<Record<string, string>> = {
  database: t('admin.instance.database'),
  disk: t('admin.instance.disk'),
  ingest: t('admin.instance.ingest'),
};

/** The state of each part of the instance, as `/healthz` reports it. */
function Health() {
  const health = useApi('GET /healthz', {}, { refetchInterval: 10_000 });
  if (health.isError)
    return <ErrorState message={messageOf(health.error)} onRetry={() => void health.refetch()} />;
  if (!health.data) return <Skeleton className="h-40 rounded-media" />;
  const { parts, version, uptimeSeconds } = health.data;
  return (
    <Section title={t('admin.instance')}>
      <table className="w-full max-w-xl text-sm">
        <caption className="pb-3 text-start text-muted">
          {t('admin.instance.running', { version, period: formatUptime(uptimeSeconds) })}
        </caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('admin.instance.part')}</th>
            <th scope="col">{t('pages.message.state')}</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(parts).map(([name, { state, detail }]) => (
            <tr key={name} className="border-line border-t">
              <th scope="row" className="py-2.5 text-start font-medium">
                {PARTS[name] ?? name}
              </th>
              <td className="py-2.5 text-end">
                {detail && <span className="me-3 text-muted">{detail}</span>}
                <Badge tone={TONES[state]}>{STATES[state]}</Badge>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

export const AdminMessagesPage = () => (
  <AdminLayout title={t('pages.messages')}>
    <MessageTable {...useSearched('/dashboard/admin/messages')} />
  </AdminLayout>
);

export const AdminPagesPage = () => (
  <AdminLayout title={t('metrics.pages')}>
    <ul className="flex max-w-xl flex-col gap-2">
      {PAGE_SLUGS.map((slug) => (
        <li key={slug}>
          <Link
            to="/dashboard/admin/pages/$slug"
            params={{ slug }}
            className="flex items-center gap-3 rounded-media bg-surface-1 p-4 font-medium text-ink no-underline hover:bg-surface-2"
          >
            <FileText size={18} aria-hidden="true" className="text-muted" />
            {TITLES[slug]}
          </Link>
        </li>
      ))}
    </ul>
  </AdminLayout>
);

const editorRoute = getRouteApi('/dashboard/admin/pages/$slug');

export function AdminPageEditorPage() {
  const params = editorRoute.useParams();
  const slug = PAGE_SLUGS.find((known) => known === params.slug);
  if (!slug) return <NotFound />;
  return (
    <AdminLayout title={TITLES[slug]}>
      <PageEditor key={slug} slug={slug} />
    </AdminLayout>
  );
}

/** `3 minutes`, `5 hours`, `12 days`: the largest unit, rounded down. */
export const formatUptime = (seconds: number): string =>
  durationWords(Math.max(60, seconds), { largest: 'day', smallest: 'minute', parts: 1 });
