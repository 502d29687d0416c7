import type { ReactNode } from 'react';
import { useDocumentTitle } from '@/lib/document-title.ts';
import { Container } from '@/ui/layout.tsx';

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
