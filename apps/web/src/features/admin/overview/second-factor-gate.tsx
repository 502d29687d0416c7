import { useQuery } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiProblem } from '@/lib/api.ts';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { queuesQuery } from '../queries.ts';

interface SecondFactorGateProps {
  /** To where one sets it up. */
  securityLink: ReactNode;
  children: ReactNode;
}

/** Where the instance asks for a second factor that this admin has not: says so, instead of refusals everywhere. */
export function SecondFactorGate({ securityLink, children }: SecondFactorGateProps) {
  const { error } = useQuery(queuesQuery);
  if (!(error instanceof ApiProblem) || error.code !== 'second_factor_required') return children;
  return (
    <EmptyState icon={ShieldAlert} title="Set up a second factor first" actions={securityLink}>
      This instance asks its admins for one: an authenticator app whose codes you enter when you sign in. It
      takes two minutes, and this dashboard opens again as soon as you are done.
    </EmptyState>
  );
}
