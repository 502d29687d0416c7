import type { OwnTier } from '@tributary/contracts/memberships';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { useTierStep } from '../api/use-own-tiers.ts';

/** Archives a tier, or offers it again. */
export function TierStep({ tier: { id, isActive } }: { tier: OwnTier }) {
  const step = useTierStep(id);
  const take = async () => {
    try {
      await step.mutateAsync(isActive ? 'archive' : 'restore');
      toast.success(isActive ? 'Tier archived' : 'Tier offered again');
    } catch (error) {
      toast.failure(isActive ? 'Couldn’t archive the tier' : 'Couldn’t offer the tier', error);
    }
  };
  return (
    <Button variant="secondary" busy={step.isPending} onClick={() => void take()}>
      {isActive ? 'Archive tier' : 'Offer again'}
    </Button>
  );
}
