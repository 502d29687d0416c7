import { apiQuery } from '@/lib/api-query.ts';
import { useApi, useApiMutation } from '@/lib/use-api.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { Switch } from '@/ui/forms/switch.tsx';

/** The stream setting that restricts streams to subscribers. Renders nothing without an offered tier. */
export function StreamSubscribersSetting() {
  const { data } = useApi('GET /api/me/stream-subscribers');
  const tiers = useApi('GET /api/me/tiers');
  const set = useApiMutation('PUT /api/me/stream-subscribers', {
    answers: apiQuery('GET /api/me/stream-subscribers'),
    failure: 'Couldn’t change who can watch',
    onSuccess: ({ isForSubscribers }) =>
      void toast.success(isForSubscribers ? 'Your streams are for subscribers' : 'Your streams are public'),
  });
  const offersTier = tiers.data?.tiers.some(({ isActive }) => isActive);
  if (!data || !(offersTier || data.isForSubscribers)) return null;
  return (
    <Setting
      title="Subscribers"
      lead="Subscribers of any tier, free ones included, you, your moderators and admins can watch. Others see your tiers."
    >
      <Switch
        label="My streams are for subscribers"
        hint="Applies to your stream, and to the next ones, except while they belong to an event."
        checked={data.isForSubscribers}
        onChange={(isForSubscribers) => set.mutate({ body: { isForSubscribers } })}
      />
    </Setting>
  );
}
