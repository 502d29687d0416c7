import type { ReactNode } from 'react';
import { IdentityConfirmation } from '@/features/identity/index.ts';
import { DashboardLayout, type SectionLink } from '../layouts.tsx';

const PAGES: readonly SectionLink[] = [
  { to: '/dashboard/streamer', label: 'Overview' },
  { to: '/dashboard/streamer/settings', label: 'Stream settings' },
  { to: '/dashboard/streamer/profile', label: 'Profile' },
  { to: '/dashboard/streamer/vods', label: 'Recordings' },
  { to: '/dashboard/streamer/chat', label: 'Chat' },
  { to: '/dashboard/creator/earnings', label: 'Earnings' },
  { to: '/dashboard/creator/payouts', label: 'Payouts' },
  { to: '/dashboard/creator/tips', label: 'Tips' },
  { to: '/dashboard/creator/tiers', label: 'Tiers' },
  { to: '/dashboard/creator/events', label: 'Events' },
];

/** A page of the creator dashboard. */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <DashboardLayout name="Creator dashboard" pages={PAGES} title={title}>
      {children}
      <IdentityConfirmation />
    </DashboardLayout>
  );
}
