import { Link } from '@tanstack/react-router';
import type { SessionUser } from '@tributary/contracts/identity';
import { LIVE_SLUG } from '@tributary/contracts/shared';
import { Clapperboard } from 'lucide-react';
import { ControlRoom } from '@/features/channels/index.ts';
import { StreamAudience } from '@/features/events/index.ts';
import { useOwnPlaybackUrl } from '@/features/live/index.ts';
import { SaveStream } from '@/features/recordings/index.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { StartStreaming } from '@/ui/start-streaming.tsx';
import { UnknownSession } from '../../guard.tsx';
import { PlainPage } from '../layouts.tsx';
import { LivePreview } from '../watch/previews.tsx';
import { useOwnChannel } from './use-own-channel.ts';

export function ProStudioPage() {
  const { state, user } = useSession();
  return (
    <PlainPage title="Pro Studio">
      {state === 'loading' ? (
        <Skeleton className="h-64 rounded-media" />
      ) : state === 'unknown' ? (
        <UnknownSession />
      ) : user?.roles.includes('streamer') ? (
        <Studio user={user} />
      ) : (
        <EmptyState icon={Clapperboard} title={t('streaming.studio.empty')} actions={<StartStreaming />}>
          {t('streaming.studio.emptyLead')}
        </EmptyState>
      )}
    </PlainPage>
  );
}

function Studio({ user: { username } }: { user: SessionUser }) {
  const channel = useOwnChannel(username);
  const playbackUrl = useOwnPlaybackUrl(channel);
  return (
    <ControlRoom
      channel={channel}
      playbackUrl={playbackUrl}
      preview={LivePreview}
      watchLink={
        <>
          <SaveStream key={channel?.stream?.id} channel={channel} />
          <Button asChild variant="secondary">
            <Link to="/s/$username/$slug" params={{ username, slug: LIVE_SLUG }}>
              {t('streaming.viewStream')}
            </Link>
          </Button>
        </>
      }
      audience={<StreamAudience />}
      setupLink={
        <Button asChild variant="secondary" size="sm">
          <Link to="/start-streaming">{t('streaming.setup')}</Link>
        </Button>
      }
    />
  );
}
