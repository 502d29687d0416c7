import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { type PushState, pushState, turnOff, turnOn } from '../engine/push.ts';

const HINTS: Readonly<Record<PushState, string>> = {
  on: t('notifications.push.on'),
  off: t('notifications.push.off'),
  denied: t('notifications.push.denied'),
  unsupported: t('notifications.push.unsupported'),
};

/** Turns push notifications on or off in this browser. */
export function PushSetting({ userId }: { userId: string }) {
  const client = useQueryClient();
  const queryKey = ['push', userId];
  const { data: state = 'off', isPending } = useQuery({ queryKey, queryFn: () => pushState(userId) });
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? turnOn(userId) : turnOff()),
    onSuccess: (now) => client.setQueryData(queryKey, now),
    onError: (error) => {
      toast.error(t('notifications.push.notChanged'), { description: reasonOf(error) });
      void client.invalidateQueries({ queryKey });
    },
  });
  const fixed = state === 'denied' || state === 'unsupported';
  return (
    <Switch
      label={t('notifications.push.label')}
      hint={HINTS[state]}
      checked={state === 'on'}
      disabled={isPending || fixed}
      // Not disabled while pending, which would lose the focus.
      onChange={(on) => !change.isPending && change.mutate(on)}
    />
  );
}

/** Browsers throw a DOMException if their push service doesn't respond. */
function reasonOf(error: unknown): string {
  if (error instanceof DOMException) {
    return t('notifications.push.unreachable');
  }
  return messageOf(error);
}
