import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { ApiProblem } from '@/lib/api.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';

/** Whether the server knows no such checkout of this person. It refuses with 400 what is no id. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 404 || error.status === 400);

/** In place of a checkout that does not exist, or that somebody else has started. */
export const PaymentNotFound = () => (
  <EmptyState
    icon={SearchX}
    title="Payment not found"
    actions={
      <Button asChild>
        <Link to="/discover">Browse live streams</Link>
      </Button>
    }
  >
    Open this page in the browser with which you started the payment, or sign in with the account that you
    used.
  </EmptyState>
);
