import { getRouteApi, Link } from '@tanstack/react-router';
import type { Profile } from '@tributary/contracts/profiles';
import { LIVE_SLUG } from '@tributary/contracts/shared';
import { RadioTower } from 'lucide-react';
import { ChannelClips } from '@/features/clips/index.ts';
import { ChannelVideos, FeaturedGridSkeleton, PastStreams } from '@/features/discovery/index.ts';
import { ChannelDonations, DonateLink, useDonationsSettled } from '@/features/donations/index.ts';
import { UpcomingEvents, useEventsSettled } from '@/features/events/index.ts';
import { FollowBell, FollowButton, FollowerCount } from '@/features/follows/index.ts';
import { ChannelNow, useChannelNow } from '@/features/live/index.ts';
import { SubscribeButton, TierList, useTiersSettled } from '@/features/memberships/index.ts';
import { FeaturedVideo, PublicProfile, useFeaturedVideoSettled } from '@/features/profiles/index.ts';
import { NextStream, useScheduleSettled } from '@/features/schedule/index.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { useSession } from '@/lib/session.ts';
import { BlockButton } from '@/ui/block-button.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { ReportButton } from '@/ui/report/report-button.tsx';
import { ShareButton } from '@/ui/share/share-button.tsx';
import { StartStreaming } from '@/ui/start-streaming.tsx';
import { Ago } from '@/ui/time.tsx';
import { useSignInFirst } from '../../sign-in-first.tsx';
import { ChannelNotFound } from '../errors/missing-channel.tsx';
import { RecordingPreview } from './previews.tsx';
import { ProfileTabs } from './profile-tabs.tsx';

const route = getRouteApi('/streamer/$username');

export function StreamerPage() {
  const { username } = route.useParams();
  // Buttons that came later would begin a second row on phones, and move all that is below.
  const settled = [useTiersSettled(username), useDonationsSettled(username)].every(Boolean);
  return (
    <PublicProfile
      key={username}
      username={username}
      settled={settled}
      notFound={<ChannelNotFound username={username} />}
      followers={(profile) =>
        profile.isStreamer && (
          <>
            <span aria-hidden="true">·</span>
            <FollowerCount username={profile.username} />
          </>
        )
      }
      actions={(profile) => <Actions profile={profile} />}
      content={(profile) => <ProfileTabs profile={profile} home={<Stage profile={profile} />} />}
    />
  );
}

function Actions({ profile }: { profile: Profile }) {
  const { user } = useSession();
  const signInFirst = useSignInFirst();
  return (
    <>
      {profile.isStreamer && <FollowButton streamer={profile} onSignedOut={signInFirst} />}
      {profile.isStreamer && <FollowBell streamer={profile} />}
      {profile.isStreamer && <SubscribeButton streamer={profile} onSignedOut={signInFirst} />}
      {profile.isStreamer && <DonateLink streamer={profile} />}
      {user?.id === profile.id && (
        <Button asChild variant="secondary">
          <Link to="/profile">{t('watch.editProfile')}</Link>
        </Button>
      )}
      <ShareButton path={`/streamer/${profile.username}`} title={profile.displayName} />
      <BlockButton person={profile} size="md" />
      {user?.id !== profile.id && (
        <ReportButton target={{ kind: 'profile', id: profile.id }} what={t('watch.report.profile')} />
      )}
    </>
  );
}

/** The current stream, events, tiers and past streams of a channel. */
function Stage({ profile: { id, username, displayName } }: { profile: Profile }) {
  const own = useSession().user?.id === id;
  const signInFirst = useSignInFirst();
  const now = useChannelNow({ username, slug: LIVE_SLUG });
  const hasOffers = [
    useEventsSettled(username),
    useTiersSettled(username),
    useDonationsSettled(username),
    useScheduleSettled(username),
    useFeaturedVideoSettled(username),
  ];
  const settled = now.isFetched && hasOffers.every(Boolean);
  // Show all parts at once: their heights differ, and those below would move.
  if (!settled) {
    return (
      <>
        <Skeleton className="aspect-video rounded-media" />
        <FeaturedGridSkeleton />
      </>
    );
  }
  const last = now.data?.last ?? null;
  return (
    <>
      <ChannelNow
        username={username}
        offline={
          <EmptyState
            icon={RadioTower}
            title={
              own ? (
                t('watch.offline.own')
              ) : (
                <Text k="watch.offline.other" values={{ displayName, name: (words) => <bdi>{words}</bdi> }} />
              )
            }
            actions={own && <StartStreaming />}
          >
            <span className="flex flex-col gap-3">
              <NextStream username={username} />
              {last?.source === 'live' && (
                <span>
                  <Text k="watch.lastLive" values={{ time: () => <Ago at={last.endedAt} inSentence /> }} />
                </span>
              )}
              <span>{own ? t('watch.offline.ownLead') : t('watch.offline.otherLead')}</span>
            </span>
          </EmptyState>
        }
      />
      <FeaturedVideo username={username} />
      <ChannelDonations username={username} />
      <UpcomingEvents username={username} />
      <TierList username={username} onSignedOut={signInFirst} />
      <ChannelVideos username={username} />
      <ChannelClips username={username} preview={RecordingPreview} />
      <PastStreams username={username} />
    </>
  );
}
