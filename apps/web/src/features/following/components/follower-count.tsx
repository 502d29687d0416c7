import { formatCount } from '@/lib/format.ts';
import { Skeleton } from '@/ui/skeleton.tsx';
import { useFollowState } from '../api/follow.ts';

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
