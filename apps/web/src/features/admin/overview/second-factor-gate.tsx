import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiProblem } from '@/lib/api/client.ts';
import { t } from '@/lib/messages/t.ts';
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
    <EmptyState icon={ShieldAlert} title={t('admin.setUpSecondFactor')} actions={securityLink}>
      {t('admin.secondFactorRequired')}
    </EmptyState>
  );
}
