import { apiQuery } from '@/lib/api/api-query.ts';
import { useApi, useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { Switch } from '@/ui/forms/switch.tsx';

/** The stream setting that restricts streams to subscribers. Renders nothing without an offered tier. */
export function StreamSubscribersSetting() {
  const { data } = useApi('GET /api/me/stream-subscribers');
  const tiers = useApi('GET /api/me/tiers');
  const set = useApiMutation('PUT /api/me/stream-subscribers', {
    answers: apiQuery('GET /api/me/stream-subscribers'),
    failure: t('memberships.stream.notChanged'),
    onSuccess: ({ isForSubscribers }) =>
      void toast.success(
        isForSubscribers ? t('memberships.stream.forSubscribers') : t('memberships.stream.public'),
      ),
  });
  const offersTier = tiers.data?.tiers.some(({ isActive }) => isActive);
  if (!data || !(offersTier || data.isForSubscribers)) return null;
  return (
    <Setting title={t('memberships.subscribers.title')} lead={t('memberships.stream.lead')}>
      <Switch
        label={t('memberships.stream.mine')}
        hint={t('memberships.stream.mineHint')}
        checked={data.isForSubscribers}
        onChange={(isForSubscribers) => set.mutate({ body: { isForSubscribers } })}
      />
    </Setting>
  );
}
