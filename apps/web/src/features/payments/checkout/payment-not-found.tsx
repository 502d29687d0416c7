import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { ApiProblem } from '@/lib/api/client.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';

/** Whether the payer has no such checkout. The server answers 400 for texts that are no ids. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 404 || error.status === 400);

/** Replaces a checkout that does not exist, or that another person has started. */
export const PaymentNotFound = () => (
  <EmptyState
    icon={SearchX}
    title={t('payments.notFound.title')}
    actions={
      <Button asChild>
        <Link to="/discover">{t('app.missing.browse')}</Link>
      </Button>
    }
  >
    {t('payments.notFound.next')}
  </EmptyState>
);
