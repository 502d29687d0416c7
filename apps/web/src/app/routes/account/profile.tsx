import { Link } from '@tanstack/react-router';
import { ProfileEditor } from '@/features/profiles/index.ts';
import { t } from '@/lib/messages/t.ts';
import { session } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Guard } from '../../guard.tsx';
import { ProfileLayout } from '../layouts.tsx';

export function ProfilePage() {
  return (
    <ProfileLayout title={t('identity.page.profile')}>
      <ProfileSection />
    </ProfileLayout>
  );
}

/** The profile editor, with a link to the public profile. */
export function ProfileSection() {
  return (
    <Guard>
      {({ username }) => (
        <div className="flex max-w-3xl flex-col gap-8">
          <p className="flex flex-wrap items-center justify-between gap-3 text-muted">
            {t('identity.page.public')}
            <Button asChild variant="secondary" size="sm">
              <Link to="/streamer/$username" params={{ username }}>
                {t('identity.page.view')}
              </Link>
            </Button>
          </p>
          <ProfileEditor key={username} username={username} onChanged={() => void session().userUpdated()} />
        </div>
      )}
    </Guard>
  );
}
