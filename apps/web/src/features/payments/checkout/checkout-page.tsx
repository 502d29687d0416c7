/** The frame of all checkout pages: the purpose, and the way back. */
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { Container } from '@/ui/layout.tsx';
import { backTo } from './next-step.tsx';

interface CheckoutPageProps {
  /** The purpose, such as `Donate to Ada`. */
  title: string;
  /** The page that the payer came from; undefined if a button leads there. */
  from?: string | undefined;
  children: ReactNode;
}

export function CheckoutPage({ title, from, children }: CheckoutPageProps) {
  useDocumentTitle(title);
  return (
    <Container width="page" className="flex flex-col gap-8 pt-6 sm:pt-8">
      <header className="flex flex-col items-start gap-3">
        {from && (
          <Link
            to={from}
            className="flex items-center gap-2 rounded-control py-1 text-muted text-sm no-underline hover:text-ink"
          >
            <ArrowLeft size={16} aria-hidden="true" className="rtl:-scale-x-100" />
            {backTo(from)}
          </Link>
        )}
        <h1 dir="auto" className="text-xl [overflow-wrap:anywhere]">
          {title}
        </h1>
      </header>
      {children}
    </Container>
  );
}
