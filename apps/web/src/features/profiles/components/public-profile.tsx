import type { Profile } from '@tributary/contracts';
import { Link as LinkIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiProblem } from '@/lib/api.ts';
import { useDocumentTitle } from '@/lib/document-title.ts';
import { messageOf } from '@/lib/query.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { Container } from '@/ui/layout.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { VerifiedBadge } from '@/ui/verified-badge.tsx';
import { useProfile } from '../api/use-profile.ts';
import { Banner } from './banner.tsx';

interface PublicProfileProps {
  username: string;
  notFound: ReactNode;
  /** Beside the name: what one can do here. */
  actions: (profile: Profile) => ReactNode;
  /** Beneath: what the streamer shows now. */
  stage: (profile: Profile) => ReactNode;
}

/** What anybody sees of a person. */
export function PublicProfile({ username, notFound, actions, stage }: PublicProfileProps) {
  const { data: profile, error, refetch } = useProfile(username);
  useDocumentTitle(profile?.displayName ?? username);
  if (!profile && error) {
    if (error instanceof ApiProblem && error.status === 404) return notFound;
    return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
  }
  if (!profile) {
    return (
      <Container width="page" className="pt-4">
        <Skeleton className="aspect-[4/1] rounded-media" />
      </Container>
    );
  }
  return (
    <Container width="page" className="flex flex-col gap-8 pt-4">
      <Banner url={profile.bannerUrl} />
      <header className="-mt-16 flex flex-wrap items-end gap-x-5 gap-y-3 px-2 sm:px-6">
        <span className="flex rounded-full bg-ground p-1">
          <Avatar name={profile.displayName} src={profile.avatarUrl} size={104} />
        </span>
        <div className="min-w-0 flex-1 pb-1">
          <h1 className="flex items-center gap-2 text-xl">
            <bdi className="min-w-0 [overflow-wrap:anywhere]">{profile.displayName}</bdi>
            {profile.isVerified && <VerifiedBadge size={20} />}
          </h1>
          <p className="text-muted">@{profile.username}</p>
        </div>
        <div className="flex flex-wrap gap-3 pb-1">{actions(profile)}</div>
      </header>
      <div className="grid gap-10 px-2 sm:px-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flex min-w-0 flex-col gap-8">
          {profile.bio && (
            <p dir="auto" className="max-w-[68ch] whitespace-pre-wrap">
              {profile.bio}
            </p>
          )}
          {stage(profile)}
        </div>
        {profile.links.length > 0 && (
          <section aria-label="Links">
            <ul className="flex flex-col gap-2">
              {profile.links.map((url) => (
                <li key={url}>
                  <a
                    href={url}
                    rel="nofollow ugc noreferrer"
                    target="_blank"
                    className="flex items-center gap-2 text-accent"
                  >
                    <LinkIcon size={16} aria-hidden="true" className="shrink-0" />
                    <span className="truncate">{url.replace(/^https:\/\/(?:www\.)?|\/$/g, '')}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Container>
  );
}
