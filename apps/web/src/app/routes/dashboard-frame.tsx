import type { ReactNode } from 'react';
import { useDocumentTitle } from '@/lib/document-title.ts';
import { Container } from '@/ui/layout.tsx';
import { type Place, Places } from '../places.tsx';

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
