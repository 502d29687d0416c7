import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/lib/query.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { type PushState, pushState, turnOff, turnOn } from '../engine/push.ts';

const HINTS: Readonly<Record<PushState, string>> = {
  on: 'Shows push notifications on this device, even when this site is closed.',
  off: 'Shows push notifications on this device, even when this site is closed. Your browser asks for permission first.',
  denied: 'Notifications are blocked. Allow them for this site in your browser’s settings, then come back.',
  unsupported:
    'This browser doesn’t support push notifications. On iPhone and iPad, add this site to your Home Screen first.',
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
      toast.error('Couldn’t change push notifications', { description: reasonOf(error) });
      void client.invalidateQueries({ queryKey });
    },
  });
  const fixed = state === 'denied' || state === 'unsupported';
  return (
    <Switch
      label="Notify me on this device"
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
    return 'We couldn’t reach your browser’s push service. Try again later.';
  }
  return messageOf(error);
}
