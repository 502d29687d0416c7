import { useState } from 'react';
import { FeaturedGridSkeleton } from '@/features/discovery/index.ts';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { useScript } from '@/lib/browser/use-script.ts';
import { wasSignedIn } from '@/lib/session/signed-in-hint.ts';
import { useSession } from '@/lib/session.ts';
import { Container } from '@/ui/layout.tsx';
import { VisitorHome } from './visitor-home.tsx';

const load = () => import('./account-home.tsx');

/**
 * Home of a visitor or of an account. That of an account loads on demand; where its script can't load, the visitor's
 * Home is shown, which has the live streams as well.
 */
export function HomePage() {
  useDocumentTitle();
  const { state } = useSession();
  const isSignedIn = state === 'signed-in';
  const [isExpected] = useState(wasSignedIn);
  const [failed, setFailed] = useState(false);
  const AccountHome = useScript(load, isSignedIn, () => setFailed(true));
  const isVisitor = state === 'loading' ? !isExpected : !isSignedIn;
  if (isVisitor || failed) return <VisitorHome />;
  if (AccountHome) return <AccountHome />;
  return (
    <Container className="pt-6 sm:pt-8">
      <FeaturedGridSkeleton />
    </Container>
  );
}
