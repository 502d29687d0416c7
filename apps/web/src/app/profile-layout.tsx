import type { ReactNode } from 'react';
import { useDocumentTitle } from '@/lib/document-title.ts';
import { Container } from '@/ui/layout.tsx';
import { type Place, Places } from './places.tsx';

const PAGES: readonly Place[] = [
  { to: '/profile', label: 'Profile' },
  // The user menu names the dashboards that a role opens (spec section 2); everybody's is found here.
  { to: '/dashboard/viewer', label: 'Viewer dashboard' },
  { to: '/profile/account', label: 'Account' },
  { to: '/profile/security', label: 'Security' },
  { to: '/billing', label: 'Billing' },
  { to: '/subscription-management', label: 'Subscriptions' },
];

/** The frame around what is one's own: what one sets for oneself, and what one has paid for. */
export function ProfileLayout({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title);
  return (
    <Container width="page" className="flex flex-col gap-8 pt-6 sm:pt-8">
      <Places name="Your profile" places={PAGES} />
      <h1 className="text-xl">{title}</h1>
      {children}
    </Container>
  );
}
