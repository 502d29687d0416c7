/** How people start a donation: a link on a stream's page, a dialog on a profile. */
import { Link } from '@tanstack/react-router';
import type { StreamerSummary } from '@tributary/contracts';
import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { usePaymentMethods } from '../api/use-checkout.ts';
import { useDonationPage } from '../api/use-donations.ts';
import { DonationForm } from './donation-form.tsx';

type Streamer = Pick<StreamerSummary, 'id' | 'username' | 'displayName'>;

/** The page of somebody who takes donations, and the ways to pay; null on the own channel. */
function useOpenPage({ id, username }: Streamer) {
  const methods = usePaymentMethods('donation').data ?? [];
  const { data: page } = useDonationPage(username);
  const { user } = useSession();
  return user?.id === id || methods.length === 0 || !page?.isOpen ? null : { page, methods };
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
  const [first] = useOpenPage(streamer)?.methods ?? [];
  if (!first) return null;
  return (
    <Button asChild variant="secondary">
      <Link to="/checkout/$method/$streamId" params={{ method: first.method, streamId }} target="_blank">
        <Name streamer={streamer} />
      </Link>
    </Button>
  );
}

export function DonateButton({ streamer }: { streamer: Streamer }) {
  const [open, setOpen] = useState(false);
  const offer = useOpenPage(streamer);
  if (!offer) return null;
  const { page, methods } = offer;
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
          page={page}
          methods={methods}
        />
      </Dialog>
    </>
  );
}
