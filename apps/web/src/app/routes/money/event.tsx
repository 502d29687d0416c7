import { getRouteApi } from '@tanstack/react-router';
import { EventPage as Event } from '@/features/events/index.ts';
import { useSignInFirst } from '../../sign-in-first.tsx';

const route = getRouteApi('/events/$eventId');

export function EventPage() {
  const { eventId } = route.useParams();
  const signInFirst = useSignInFirst();
  return <Event key={eventId} id={eventId} onSignedOut={signInFirst} />;
}
