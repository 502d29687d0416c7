import { Link, useParams, useSearch } from '@tanstack/react-router';
import { Wallet } from 'lucide-react';
import { CheckoutStatus } from '@/features/money/index.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { PlainPage } from '../layouts.tsx';

export function CheckoutPage() {
  const { streamId } = useParams({ strict: false });
  const { checkout } = useSearch({ strict: false });
  const back = streamId && (
    <Button asChild>
      <Link to="/stream/$id" params={{ id: streamId }}>
        Back to the stream
      </Link>
    </Button>
  );
  if (checkout) {
    return (
      <PlainPage title="Checkout">
        <CheckoutStatus
          id={checkout}
          paid={{ title: 'Thank you', text: 'Your donation has arrived.', actions: back }}
          retry={back}
        />
      </PlainPage>
    );
  }
  return (
    <PlainPage title="Checkout">
      <EmptyState
        icon={Wallet}
        title="You can’t donate on this page yet"
        actions={
          <>
            {back}
            <Button asChild variant="secondary">
              <Link to="/donations">How to support streamers</Link>
            </Button>
          </>
        }
      >
        You weren’t charged. Streamers can list other ways to support them on their profiles.
      </EmptyState>
    </PlainPage>
  );
}
