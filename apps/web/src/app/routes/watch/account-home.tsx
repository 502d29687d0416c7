import type { FeaturedStream } from '@tributary/contracts/live';
import { useState } from 'react';
import { FollowedClips, useFollowedClips } from '@/features/clips/index.ts';
import {
  CategoryRow,
  FeaturedGrid,
  FeaturedGridSkeleton,
  FollowedVideos,
  useFeatured,
  useFollowedCategoriesLive,
  useFollowedVideos,
} from '@/features/discovery/index.ts';
import { FollowedEvents, useFollowedEvents } from '@/features/events/index.ts';
import { useFollowedLive, useFollowing } from '@/features/follows/index.ts';
import { ContinueWatching, useContinueWatching } from '@/features/library/index.ts';
import { FollowedSchedule, useFollowedSchedule } from '@/features/schedule/index.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Container, Section } from '@/ui/layout.tsx';
import { useSignInFirst } from '../../sign-in-first.tsx';
import { FirstChannels } from './first-channels.tsx';
import { HomeSwarm } from './home-swarm.tsx';
import { LivePreview, RecordingPreview } from './previews.tsx';

/** Home of an account: what is new on followed channels, and what else is live. */
export default function AccountHome() {
  const featured = useFeatured();
  const live = useFollowedLive();
  const signInFirst = useSignInFirst();
  const following = useFollowing();
  const inCategories = useFollowedCategoriesLive();
  const parts = [
    live,
    inCategories,
    following,
    useContinueWatching(),
    useFollowedVideos(),
    useFollowedClips(),
    useFollowedSchedule(),
    useFollowedEvents(),
  ];
  // All parts appear at once, since each would push down those below it.
  const isLoading = featured.isPending || parts.some(({ isPending }) => isPending);
  // The suggestions stay until the page is left, so that several channels can be followed.
  const [isNew, setIsNew] = useState(false);
  if (following.data?.length === 0 && !isNew) setIsNew(true);
  const mine = live.data ?? [];
  const without = (streams: readonly FeaturedStream[], shown: readonly FeaturedStream[]) =>
    streams.filter(({ id }) => !shown.some((other) => other.id === id));
  const ofCategories = without(inCategories.data ?? [], mine);
  const others = without(featured.data ?? [], [...mine, ...ofCategories]);
  return (
    <Container className="flex flex-col gap-12 pt-6 sm:gap-16 sm:pt-8">
      <h1 className="sr-only">{t('watch.home')}</h1>
      {isLoading ? (
        <FeaturedGridSkeleton />
      ) : (
        <>
          {isNew && <FirstChannels streams={featured.data ?? []} />}
          <FeaturedGrid title={t('watch.following')} streams={mine} preview={LivePreview} />
          <FeaturedGrid title={t('watch.followedCategories')} streams={ofCategories} preview={LivePreview} />
          <ContinueWatching />
          <FollowedSchedule onSignedOut={signInFirst} />
          <FollowedEvents />
          <FollowedVideos />
          <FollowedClips preview={RecordingPreview} />
          <FeaturedGrid
            title={mine.length + ofCategories.length > 0 ? t('watch.alsoLive') : t('watch.liveNow')}
            streams={others}
            preview={LivePreview}
          />
          {!featured.data && featured.isError && (
            <ErrorState message={messageOf(featured.error)} onRetry={() => void featured.refetch()} />
          )}
          <Section title={t('watch.categories')}>
            <CategoryRow />
          </Section>
          <HomeSwarm />
        </>
      )}
    </Container>
  );
}
