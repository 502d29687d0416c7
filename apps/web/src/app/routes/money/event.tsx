import { getRouteApi } from '@tanstack/react-router';
import { EventPage as Event } from '@/features/money/index.ts';

const route = getRouteApi('/events/$eventId');

export function EventPage() {
  const { eventId } = route.useParams();
  return <Event key={eventId} id={eventId} />;
}
