import { Link } from '@tanstack/react-router';
import type { SessionUser } from '@tributary/contracts/identity';
import type { StreamDetail } from '@tributary/contracts/live';
import { LIVE_SLUG } from '@tributary/contracts/shared';
import { Clapperboard, ExternalLink } from 'lucide-react';
import { StreamBar, StreamStage } from '@/features/channels/index.ts';
import { ChatPanel, StudioTools, WaitingQueue } from '@/features/chat/index.ts';
import { StreamAudience } from '@/features/events/index.ts';
import { useOwnPlaybackUrl } from '@/features/live/index.ts';
import { SaveStream } from '@/features/recordings/index.ts';
import { ActivityFeed, MarkerButton, Workspace } from '@/features/studio/index.ts';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { StartStreaming } from '@/ui/start-streaming.tsx';
import { UnknownSession } from '../../guard.tsx';
import { useSignInFirst } from '../../sign-in-first.tsx';
import { PlainPage } from '../layouts.tsx';
import { ClipStream } from '../watch/clip-stream.tsx';
import { LivePreview } from '../watch/previews.tsx';
import { LastStream } from './last-stream.tsx';
import { useOwnChannel } from './use-own-channel.ts';

export function ProStudioPage() {
  const { state, user } = useSession();
  if (user?.roles.includes('streamer')) return <Studio user={user} />;
  return (
    <PlainPage title="Pro Studio">
      {state === 'loading' ? (
        <Skeleton className="h-64 rounded-media" />
      ) : state === 'unknown' ? (
        <UnknownSession />
      ) : (
        <EmptyState icon={Clapperboard} title={t('streaming.studio.empty')} actions={<StartStreaming />}>
          {t('streaming.studio.emptyLead')}
        </EmptyState>
      )}
    </PlainPage>
  );
}

const setupLinks = {
  setup: (words: string) => (
    <Link to="/start-streaming" className="text-accent">
      {words}
    </Link>
  ),
  profile: (words: string) => (
    <Link to="/dashboard/streamer/profile" className="text-accent">
      {words}
    </Link>
  ),
};

/** The workspace of a creator, made to stay open on a second screen while they are live. */
function Studio({ user: { username } }: { user: SessionUser }) {
  useDocumentTitle('Pro Studio');
  const channel = useOwnChannel(username);
  const playbackUrl = useOwnPlaybackUrl(channel);
  const isRunning = channel?.state === 'live' || channel?.state === 'interrupted';
  const stream = isRunning ? channel.stream : null;
  const main = {
    id: 'stream',
    label: t('studio.tab.stream'),
    content: (
      <StreamStage
        channel={channel}
        playbackUrl={playbackUrl}
        preview={LivePreview}
        links={setupLinks}
        audience={<StreamAudience />}
        setupLink={
          <Button asChild variant="secondary" size="sm">
            <Link to="/start-streaming">{t('streaming.setup')}</Link>
          </Button>
        }
      />
    ),
  } as const;
  const second = {
    id: 'activity',
    label: t('studio.activity'),
    content: <ActivityFeed startedAt={stream?.startedAt ?? null} />,
  } as const;
  const tall = stream
    ? ({ id: 'chat', label: t('studio.tab.chat'), content: <StudioChat channel={channel} /> } as const)
    : ({ id: 'last', label: t('studio.tab.last'), content: <LastStream username={username} /> } as const);
  return (
    <>
      <h1 className="sr-only">Pro Studio</h1>
      <Workspace
        key={tall.id}
        bar={
          <StreamBar
            state={channel?.state ?? 'offline'}
            stream={stream}
            actions={channel && stream && <Actions channel={channel} streamId={stream.id} />}
            watchLink={
              <>
                <SaveStream key={channel?.stream?.id} channel={channel} />
                <Button asChild variant="secondary" size="sm">
                  <Link to="/s/$username/$slug" params={{ username, slug: LIVE_SLUG }}>
                    <ExternalLink size={16} aria-hidden="true" />
                    {t('streaming.viewStream')}
                  </Link>
                </Button>
              </>
            }
          />
        }
        main={main}
        second={second}
        tall={tall}
        tabs={stream ? [tall, second, main] : [main, second, tall]}
      />
    </>
  );
}

function StudioChat({ channel }: { channel: StreamDetail | null | undefined }) {
  const signInFirst = useSignInFirst();
  if (!channel) return null;
  return (
    <div className="flex h-full flex-col gap-3">
      <WaitingQueue channelId={channel.streamer.id} />
      <div className="min-h-0 flex-1">
        <ChatPanel
          detail={channel}
          isFixed
          watchedAt={() => null}
          isPlaying={() => null}
          onSignedOut={signInFirst}
        />
      </div>
    </div>
  );
}

function Actions({
  channel,
  streamId,
}: {
  channel: StreamDetail;
  streamId: NonNullable<StreamDetail['stream']>['id'];
}) {
  return (
    <>
      <MarkerButton streamId={streamId} />
      <ClipStream detail={channel} position={() => null} size="sm" />
      <StudioTools streamId={streamId} />
    </>
  );
}
