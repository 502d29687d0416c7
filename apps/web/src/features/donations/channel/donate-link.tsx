import { Link } from '@tanstack/react-router';
import type { StreamerSummary } from '@tributary/contracts/channels';
import { HandCoins } from 'lucide-react';
import { useHere, usePaymentMethods } from '@/features/payments/index.ts';
import { Text } from '@/lib/messages/text.tsx';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { useDonationPage } from './use-donation-page.ts';

interface DonateLinkProps {
  streamer: Pick<StreamerSummary, 'id' | 'username' | 'displayName'>;
  /** The stream; without one the donation is for the creator only. */
  streamId?: string;
}

/** Links to the checkout of a donation. Renders nothing on the own channel, or if donations are closed. */
export function DonateLink({ streamer, streamId }: DonateLinkProps) {
  const [first] = usePaymentMethods('donation').data ?? [];
  const { data: page } = useDonationPage(streamer.username);
  const { user } = useSession();
  const here = useHere();
  if (user?.id === streamer.id || !first || !page?.isOpen) return null;
  const name = (
    <>
      <HandCoins size={17} aria-hidden="true" />
      <Text
        k="donations.donate"
        values={{
          name: streamer.displayName,
          rest: (words) => <span className="sr-only">{words}</span>,
        }}
      />
    </>
  );
  return (
    <Button asChild variant="secondary">
      {streamId === undefined ? (
        <Link to="/billing/checkout" search={{ creator: streamer.username, ...here }}>
          {name}
        </Link>
      ) : (
        <Link to="/checkout/$method/$streamId" params={{ method: first.method, streamId }} search={here}>
          {name}
        </Link>
      )}
    </Button>
  );
}
