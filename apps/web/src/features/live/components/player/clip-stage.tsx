import type { Clip } from '@tributary/contracts/clips';
import { type Ref, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { playback } from '@/lib/playback.ts';
import { Button } from '@/ui/button.tsx';
import { Spinner } from '@/ui/feedback/loading.tsx';
import { usePlaybackAccess } from '../../api/use-playback-access.ts';
import { useStream } from '../../api/use-stream.ts';
import type { PlayedRecording } from '../../engine/recording/recording-playback.ts';
import { GateNotice, type Offer } from '../stream/gate-notice.tsx';
import { MatureCover, useMatureConsent } from '../stream/mature-cover.tsx';
import { VideoMessage } from './player-notice.tsx';
import { RangePlayer } from './range-player.tsx';

interface ClipStageProps {
  clip: Clip;
  /** In a page of another site. */
  embedded?: boolean;
  offer?: Offer;
  /** The clip plays for the first time. */
  onWatched: () => void;
  playhead?: Ref<Pick<PlayedRecording, 'dateMs'>>;
}

/** The player of a clip, or what stands between its viewer and it. */
export function ClipStage(props: ClipStageProps) {
  const { clip } = props;
  const consent = useMatureConsent(clip.isMature);
  if (consent.needed) return <MatureCover poster={clip.thumbnailUrl} onConsent={consent.give} />;
  return clip.stream.gate === null ? <ClipPlayer {...props} /> : <GatedClip {...props} />;
}

/** The gate of a clip is that of its stream. */
function GatedClip(props: ClipStageProps) {
  const { clip, embedded = false, offer } = props;
  const { data: detail, isError, refetch } = useStream({ id: clip.stream.id });
  const access = usePlaybackAccess(detail, { isOfClip: true });
  const gate = detail?.stream?.gate ?? null;
  if (detail && access && gate && access.state.kind !== 'open') {
    return <GateNotice detail={detail} gate={gate} access={access} embedded={embedded} offer={offer} />;
  }
  // The gate may have been removed since the clip was read.
  if (access || (detail?.stream && gate === null && !detail.stream.isHidden))
    return <ClipPlayer {...props} />;
  return (
    <div className="relative flex size-full items-center justify-center bg-black">
      {detail || isError ? (
        <VideoMessage>
          <p className="font-display font-semibold text-lg">{t('live.clip.unavailable')}</p>
          {isError && <Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}
        </VideoMessage>
      ) : (
        <Spinner label={t('ui.loading')} size={52} />
      )}
    </div>
  );
}

function ClipPlayer({ clip, onWatched, playhead }: ClipStageProps) {
  const [watched, setWatched] = useState(false);
  return (
    <RangePlayer
      playhead={playhead}
      playbackUrl={clip.playbackUrl}
      poster={clip.thumbnailUrl}
      label={t('live.clip.label', { title: clip.title })}
      startMs={clip.offsetMs}
      endMs={clip.offsetMs + clip.durationMs}
      autoplay={playback().autoplay}
      onPlaying={() => {
        if (!watched) onWatched();
        setWatched(true);
      }}
    />
  );
}
