import { LIVE_SLUG } from '@tributary/contracts/shared';
import { useEffect } from 'react';
import { t } from '@/lib/messages/t.ts';
import type { StreamAddress } from '../../api/stream-query.ts';
import { useOwnRecording } from '../../api/use-own-recording.ts';
import { useWatchedStream } from '../../api/use-stream.ts';
import type { RecordingStart } from '../../engine/recording/recording-player.ts';
import { closeMiniPlayer } from '../../mini-player.ts';
import { StreamStage } from './stream-stage.tsx';

interface MiniPlayerProps {
  address: StreamAddress;
  /** The position at which its recording continues; null: it plays live. */
  start: RecordingStart | null;
}

/** Plays on, in a corner, the stream whose page was left. It closes once there is nothing to play. */
export function MiniPlayer({ address, start }: MiniPlayerProps) {
  const { data: watched, error } = useWatchedStream(address);
  const detail = useOwnRecording(watched);
  const isOver = detail ? detail.stream === null : error !== null;
  useEffect(() => {
    if (isOver) closeMiniPlayer();
  }, [isOver]);
  if (!detail?.stream) return null;
  return (
    <aside
      aria-label={t('live.mini')}
      data-mini-player=""
      className="fixed end-3 bottom-[calc(4.25rem+env(safe-area-inset-bottom))] z-40 aspect-video w-52 animate-fade overflow-hidden rounded-media bg-black shadow-float sm:w-80 md:end-5 md:bottom-5 print:hidden"
    >
      <StreamStage
        detail={detail}
        mini={{
          path: `/s/${detail.streamer.username}/${detail.stream.slug ?? LIVE_SLUG}`,
          start,
          close: closeMiniPlayer,
        }}
      />
    </aside>
  );
}
