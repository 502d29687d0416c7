import type { FollowState, StreamerSummary } from '@tributary/contracts';
import { Heart } from 'lucide-react';
import { formatCount } from '@/lib/format.ts';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { useFollow, useFollowState } from '../api/follow.ts';

interface FollowButtonProps {
  streamer: Pick<StreamerSummary, 'id' | 'username' | 'displayName'>;
  /** A visitor pressed it: they are to sign in first. */
  onSignedOut: () => void;
  /** What a list has told already, so that each of its rows need not ask. */
  known?: FollowState;
  size?: 'sm' | 'md';
}

/** Follows a channel or lets it go; not there on one's own. */
export function FollowButton({ streamer, onSignedOut, known, size = 'md' }: FollowButtonProps) {
  const { state, user } = useSession();
  const follow = useFollow(streamer);
  const { data } = useFollowState(streamer.username, known);
  if (user?.id === streamer.id) return null;
  const signedIn = state === 'signed-in';
  const following = signedIn && (data?.following ?? false);
  const name = streamer.displayName || streamer.username;
  return (
    <Button
      size={size}
      variant={following ? 'secondary' : 'primary'}
      // Until it is known, a press could mean either.
      disabled={state === 'loading' || (signedIn && !data)}
      title={following ? 'Follow no longer' : undefined}
      onClick={() => (signedIn ? follow.mutate(!following) : onSignedOut())}
    >
      <Heart size={17} aria-hidden="true" className={following ? 'fill-accent text-accent' : ''} />
      {following ? 'Following' : 'Follow'}
      <span className="sr-only">{name}</span>
    </Button>
  );
}

/** `1.2K followers`; nothing where it cannot be had. */
export function FollowerCount({ username }: { username: string }) {
  const { data, isError } = useFollowState(username);
  if (isError && !data) return null;
  if (!data) return <Skeleton className="inline-block h-4 w-20 align-middle" />;
  const { followers } = data;
  return (
    <span className="tabular-nums" title={followers.toLocaleString('en')}>
      {formatCount(followers)} {followers === 1 ? 'follower' : 'followers'}
    </span>
  );
}
