import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { IdentityConfirmation } from '@/features/identity/index.ts';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { t } from '@/lib/messages/t.ts';
import { Container } from '@/ui/layout.tsx';
import { type SectionLink, SectionNav } from '../layouts.tsx';

interface Area {
  readonly label: string;
  /** Its pages; the area leads to the first one. */
  readonly pages: readonly SectionLink[];
  /** The beginnings of further addresses that belong to it. */
  readonly more?: readonly string[];
}

/** The areas of a creator's channel. Each thing is managed in one of them. */
const AREAS: readonly Area[] = [
  { label: 'Pro Studio', pages: [{ to: '/pro-studio', label: 'Pro Studio' }] },
  {
    label: t('dashboards.area.content'),
    pages: [
      { to: '/dashboard/streamer/vods', label: t('dashboards.recordings') },
      { to: '/dashboard/streamer/clips', label: t('dashboards.clips') },
    ],
    more: ['/pro-studio/streams/'],
  },
  {
    label: t('dashboards.area.community'),
    pages: [
      { to: '/dashboard/streamer/chat', label: t('dashboards.chat') },
      { to: '/dashboard/creator/tiers', label: t('dashboards.tiers') },
      { to: '/dashboard/creator/tips', label: t('dashboards.tips') },
    ],
  },
  {
    label: t('dashboards.area.events'),
    pages: [
      { to: '/dashboard/creator/events', label: t('dashboards.events') },
      { to: '/dashboard/creator/schedule', label: t('dashboards.schedule') },
    ],
  },
  {
    label: t('dashboards.earnings'),
    pages: [
      { to: '/dashboard/creator/earnings', label: t('dashboards.earnings') },
      { to: '/dashboard/creator/payouts', label: t('dashboards.payouts') },
    ],
  },
  {
    label: t('dashboards.area.analytics'),
    pages: [
      { to: '/dashboard/streamer', label: t('dashboards.overview') },
      { to: '/dashboard/creator/analytics', label: t('dashboards.analytics') },
    ],
  },
  {
    label: t('dashboards.area.channel'),
    pages: [
      { to: '/dashboard/streamer/profile', label: t('dashboards.profile') },
      { to: '/dashboard/streamer/settings', label: t('dashboards.streamSettings') },
    ],
  },
];

/** Whether an address is that of a page, or of one below it, such as an editor. */
const isAt = (path: string, { to }: SectionLink): boolean =>
  path === to || (to !== '/dashboard/streamer' && to !== '/pro-studio' && path.startsWith(`${to}/`));

const areaOf = (path: string): Area | undefined =>
  AREAS.find(
    ({ pages, more = [] }) =>
      pages.some((page) => isAt(path, page)) || more.some((beginning) => path.startsWith(beginning)),
  );

/** A page of a creator's channel, below its areas and the pages of the present one. */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  const path = useRouterState({
    select: ({ matches, location }) => matches.at(-1)?.pathname ?? location.pathname,
  });
  const name = t('dashboards.creator');
  useDocumentTitle(title === name ? name : `${title} · ${name}`);
  const area = areaOf(path.replace(/\/$/, ''));
  return (
    <Container width="page" className="flex flex-col gap-8 pt-6 sm:pt-8">
      <div className="flex flex-col gap-2">
        <SectionNav
          name={name}
          pages={AREAS.flatMap(({ label, pages: [first] }) => (first ? [{ to: first.to, label }] : []))}
          current={area?.pages[0]?.to}
        />
        {area && area.pages.length > 1 && (
          <SectionNav name={t('dashboards.area.pages', { area: area.label })} pages={area.pages} isInner />
        )}
      </div>
      <h1 className="text-xl">{title}</h1>
      {children}
      <IdentityConfirmation />
    </Container>
  );
}
