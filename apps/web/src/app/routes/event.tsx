import { Link } from '@tanstack/react-router';
import { CalendarX } from 'lucide-react';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { PlainPage } from './plain-page.tsx';

export function EventPage() {
  return (
    <PlainPage title="Event">
      <EmptyState
        icon={CalendarX}
        title="There is no event at this address."
        actions={
          <Button asChild>
            <Link to="/discover">See who is live</Link>
          </Button>
        }
      >
        No events are announced on this instance.
      </EmptyState>
    </PlainPage>
  );
}
