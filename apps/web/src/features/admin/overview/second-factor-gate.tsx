import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiProblem } from '@/lib/api.ts';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { useQueues } from '../queries.ts';

interface SecondFactorGateProps {
  /** The link to the security settings. */
  securityLink: ReactNode;
  children: ReactNode;
}

/**
 * Asks an admin without the second factor that the instance requires to set one up, instead of showing
 * errors everywhere.
 */
export function SecondFactorGate({ securityLink, children }: SecondFactorGateProps) {
  const { error } = useQueues();
  if (!(error instanceof ApiProblem) || error.code !== 'second_factor_required') return children;
  return (
    <EmptyState icon={ShieldAlert} title="Set up two-factor authentication" actions={securityLink}>
      This instance requires two-factor authentication for admins. It takes about two minutes with an
      authenticator app, and the dashboard opens when you’re done.
    </EmptyState>
  );
}
