import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Container } from '@/ui/layout.tsx';
import { showPlace } from './show-place.ts';

const PAGES = [
  { to: '/profile', label: 'Profile' },
  { to: '/profile/account', label: 'Account' },
  { to: '/profile/security', label: 'Security' },
  { to: '/billing', label: 'Billing' },
  { to: '/subscription-management', label: 'Subscriptions' },
  { to: '/dashboard/viewer', label: 'Viewer dashboard' },
] as const;

/** The frame around what is one's own: what one sets for oneself, and what one has paid for. */
export function ProfileLayout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Container width="page" className="flex flex-col gap-2 pt-8 sm:pt-12">
      <h1 className="text-display">{title}</h1>
      <nav aria-label="Your profile" className="-mx-1 mt-4 flex gap-1 overflow-x-auto p-1">
        {PAGES.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: true }}
            activeProps={{ ref: showPlace }}
            className="flex h-9 shrink-0 items-center rounded-control px-3 font-medium text-muted text-sm no-underline transition-colors duration-(--duration-fast) hover:text-ink aria-[current=page]:bg-surface-2 aria-[current=page]:text-ink"
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className="divide-y divide-line">{children}</div>
    </Container>
  );
}
