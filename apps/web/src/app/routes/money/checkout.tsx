/** The pages of one way to pay for one stream, where payment pages return to as well. */
import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { PaymentMethod } from '@tributary/contracts';
import { SearchX } from 'lucide-react';
import { useChannelNow } from '@/features/live/index.ts';
import { DonationStatus, StreamCheckout } from '@/features/money/index.ts';
import { ApiProblem } from '@/lib/api.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { PlainPage } from '../layouts.tsx';

const from = '/checkout/$method/$streamId';

export function StreamCheckoutPage() {
  const { method, streamId } = useParams({ from });
  const { checkout, canceled } = useSearch({ from });
  return (
    <PlainPage title="Checkout">
      {checkout ? (
        <DonationStatus
          checkoutId={checkout}
          hasLeft={canceled}
          back={<Back streamId={streamId} />}
          retry={
            <>
              <Button asChild>
                <Link to={from} params={{ method, streamId }}>
                  Try again
                </Link>
              </Button>
              <Back streamId={streamId} />
            </>
          }
        />
      ) : (
        <Order key={streamId} streamId={streamId} method={method} />
      )}
    </PlainPage>
  );
}

const Back = ({ streamId }: { streamId: string }) => (
  <Button asChild variant="secondary">
    <Link to="/stream/$id" params={{ id: streamId }}>
      Back to the stream
    </Link>
  </Button>
);

function Order({ streamId, method }: { streamId: string; method: PaymentMethod }) {
  const stream = useChannelNow({ id: streamId });
  // Anything but an id is refused with 400.
  if (stream.error instanceof ApiProblem && stream.error.status === 400) return <NoStream />;
  return (
    <Loaded query={stream} height="h-96" missing={<NoStream />}>
      {(detail) => <StreamCheckout detail={detail} method={method} />}
    </Loaded>
  );
}

const NoStream = () => (
  <EmptyState
    icon={SearchX}
    title="Stream not found"
    actions={
      <Button asChild>
        <Link to="/discover">Browse live streams</Link>
      </Button>
    }
  >
    You weren’t charged. You can donate to a creator on their profile, too.
  </EmptyState>
);
