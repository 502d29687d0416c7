/** The creator dashboard. */
import { Link, useParams } from '@tanstack/react-router';
import { LIVE_SLUG } from '@tributary/contracts/shared';
import { Clapperboard } from 'lucide-react';
import { Analytics } from '@/features/analytics/index.ts';
import { type NextStep, Overview, StreamSettingsPanel } from '@/features/channels/index.ts';
import { ChatDashboard } from '@/features/chat/index.ts';
import { ClipSettings, OwnClips } from '@/features/clips/index.ts';
import { CommentSettings, HeldCommentQueue } from '@/features/comments/index.ts';
import { StreamEventSetting } from '@/features/events/index.ts';
import { playRecording } from '@/features/live/preview.ts';
import { StreamSubscribersSetting } from '@/features/memberships/index.ts';
import { VerificationPanel } from '@/features/moderation/index.ts';
import {
  DeletedRecordings,
  RecordingEditor,
  RecordingList,
  RecordingSettings,
  UploadPanel,
} from '@/features/recordings/index.ts';
import { OwnSchedule } from '@/features/schedule/index.ts';
import { ChannelSwarmSetting } from '@/features/swarm/index.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { RevealTogether } from '@/ui/feedback/reveal-together.tsx';
import { Section } from '@/ui/layout.tsx';
import { StartStreaming } from '@/ui/start-streaming.tsx';
import { Guard } from '../../guard.tsx';
import { ProfileSection } from '../account/profile.tsx';
import { useOwnChannel } from '../streaming/use-own-channel.ts';
import { RecordingPreview } from '../watch/previews.tsx';
import { Page } from './creator-page.tsx';

const proStudio = (
  <Button asChild>
    <Link to="/pro-studio">{t('dashboards.openStudio')}</Link>
  </Button>
);

const play = (video: HTMLVideoElement, url: string, onFailed: () => void) =>
  playRecording(video, url, onFailed).close;

/** The way to the stream that is live, or else to the next one. */
const GoLive = () => <Guard>{({ username }) => <GoLiveLink username={username} />}</Guard>;

function GoLiveLink({ username }: { username: string }) {
  const state = useOwnChannel(username)?.state;
  if (state === 'live' || state === 'interrupted') return proStudio;
  return <StartStreaming />;
}

export const CreatorPage = () => (
  <Page title={t('dashboards.creator')}>
    <Guard>{({ username }) => <ChannelOverview username={username} />}</Guard>
  </Page>
);

function ChannelOverview({ username }: { username: string }) {
  const channel = useOwnChannel(username);
  return (
    <Overview
      channel={channel}
      links={(step) => <StepLinks step={step} username={username} />}
      firstStep={<GoLive />}
    />
  );
}

/** The button for the next step, and the most used links beside it. */
function StepLinks({ step, username }: { step: NextStep; username: string }) {
  if (step === 'go-live' || step === 'go-live-again') return <GoLive />;
  if (step === 'add-tags') {
    return (
      <Button asChild>
        <Link to="/dashboard/streamer/settings">{t('dashboards.addTags')}</Link>
      </Button>
    );
  }
  return (
    <>
      {proStudio}
      <Button asChild variant="secondary">
        <Link to="/s/$username/$slug" params={{ username, slug: LIVE_SLUG }}>
          {t('dashboards.viewStream')}
        </Link>
      </Button>
    </>
  );
}

export const StreamSettingsPage = () => (
  <Page title={t('dashboards.streamSettings')}>
    <StreamSettingsPanel />
    <StreamEventSetting />
    <StreamSubscribersSetting />
    <ChannelSwarmSetting />
  </Page>
);

export const CreatorProfilePage = () => (
  <Page title={t('dashboards.profile')}>
    <ProfileSection />
    <VerificationPanel />
  </Page>
);

const noRecordings = (
  <EmptyState icon={Clapperboard} title={t('dashboards.noRecordings')} actions={<GoLive />}>
    {t('dashboards.noRecordingsWhy')}
  </EmptyState>
);

export const RecordingsPage = () => (
  <Page title={t('dashboards.recordings')}>
    <RevealTogether>
      <RecordingSettings />
      <UploadPanel />
      <Guard>{({ username }) => <RecordingList username={username} empty={noRecordings} />}</Guard>
      <DeletedRecordings />
      <Section title={t('dashboards.comments')}>
        <CommentSettings />
      </Section>
    </RevealTogether>
  </Page>
);

export const AnalyticsPage = () => (
  <Page title={t('dashboards.analytics')}>
    <Analytics firstStep={<GoLive />} />
  </Page>
);

export const SchedulePage = () => (
  <Page title={t('dashboards.schedule')}>
    <Guard>{({ username }) => <OwnSchedule username={username} />}</Guard>
  </Page>
);

export const ClipsPage = () => (
  <Page title={t('dashboards.clips')}>
    <ClipSettings />
    <Guard>{({ username }) => <OwnClips username={username} preview={RecordingPreview} />}</Guard>
  </Page>
);

export const ChatPage = () => (
  <Page title={t('dashboards.chat')}>
    <Guard>
      {({ id }) => <ChatDashboard channelId={id} comments={<HeldCommentQueue channelId={id} />} />}
    </Guard>
  </Page>
);

export function RecordingPage() {
  const { id } = useParams({ from: '/dashboard/streamer/vods/$id' });
  const tiers = useApi('GET /api/me/tiers');
  return (
    <Page title={t('dashboards.recording')}>
      <Guard>
        {({ username }) => (
          <RecordingEditor
            key={id}
            id={id}
            play={play}
            offersTier={tiers.data?.tiers.some(({ isActive }) => isActive) ?? false}
            missing={noRecording}
            link={({ slug }) => (
              <Link to="/s/$username/$slug" params={{ username, slug }}>
                {t('dashboards.viewStreamPage')}
              </Link>
            )}
          />
        )}
      </Guard>
    </Page>
  );
}

const noRecording = (
  <EmptyState
    icon={Clapperboard}
    title={t('dashboards.recordingMissing')}
    actions={
      <Button asChild>
        <Link to="/dashboard/streamer/vods">{t('dashboards.viewRecordings')}</Link>
      </Button>
    }
  >
    {t('dashboards.recordingMissingWhy')}
  </EmptyState>
);
