import type { StreamerSummary } from '@tributary/contracts/channels';
import type { FollowState } from '@tributary/contracts/follows';
import { numberFormat } from '@tributary/messages/format';
import { Heart } from 'lucide-react';
import { formatCount } from '@/lib/format/numbers.ts';
import { locale } from '@/lib/messages/language.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { useIntent } from '@/lib/use-intent.ts';
import { Button } from '@/ui/button.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { useFollow, useFollowState } from '../api/follow.ts';

interface FollowButtonProps {
  streamer: Pick<StreamerSummary, 'id' | 'username' | 'displayName'>;
  /** Asks a visitor who presses it to sign in first; the channel is followed once they have. */
  onSignedOut: (action: string) => void;
  /** The state, if a list already has it; saves a request per row. */
  known?: FollowState;
  size?: 'sm' | 'md';
}

/** Follows or unfollows a channel; hidden on the user's own. */
export function FollowButton({ streamer, onSignedOut, known, size = 'md' }: FollowButtonProps) {
  const { state, user } = useSession();
  const follow = useFollow(streamer);
  const { data } = useFollowState(streamer.username, known);
  const own = user?.id === streamer.id;
  const remember = useIntent(`follow ${streamer.id}`, () => !own && follow.mutate(true));
  if (own) return null;
  const signedIn = state === 'signed-in';
  const following = signedIn && (data?.following ?? false);
  const name = streamer.displayName || streamer.username;
  return (
    <Button
      size={size}
      variant={following ? 'secondary' : 'primary'}
      // Disabled until the state is known.
      disabled={state === 'loading' || (signedIn && !data)}
      title={following ? t('follows.unfollow') : undefined}
      onClick={() => {
        if (signedIn) return follow.mutate(!following);
        remember();
        onSignedOut(t('follows.signIn', { name }));
      }}
    >
      <Heart size={17} aria-hidden="true" className={following ? 'fill-accent text-accent' : ''} />
      {following ? t('follows.following') : t('follows.follow')}
      <span className="sr-only">{name}</span>
    </Button>
  );
}

/** `1.2K followers`; renders nothing if it can't be loaded. */
export function FollowerCount({ username }: { username: string }) {
  const { data, isError } = useFollowState(username);
  if (isError && !data) return null;
  if (!data) return <Skeleton className="inline-block h-4 w-20 align-middle" />;
  const { followers } = data;
  return (
    <span className="tabular-nums" title={numberFormat(locale()).format(followers)}>
      {t('ui.followers', { count: followers, shown: formatCount(followers) })}
    </span>
  );
}
