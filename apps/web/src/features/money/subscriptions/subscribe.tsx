import { Link } from '@tanstack/react-router';
import type { Tier } from '@tributary/contracts';
import { BadgeCheck } from 'lucide-react';
import { messageOf } from '@/lib/query.ts';
import { useSession } from '@/lib/session.ts';
import { useIntent } from '@/lib/use-intent.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { useStartSubscription, useSubscription } from '../api/use-subscriptions.ts';

interface SubscribeProps {
  tier: Tier;
  /** Sends a visitor to sign in; they are subscribed when they return. */
  onSignedOut: () => void;
}

/** Subscribes to a free tier, or says that the viewer has. */
export function Subscribe({ tier, onSignedOut }: SubscribeProps) {
  const { state, user } = useSession();
  const { data: subscription, isPending } = useSubscription(tier.id);
  const start = useStartSubscription(tier.id);
  const subscribe = async () => {
    try {
      await start.mutateAsync();
      toast.success(`Subscribed to ${tier.name}`);
    } catch (error) {
      toast.error('Couldn’t subscribe', { description: messageOf(error) });
    }
  };
  const remember = useIntent(`subscribe ${tier.id}`, () => void subscribe());
  if (subscription) {
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="flex items-center gap-2 font-medium text-green">
          <BadgeCheck size={16} aria-hidden="true" className="shrink-0" />
          You’re subscribed
        </span>
        <Link to="/subscription-management" className="py-0.5">
          Manage
        </Link>
      </p>
    );
  }
  return (
    <Button
      aria-label={`Subscribe to ${tier.name}`}
      busy={start.isPending}
      // Until the session and the subscription are known.
      disabled={state === 'loading' || (user !== null && isPending)}
      onClick={() => {
        if (user) return void subscribe();
        remember();
        onSignedOut();
      }}
      className="self-start"
    >
      Subscribe
    </Button>
  );
}
