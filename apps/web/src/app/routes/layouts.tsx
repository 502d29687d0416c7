import { Link, type LinkProps } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { t } from '@/lib/messages/t.ts';
import { Container } from '@/ui/layout.tsx';

export interface SectionLink {
  to: NonNullable<LinkProps['to']>;
  label: string;
}

interface SectionNavProps {
  name: string;
  pages: readonly SectionLink[];
  /** The link that stands for the present page; absent: the one whose address is that of the page. */
  current?: SectionLink['to'] | undefined;
  /** Whether it is below another one, in which it has the pages of one section. */
  isInner?: boolean;
}

const LINK =
  'flex h-9 items-center px-3 font-medium text-muted text-sm no-underline transition-colors duration-(--duration-fast) hover:text-ink aria-[current]:text-ink';

/** Links to the sibling pages, in a row that scrolls on phones. */
export function SectionNav({ name, pages, current, isInner = false }: SectionNavProps) {
  return (
    <nav aria-label={name} className="-mx-4 overflow-x-auto px-4 [scrollbar-width:thin] sm:mx-0 sm:px-0">
      <ul className="flex w-max gap-1 p-0.5">
        {pages.map(({ to, label }) => (
          <li key={label}>
            <Link
              to={to}
              // A page below a section, such as a receipt, belongs to it.
              activeOptions={{ exact: pages.some((other) => other.to.startsWith(`${to}/`)) }}
              activeProps={{ ref: scrollIntoView }}
              {...(current === to && { 'aria-current': 'true', ref: scrollIntoView })}
              className={clsx(
                LINK,
                isInner
                  ? 'border-transparent border-b-2 aria-[current]:border-accent'
                  : 'rounded-control hover:bg-surface-2 aria-[current]:bg-surface-2',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A ref for the current link of a scrolling row, which brings it into view. */
export const scrollIntoView = (link: HTMLAnchorElement | null): void => {
  // React takes what a ref returns for its cleanup, and newer browsers return a promise.
  link?.scrollIntoView({ block: 'nearest', inline: 'center' });
};

/** A page with one heading. */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title);
  return (
    <Container width="page" className="flex flex-col gap-8 pt-8 sm:pt-12">
      <h1 className="text-xl">{title}</h1>
      {children}
    </Container>
  );
}

const PAGES: readonly SectionLink[] = [
  { to: '/profile', label: t('app.layout.profile') },
  // The user menu links only the dashboards of extra roles (spec section 2), so everybody's is linked here.
  { to: '/dashboard/viewer', label: t('app.layout.viewerDashboard') },
  { to: '/profile/account', label: t('app.layout.account') },
  { to: '/profile/security', label: t('app.layout.security') },
  { to: '/billing', label: t('app.layout.billing') },
  { to: '/subscription-management', label: t('app.layout.subscriptions') },
];

/** The layout of profile, account and billing pages. */
export function ProfileLayout({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title);
  return (
    <Container width="page" className="flex flex-col gap-8 pt-6 sm:pt-8">
      <SectionNav name={t('app.layout.yourProfile')} pages={PAGES} />
      <h1 className="text-xl">{title}</h1>
      {children}
    </Container>
  );
}

interface DashboardLayoutProps {
  /** The name of the dashboard, such as `Creator dashboard`. */
  name: string;
  pages: readonly SectionLink[];
  title: string;
  children: ReactNode;
}

/** A page of a dashboard, below links to its other pages. */
export function DashboardLayout({ name, pages, title, children }: DashboardLayoutProps) {
  useDocumentTitle(title === name ? name : `${title} · ${name}`);
  return (
    <Container width="page" className="flex flex-col gap-8 pt-6 sm:pt-8">
      <SectionNav name={name} pages={pages} />
      <h1 className="text-xl">{title}</h1>
      {children}
    </Container>
  );
}
