import { Link, useParams } from '@tanstack/react-router';
import { Wallet } from 'lucide-react';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { PlainPage } from '../layouts.tsx';

export function CheckoutPage() {
  const { streamId } = useParams({ strict: false });
  return (
    <PlainPage title="Checkout">
      <EmptyState
        icon={Wallet}
        title="Payments aren’t available"
        actions={
          <>
            {streamId && (
              <Button asChild>
                <Link to="/stream/$id" params={{ id: streamId }}>
                  Back to the stream
                </Link>
              </Button>
            )}
            <Button asChild variant="secondary">
              <Link to="/donations">How to support streamers</Link>
            </Button>
          </>
        }
      >
        This instance doesn’t take payments, so you weren’t charged. Streamers can list other ways to support
        them on their profiles.
      </EmptyState>
    </PlainPage>
  );
}
