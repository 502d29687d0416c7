import { getRouteApi } from '@tanstack/react-router';
import type { Gate, StreamerSummary } from '@tributary/contracts/channels';
import type { StreamDetail } from '@tributary/contracts/live';
import { Scissors } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { ChatPanel } from '@/features/chat/index.ts';
import { MoreOfChannel, SimilarVideos, StreamList, useFeatured } from '@/features/discovery/index.ts';
import { DonateLink, useDonationsSettled } from '@/features/donations/index.ts';
import { FollowBell, FollowButton, FollowerCount } from '@/features/follows/index.ts';
import { SaveButton } from '@/features/library/index.ts';
import { ControlButton, OfferLink, StreamPage } from '@/features/live/index.ts';
import { SubscribeButton } from '@/features/memberships/index.ts';
import { useProfileSettled } from '@/features/profiles/index.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { ReportButton } from '@/ui/report/report-button.tsx';
import { useSignInFirst } from '../../sign-in-first.tsx';
import { StreamNotFound } from '../errors/missing-channel.tsx';
import { ChannelTabs } from './channel-tabs.tsx';
import { ClipStream } from './clip-stream.tsx';
import { LivePreview } from './previews.tsx';

const bySlug = getRouteApi('/s/$username/$slug');
const byId = getRouteApi('/stream/$id');

/** These load after the page, since few viewers see them at first. */
const RecordingComments = lazy(() => import('./recording-comments.tsx'));
const UpNext = lazy(() => import('./up-next.tsx'));

const parts = {
  beside: MoreStreams,
  chat: StreamChat,
  actions: Actions,
  tools: Tools,
  followers: FollowerCount,
  offer: Offer,
  recording: BelowRecording,
  next: Next,
  about: ChannelTabs,
  upcoming: Upcoming,
};

export function StreamBySlugPage() {
  const address = bySlug.useParams();
  return (
    <StreamPage address={address} notFound={<StreamNotFound username={address.username} />} {...parts} />
  );
}

export function StreamByIdPage() {
  return <StreamPage address={byId.useParams()} notFound={<StreamNotFound />} {...parts} />;
}

/** Only offline channels need it, so it is not part of the first script. */
const NextStream = lazy(async () => ({
  default: (await import('@/features/schedule/index.ts')).NextStream,
}));

function Upcoming({ username }: { username: string }) {
  return (
    <Suspense fallback={null}>
      <NextStream username={username} />
    </Suspense>
  );
}

const video = () => document.querySelector<HTMLVideoElement>('[data-player] video');

/** The position of the recording on the page. */
const watchedMs = (): number => 1000 * (video()?.currentTime ?? 0);

const isPlaying = (): boolean => video()?.paused === false;

/** Between the controls of the player; a phone has no room for it there. */
function Tools(props: { detail: StreamDetail; position: () => number | null }) {
  return (
    <ClipStream
      {...props}
      button={(open) => (
        <ControlButton label={t('watch.makeClip')} className="max-sm:hidden" onClick={open}>
          <Scissors size={20} aria-hidden="true" />
        </ControlButton>
      )}
    />
  );
}

function Actions({ detail, position }: { detail: StreamDetail; position: () => number | null }) {
  const { state, stream, streamer } = detail;
  const { user } = useSession();
  const signInFirst = useSignInFirst();
  return (
    <>
      <FollowButton streamer={streamer} onSignedOut={signInFirst} />
      <FollowBell streamer={streamer} />
      <SubscribeButton streamer={streamer} onSignedOut={signInFirst} />
      {stream && !stream.isHidden && <DonateLink streamer={streamer} streamId={stream.id} />}
      {stream && <SaveButton id={stream.id} onSignedOut={signInFirst} />}
      <ClipStream detail={detail} position={() => (state === 'ended' ? watchedMs() : null)} />
      {stream && user?.id !== streamer.id && (
        <ReportButton
          target={{ kind: 'stream', id: stream.id }}
          what={t('watch.report.stream')}
          position={position}
        />
      )}
    </>
  );
}

function StreamChat(props: { detail: StreamDetail; watchedAt: () => number | null }) {
  const gate = props.detail.stream?.gate?.id;
  // With another gate, other people may read the chat.
  return <ChatPanel key={gate} {...props} isPlaying={isPlaying} onSignedOut={useSignInFirst()} />;
}

/** The channel's other recordings and the comments, below a recording. */
function BelowRecording(props: { detail: StreamDetail; onSeek: (seconds: number) => void }) {
  const { stream, streamer } = props.detail;
  if (!stream) return null;
  return (
    <>
      <MoreOfChannel id={stream.id} streamer={streamer} />
      <Suspense fallback={<Skeleton className="h-48 rounded-media" />}>
        <RecordingComments {...props} />
      </Suspense>
      <SimilarVideos id={stream.id} />
    </>
  );
}

function Next(props: { detail: StreamDetail }) {
  return (
    <Suspense fallback={null}>
      <UpNext {...props} />
    </Suspense>
  );
}

/** What leads to the access that a gated stream needs. */
function Offer(props: { gate: Gate; streamer: StreamerSummary }) {
  const signInFirst = useSignInFirst();
  const link = <OfferLink {...props} />;
  if (props.gate.kind === 'event') return link;
  return <SubscribeButton streamer={props.streamer} onSignedOut={signInFirst} fallback={link} />;
}

/** Other live streams, so that a stream's page is never a dead end. */
function MoreStreams({ except, username }: { except: string | null; username: string }) {
  const { data = [] } = useFeatured();
  // The bio, goal and donations of the channel are above.
  const settled = [useDonationsSettled(username), useProfileSettled(username)];
  if (!settled.every(Boolean)) return null;
  return (
    <StreamList
      title={t('watch.alsoLive')}
      streams={data.filter(({ id }) => id !== except)}
      preview={LivePreview}
    />
  );
}
