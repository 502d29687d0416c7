import type { StreamerSummary } from '@tributary/contracts/channels';
import { BadgeCheck, Star } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { useTierSubscription, useTiers } from '../queries.ts';
import { TierCards } from '../tiers/tier-list.tsx';

interface SubscribeButtonProps {
  streamer: Pick<StreamerSummary, 'id' | 'username' | 'displayName'>;
  onSignedOut: (action: string) => void;
  /** Shown if the channel offers no tier. */
  fallback?: ReactNode;
}

/** Opens the tiers of a channel beside its stream. */
export function SubscribeButton({ streamer, onSignedOut, fallback = null }: SubscribeButtonProps) {
  const { user } = useSession();
  const { data: tiers = [] } = useTiers(streamer.username);
  const [open, setOpen] = useState(false);
  const [first] = tiers;
  if (!first) return fallback;
  if (user?.id === streamer.id) return null;
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Label tierId={first.id} />
        <span className="sr-only"> to {streamer.displayName}</span>
      </Button>
      <Dialog
        title={`Subscribe to ${streamer.displayName}`}
        description="Choose a tier. You can cancel at any time."
        open={open}
        onOpenChange={setOpen}
      >
        <TierCards tiers={tiers} username={streamer.username} onSignedOut={onSignedOut} />
      </Dialog>
    </>
  );
}

/** Reads the subscription to the channel with the id of any of its tiers. */
function Label({ tierId }: { tierId: string }) {
  const { data } = useTierSubscription(tierId);
  const [Icon, name] = data?.isSubscriber ? [BadgeCheck, 'Subscribed'] : [Star, 'Subscribe'];
  return (
    <>
      <Icon size={17} aria-hidden="true" />
      {name}
    </>
  );
}
