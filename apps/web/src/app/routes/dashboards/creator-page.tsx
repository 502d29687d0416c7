import type { ReactNode } from 'react';
import { IdentityConfirmation } from '@/features/identity/index.ts';
import { t } from '@/lib/messages/t.ts';
import { DashboardLayout, type SectionLink } from '../layouts.tsx';

const PAGES: readonly SectionLink[] = [
  { to: '/dashboard/streamer', label: t('dashboards.overview') },
  { to: '/dashboard/streamer/settings', label: t('dashboards.streamSettings') },
  { to: '/dashboard/streamer/profile', label: t('dashboards.profile') },
  { to: '/dashboard/streamer/vods', label: t('dashboards.recordings') },
  { to: '/dashboard/streamer/chat', label: t('dashboards.chat') },
  { to: '/dashboard/creator/earnings', label: t('dashboards.earnings') },
  { to: '/dashboard/creator/payouts', label: t('dashboards.payouts') },
  { to: '/dashboard/creator/tips', label: t('dashboards.tips') },
  { to: '/dashboard/creator/tiers', label: t('dashboards.tiers') },
  { to: '/dashboard/creator/schedule', label: t('dashboards.schedule') },
  { to: '/dashboard/creator/events', label: t('dashboards.events') },
];

/** A page of the creator dashboard. */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <DashboardLayout name={t('dashboards.creator')} pages={PAGES} title={title}>
      {children}
      <IdentityConfirmation />
    </DashboardLayout>
  );
}
