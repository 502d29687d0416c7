import { Link } from '@tanstack/react-router';
import { t } from '@/lib/messages/t.ts';
import { Section } from '@/ui/layout.tsx';
import { useFollowedSchedule } from './queries.ts';
import { ReminderButton } from './reminder-button.tsx';
import { ScheduledStream } from './scheduled-stream.tsx';

/** The next scheduled streams of followed channels; renders nothing without any. */
export function FollowedSchedule({ onSignedOut }: { onSignedOut: (action: string) => void }) {
  const { data = [] } = useFollowedSchedule();
  if (data.length === 0) return null;
  return (
    <Section title={t('schedule.followed')}>
      <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        {data.map((stream) => {
          const { username, displayName } = stream.streamer;
          return (
            <li key={stream.id} className="min-w-0">
              <ScheduledStream
                stream={stream}
                channel={
                  <Link
                    to="/streamer/$username"
                    params={{ username }}
                    search={{ tab: 'schedule' }}
                    className="truncate text-ink text-sm no-underline hover:text-accent"
                  >
                    <bdi>{displayName || username}</bdi>
                  </Link>
                }
                action={<ReminderButton stream={stream} isSmall onSignedOut={onSignedOut} />}
              />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
