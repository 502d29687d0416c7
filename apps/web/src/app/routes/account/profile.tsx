import { Link } from '@tanstack/react-router';
import { ProfileEditor } from '@/features/profiles/index.ts';
import { session } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Guard } from '../../guard.tsx';
import { ProfileLayout } from '../layouts.tsx';

export function ProfilePage() {
  return (
    <ProfileLayout title="My profile">
      <ProfileSection />
    </ProfileLayout>
  );
}

/** One's profile to edit, with the way to what others see of it. */
export function ProfileSection() {
  return (
    <Guard>
      {({ username }) => (
        <div className="flex max-w-3xl flex-col gap-8">
          <p className="flex flex-wrap items-center justify-between gap-3 text-muted">
            Anybody can see what you enter here.
            <Button asChild variant="secondary" size="sm">
              <Link to="/streamer/$username" params={{ username }}>
                See your page
              </Link>
            </Button>
          </p>
          <ProfileEditor key={username} username={username} onChanged={() => void session().userUpdated()} />
        </div>
      )}
    </Guard>
  );
}
