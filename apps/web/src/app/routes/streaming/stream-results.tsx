import { Link } from '@tanstack/react-router';
import type { Recording } from '@tributary/contracts/recordings';
import type { StreamId } from '@tributary/contracts/shared';
import type { ReactNode } from 'react';
import { StreamAudience } from '@/features/analytics/index.ts';
import { ClipButton } from '@/features/clips/index.ts';
import { RangePlayer } from '@/features/live/index.ts';
import { PublishRecording } from '@/features/recordings/index.ts';
import { StreamResults, type StreamResultsProps, useMarkers } from '@/features/studio/index.ts';
import { StreamSwarmFigures } from '@/features/swarm/index.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';

interface OwnResultsProps {
  id: StreamId;
  username: string;
  children?: StreamResultsProps['children'];
}

const NO_MARKERS = [] as const;

/** The results of an own stream, with what can be done with its recording. */
export function OwnResults({ id, username, children }: OwnResultsProps) {
  const markers = useMarkers(id);
  return (
    <StreamResults
      streamId={id}
      recordingActions={(recording) => <RecordingActions recording={recording} />}
      moment={(stream, seconds, time) => (
        <Link
          to="/s/$username/$slug"
          params={{ username, slug: stream.slug }}
          search={{ t: seconds }}
          aria-label={t('studio.markers.watch', { time })}
          className="text-accent"
        >
          {time}
        </Link>
      )}
    >
      {(stream) => (
        <>
          <StreamSwarmFigures streamId={id} />
          <StreamAudience streamId={id} markers={markers.data ?? NO_MARKERS} />
          {children?.(stream)}
        </>
      )}
    </StreamResults>
  );
}

function RecordingActions({ recording }: { recording: Recording }): ReactNode {
  const { streamId: id, title, thumbnailUrl, visibility, state } = recording;
  const { user } = useSession();
  return (
    <>
      <PublishRecording recording={recording} />
      {state === 'ready' && visibility !== 'private' && user && (
        <ClipButton
          source={{ id, title, playbackUrl: `/recordings/${id}/index.m3u8`, poster: thumbnailUrl }}
          streamerId={user.id}
          position={() => 0}
          preview={RangePlayer}
          onSignedOut={() => undefined}
          button={(open) => (
            <Button variant="secondary" onClick={open}>
              {t('studio.recording.clip')}
            </Button>
          )}
        />
      )}
      <Button asChild variant="secondary">
        <Link to="/dashboard/streamer/vods/$id" params={{ id }}>
          {t('studio.recording.edit')}
        </Link>
      </Button>
    </>
  );
}
