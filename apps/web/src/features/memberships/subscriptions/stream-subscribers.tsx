import { toast } from '@/ui/feedback/toaster.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { useOwnTiers, useSetStreamSubscribers, useStreamSubscribers } from '../api/use-own-tiers.ts';

/** In the settings of streams: whether they are for subscribers. Renders nothing without an offered tier. */
export function StreamSubscribersSetting() {
  const { data } = useStreamSubscribers();
  const tiers = useOwnTiers();
  const set = useSetStreamSubscribers();
  const offersTier = tiers.data?.tiers.some(({ isActive }) => isActive);
  if (!data || !(offersTier || data.isForSubscribers)) return null;
  const change = async (isForSubscribers: boolean) => {
    try {
      await set.mutateAsync(isForSubscribers);
      toast.success(isForSubscribers ? 'Your streams are for subscribers' : 'Your streams are for everybody');
    } catch (error) {
      toast.failure('Couldn’t change who can watch', error);
    }
  };
  return (
    <Setting
      title="Subscribers"
      lead="Subscribers of any tier, free ones included, you, your moderators and admins can watch. Others see your tiers."
    >
      <Switch
        label="My streams are for subscribers"
        hint="Applies to your stream, and to the next ones, except while they belong to an event."
        checked={data.isForSubscribers}
        onChange={(checked) => void change(checked)}
      />
    </Setting>
  );
}
