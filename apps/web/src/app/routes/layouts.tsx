import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '@/lib/document-title.ts';
import { Container } from '@/ui/layout.tsx';

export interface Place {
  to: NonNullable<LinkProps['to']>;
  label: string;
}

/** The pages beside this one, in a row that a phone scrolls. */
export function Places({ name, places }: { name: string; places: readonly Place[] }) {
  return (
    <nav aria-label={name} className="-mx-4 overflow-x-auto px-4 [scrollbar-width:thin] sm:mx-0 sm:px-0">
      <ul className="flex w-max gap-1 p-0.5">
        {places.map(({ to, label }) => (
          <li key={label}>
            <Link
              to={to}
              activeOptions={{ exact: true }}
              activeProps={{ ref: showPlace }}
              className="flex h-9 items-center rounded-control px-3 font-medium text-muted text-sm no-underline transition-colors duration-(--duration-fast) hover:bg-surface-2 hover:text-ink aria-[current=page]:bg-surface-2 aria-[current=page]:text-ink"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** For `activeProps` of a row of links that is longer than a phone's screen: the one where one is, in view. */
export const showPlace = (place: HTMLAnchorElement | null): void =>
  place?.scrollIntoView({ block: 'nearest', inline: 'center' });

/** A page of one heading and what stands beneath it. */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title);
  return (
    <Container width="page" className="flex flex-col gap-8 pt-8 sm:pt-12">
      <h1 className="text-xl">{title}</h1>
      {children}
    </Container>
  );
}

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

interface DashboardFrameProps {
  /** The dashboard's name: `Creator dashboard`. */
  name: string;
  places: readonly Place[];
  title: string;
  children: ReactNode;
}

/** A page of a dashboard with its neighbours above it. */
export function DashboardFrame({ name, places, title, children }: DashboardFrameProps) {
  useDocumentTitle(title === name ? name : `${title} · ${name}`);
  return (
    <Container width="page" className="flex flex-col gap-8 pt-6 sm:pt-8">
      <Places name={name} places={places} />
      <h1 className="text-xl">{title}</h1>
      {children}
    </Container>
  );
}
