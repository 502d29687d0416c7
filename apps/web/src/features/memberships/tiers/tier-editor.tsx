import { Link } from '@tanstack/react-router';
import type { OwnTier } from '@tributary/contracts/memberships';
import { Layers } from 'lucide-react';
import { call } from '@/lib/api.ts';
import { useApi, useApiMutation } from '@/lib/use-api.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { TIERS } from '../queries.ts';
import { TierForm } from './tier-form.tsx';

/** A creator's page of one tier. */
export const TierEditor = ({ id }: { id: string }) => (
  <Loaded query={useApi('GET /api/me/tiers')} height="h-96">
    {({ tiers }) => {
      const tier = tiers.find((candidate) => candidate.id === id);
      return tier ? <Editor tier={tier} /> : <Missing />;
    }}
  </Loaded>
);

/** Archives a tier, or restores it. */
function TierStep({ tier: { id, isActive } }: { tier: OwnTier }) {
  const step = useApiMutation(
    () => call(`POST /api/me/tiers/:id/${isActive ? 'archive' : 'restore'}`, { params: { id } }),
    {
      invalidates: TIERS,
      failure: isActive ? 'Couldn’t archive the tier' : 'Couldn’t offer the tier',
      onSuccess: () => void toast.success(isActive ? 'Tier archived' : 'Tier offered again'),
    },
  );
  return (
    <Button variant="secondary" busy={step.isPending} onClick={() => step.mutate()}>
      {isActive ? 'Archive tier' : 'Offer again'}
    </Button>
  );
}

const Editor = ({ tier }: { tier: OwnTier }) => (
  <div className="divide-y divide-line">
    <Setting
      title="Details"
      lead="Changes show at once. New prices and trials apply to new subscribers; the others keep what they agreed to."
    >
      <TierForm tier={tier} currency={tier.currency} onSaved={() => toast.success('Saved')} />
    </Setting>
    <Setting
      title={tier.isActive ? 'Archive' : 'Archived'}
      lead={
        tier.isActive
          ? 'An archived tier takes no new subscribers. Its subscriptions continue, and you can offer it again.'
          : 'This tier takes no new subscribers. Its subscriptions continue.'
      }
    >
      <TierStep tier={tier} />
    </Setting>
  </div>
);

export const NewTier = ({ onSaved }: { onSaved: () => void }) => (
  <Loaded query={useApi('GET /api/me/tiers')} height="h-96">
    {({ currency }) => (
      <TierForm
        tier={null}
        currency={currency}
        onSaved={() => {
          toast.success('Tier created');
          onSaved();
        }}
      />
    )}
  </Loaded>
);

const Missing = () => (
  <EmptyState
    icon={Layers}
    title="Tier not found"
    actions={
      <Button asChild>
        <Link to="/dashboard/creator/tiers">View your tiers</Link>
      </Button>
    }
  >
    It may belong to another channel.
  </EmptyState>
);
