import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '@/lib/document-title.ts';
import { Container } from '@/ui/layout.tsx';
import { showPlace } from '../show-place.ts';

export interface DashboardPlace {
  to: NonNullable<LinkProps['to']>;
  label: string;
}

interface DashboardFrameProps {
  /** The dashboard's name: `Creator dashboard`. */
  name: string;
  places: readonly DashboardPlace[];
  title: string;
  children: ReactNode;
}

/** A page of a dashboard with its neighbours above it. */
export function DashboardFrame({ name, places, title, children }: DashboardFrameProps) {
  useDocumentTitle(title === name ? name : `${title} · ${name}`);
  return (
    <Container width="page" className="flex flex-col gap-8 pt-6 sm:pt-8">
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
      <h1 className="text-xl">{title}</h1>
      {children}
    </Container>
  );
}
