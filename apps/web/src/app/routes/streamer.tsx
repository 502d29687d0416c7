import { getRouteApi, Link } from '@tanstack/react-router';
import { LIVE_SLUG } from '@tributary/contracts';
import { StreamList, useFeatured } from '@/features/discovery/index.ts';
import { PublicProfile } from '@/features/profiles/index.ts';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { LivePreview } from '../live-preview.tsx';
import { NotFound } from '../not-found.tsx';

const route = getRouteApi('/streamer/$username');

export function StreamerPage() {
  const { username } = route.useParams();
  const { user } = useSession();
  return (
    <PublicProfile
      key={username}
      username={username}
      notFound={<NotFound />}
      actions={(profile) => (
        <>
          {profile.isStreamer && (
            <Button asChild>
              <Link to="/s/$username/$slug" params={{ username: profile.username, slug: LIVE_SLUG }}>
                Open the channel
              </Link>
            </Button>
          )}
          {user?.username === profile.username && (
            <Button asChild variant="secondary">
              <Link to="/profile">Edit profile</Link>
            </Button>
          )}
        </>
      )}
      stage={(profile) => <OnAir username={profile.username} />}
    />
  );
}

/** What the streamer sends now, where they are among the featured. */
function OnAir({ username }: { username: string }) {
  const { data = [] } = useFeatured();
  const streams = data.filter(({ streamer }) => streamer.username === username);
  return <StreamList title="Live now" streams={streams} preview={LivePreview} />;
}
