import type { Profile } from '@tributary/contracts/profiles';
import type { ReactNode } from 'react';
import { ApiProblem } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Container } from '@/ui/layout.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';
import { VerifiedBadge } from '@/ui/media/verified-badge.tsx';
import { useProfile } from '../api/use-profile.ts';
import { Banner } from './banner.tsx';
import { Bio, ProfileLinks } from './profile-parts.tsx';

interface PublicProfileProps {
  username: string;
  /** Whether the buttons and the content of a channel are known, which are shown at once. */
  settled: boolean;
  notFound: ReactNode;
  /** The follower count, beside the username. */
  followers: (profile: Profile) => ReactNode;
  /** The buttons beside the name. */
  actions: (profile: Profile) => ReactNode;
  /** The content of a channel. */
  content: (profile: Profile) => ReactNode;
}

/** The public profile of a user. */
export function PublicProfile(props: PublicProfileProps) {
  const { username, settled, notFound, followers, actions, content } = props;
  const { data: profile, error, refetch } = useProfile(username);
  useDocumentTitle(profile?.displayName ?? username);
  if (!profile && error) {
    if (error instanceof ApiProblem && error.status === 404) return notFound;
    return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
  }
  if (!profile || (profile.isStreamer && !settled)) return <ProfileSkeleton />;
  return (
    <Container width="page" className="flex flex-col gap-8 pt-4">
      <Banner url={profile.bannerUrl} />
      <header className="-mt-16 flex flex-wrap items-end gap-x-5 gap-y-4 px-2 sm:px-6">
        <span className="flex self-start rounded-full bg-ground p-1">
          <Avatar name={profile.displayName} src={profile.avatarUrl} size={104} />
        </span>
        {/* A name of several lines stays below the banner. */}
        <div className="min-w-0 flex-1 basis-64 pb-1 sm:pt-9">
          <h1 className="flex items-center gap-2 text-xl">
            {/* <bdi> isolates the name's direction without changing its alignment. */}
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <bdi>{profile.displayName}</bdi>
            </span>
            {profile.isVerified && <VerifiedBadge size={20} />}
          </h1>
          <p className="flex flex-wrap items-center gap-x-3 text-muted">
            <span>
              <bdi>@{profile.username}</bdi>
            </span>
            {followers(profile)}
          </p>
        </div>
        <div className="flex flex-wrap gap-2 pb-1">{actions(profile)}</div>
        {/* The whole bio is in the tab About. */}
        {profile.isStreamer && profile.bio && (
          <p dir="auto" className="line-clamp-2 max-w-[68ch] basis-full text-muted [overflow-wrap:anywhere]">
            {profile.bio}
          </p>
        )}
      </header>
      {profile.isStreamer ? content(profile) : <ProfileAbout profile={profile} />}
    </Container>
  );
}

/** The bio and links, or that there are none. */
export function ProfileAbout({ profile: { displayName, bio, links } }: { profile: Profile }) {
  return (
    <div className="flex min-w-0 flex-col gap-6">
      {bio && <Bio text={bio} />}
      {links.length > 0 && <ProfileLinks links={links} />}
      {!bio && links.length === 0 && (
        <p className="text-muted">
          <Text k="profiles.noBio" values={{ displayName, name: (words) => <bdi>{words}</bdi> }} />
        </p>
      )}
    </div>
  );
}

function ProfileSkeleton() {
  return (
    <Container width="page" className="pt-4">
      <div role="status" aria-label={t('profiles.loading')} className="flex flex-col gap-8">
        <Skeleton className="aspect-[4/1] min-h-24 rounded-media" />
        <div className="-mt-16 flex items-end gap-5 px-2 sm:px-6">
          <span className="flex rounded-full bg-ground p-1">
            <Skeleton className="size-26 rounded-full" />
          </span>
          <div className="flex flex-1 flex-col gap-2 pb-1">
            <Skeleton className="h-7 w-48" />
            <Skeleton className="h-4 w-32" />
          </div>
        </div>
      </div>
    </Container>
  );
}
