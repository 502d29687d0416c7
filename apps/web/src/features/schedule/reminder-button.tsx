import { REMINDER_LEAD_MINUTES, type ScheduledStream } from '@tributary/contracts/schedule';
import { BellPlus, BellRing } from 'lucide-react';
import { MINUTE_MS } from '@/lib/format/durations.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { useReminder } from './queries.ts';

interface ReminderButtonProps {
  stream: ScheduledStream;
  /** Shows only the icon, as on a phone. */
  isSmall?: boolean;
  onSignedOut: (action: string) => void;
}

/** Turns the reminder of a scheduled stream on and off. Hidden where it would come too late. */
export function ReminderButton({ stream, isSmall = false, onSignedOut }: ReminderButtonProps) {
  const { user, state } = useSession();
  const reminder = useReminder(stream);
  const { title, isReminded, isCanceled, startsInMs, streamer } = stream;
  if (isCanceled || user?.id === streamer.id || startsInMs <= REMINDER_LEAD_MINUTES * MINUTE_MS) return null;
  const Icon = isReminded ? BellRing : BellPlus;
  return (
    <Button
      variant={isReminded ? 'quiet' : 'secondary'}
      aria-pressed={isReminded}
      aria-label={t('schedule.reminder.of', { title })}
      disabled={state === 'loading'}
      title={isSmall ? t(isReminded ? 'schedule.reminder.on' : 'schedule.reminder.off') : undefined}
      className={isSmall ? 'w-11 px-0' : 'max-sm:w-11 max-sm:px-0'}
      onClick={() => (user ? reminder.mutate(!isReminded) : onSignedOut(t('schedule.reminder.signIn')))}
    >
      <Icon size={17} aria-hidden="true" className={isReminded ? 'text-accent' : undefined} />
      <span className={isSmall ? 'sr-only' : 'max-sm:sr-only'}>
        {t(isReminded ? 'schedule.reminder.on' : 'schedule.reminder.off')}
      </span>
    </Button>
  );
}
