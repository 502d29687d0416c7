import type { StreamerSummary } from '@tributary/contracts/channels';
import { BadgeCheck, Star } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
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
        <Label tierId={first.id} name={streamer.displayName} />
      </Button>
      <Dialog
        title={t('memberships.subscribe.to', { name: streamer.displayName })}
        description={t('memberships.button.choose')}
        open={open}
        onOpenChange={setOpen}
      >
        <TierCards tiers={tiers} username={streamer.username} onSignedOut={onSignedOut} />
      </Dialog>
    </>
  );
}

/** Reads the subscription to the channel with the id of any of its tiers. */
function Label({ tierId, name }: { tierId: string; name: string }) {
  const isSubscriber = useTierSubscription(tierId).data?.isSubscriber;
  const Icon = isSubscriber ? BadgeCheck : Star;
  const rest = (words: ReactNode) => <span className="sr-only">{words}</span>;
  return (
    <>
      <Icon size={17} aria-hidden="true" />
      <Text
        k={isSubscriber ? 'memberships.button.subscribed' : 'memberships.button.subscribe'}
        values={{ name, rest }}
      />
    </>
  );
}
