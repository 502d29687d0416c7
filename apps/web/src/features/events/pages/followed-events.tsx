import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Section } from '@/ui/layout.tsx';
import { Announced } from './upcoming-events.tsx';

/** The next events of followed channels, soonest first. */
export const useFollowedEvents = () =>
  useApi('GET /api/me/following/events', {}, { select: ({ events }) => events });

/** The next events of followed channels; renders nothing without any. */
export function FollowedEvents() {
  const { data = [] } = useFollowedEvents();
  if (data.length === 0) return null;
  return (
    <Section title={t('events.upcoming')}>
      <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        {data.map((event) => (
          <li key={event.id}>
            <Announced
              event={event}
              channel={event.creator?.displayName || event.creator?.username || null}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
