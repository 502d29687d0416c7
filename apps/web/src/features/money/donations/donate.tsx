/** How people start a donation: a link on a stream's page, a dialog on a profile. */
import { Link } from '@tanstack/react-router';
import { DONATION_PRESETS, type PaymentMethod, type StreamerSummary } from '@tributary/contracts';
import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { useCurrency, usePaymentMethods } from '../api/use-checkout.ts';
import { DonationForm } from './donation-form.tsx';

type Streamer = Pick<StreamerSummary, 'id' | 'displayName'>;

/** The checkout page of one method for one stream. */
export const CHECKOUT_PATHS = {
  stripe: '/checkout/stripe/$streamId',
  paypal: '/checkout/paypal/$streamId',
  crypto: '/checkout/crypto/$streamId',
} as const satisfies Record<PaymentMethod, string>;

/** The ways to donate to somebody; none on the own channel. */
function useMethods({ id }: Streamer) {
  const methods = usePaymentMethods('donation').data ?? [];
  return useSession().user?.id === id ? [] : methods;
}

const Name = ({ streamer }: { streamer: Streamer }) => (
  <>
    <HandCoins size={17} aria-hidden="true" />
    Donate
    <span className="sr-only"> to {streamer.displayName}</span>
  </>
);

/** Opens in another tab, so that the stream keeps playing. A link, which no browser blocks as a popup. */
export function DonateLink({ streamer, streamId }: { streamer: Streamer; streamId: string }) {
  const [first] = useMethods(streamer);
  if (!first) return null;
  return (
    <Button asChild variant="secondary">
      <Link to={CHECKOUT_PATHS[first.method]} params={{ streamId }} target="_blank">
        <Name streamer={streamer} />
      </Link>
    </Button>
  );
}

export function DonateButton({ streamer }: { streamer: Streamer }) {
  const [open, setOpen] = useState(false);
  const methods = useMethods(streamer);
  const { data: currency } = useCurrency();
  if (methods.length === 0 || !currency) return null;
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Name streamer={streamer} />
      </Button>
      <Dialog
        title={`Donate to ${streamer.displayName}`}
        description="You pay on the page of the payment provider, and return here."
        open={open}
        onOpenChange={setOpen}
      >
        <DonationForm
          to={{ streamerId: streamer.id }}
          name={streamer.displayName}
          presets={DONATION_PRESETS}
          currency={currency}
          methods={methods}
        />
      </Dialog>
    </>
  );
}
