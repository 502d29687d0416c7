import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/lib/query.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { type PushState, pushState, turnOff, turnOn } from '../engine/push.ts';

const HINTS: Readonly<Record<PushState, string>> = {
  on: 'What is switched on under Devices is shown here, also while no page is open.',
  off: 'Shows what is switched on under Devices here, also while no page is open. Your browser asks you first.',
  denied:
    'Your browser was told to refuse. Allow notifications for this site in its settings, then come back.',
  unsupported:
    'This browser cannot show notifications. On an iPhone or iPad, add this site to the home screen first.',
};

/** Whether this very browser shows notifications; each device is asked for itself. */
export function PushSetting({ userId }: { userId: string }) {
  const client = useQueryClient();
  const queryKey = ['push', userId];
  const { data: state = 'off', isPending } = useQuery({ queryKey, queryFn: () => pushState(userId) });
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? turnOn(userId) : turnOff()),
    onSuccess: (now) => client.setQueryData(queryKey, now),
    onError: (error) => {
      toast.error('Not changed', { description: reasonOf(error) });
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
      // Not disabled meanwhile: the focus would be lost.
      onChange={(on) => !change.isPending && change.mutate(on)}
    />
  );
}

/** What browsers say where their push service does not answer. */
function reasonOf(error: unknown): string {
  if (error instanceof DOMException) {
    return 'The push service of your browser could not be reached. Try again later.';
  }
  return messageOf(error);
}
