import { Link } from '@tanstack/react-router';
import type { OwnTier } from '@tributary/contracts/memberships';
import { Layers } from 'lucide-react';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { useOwnTiers } from '../api/use-own-tiers.ts';
import { TierForm } from './tier-form.tsx';
import { TierStep } from './tier-step.tsx';

/** A creator's page of one tier. */
export const TierEditor = ({ id }: { id: string }) => (
  <Loaded query={useOwnTiers()} height="h-96">
    {({ tiers }) => {
      const tier = tiers.find((candidate) => candidate.id === id);
      return tier ? <Editor tier={tier} /> : <Missing />;
    }}
  </Loaded>
);

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
  <Loaded query={useOwnTiers()} height="h-96">
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
