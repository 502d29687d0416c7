import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { StreamDetail } from '@tributary/contracts';
import { useEffect, useMemo, useState } from 'react';
import { instanceQuery } from '@/lib/instance.ts';
import { realtime, useConnectionState } from '@/lib/realtime/index.ts';
import { Button } from '@/ui/button.tsx';
import { Picture } from '@/ui/media/image.tsx';
import { useNextStream } from '../../api/use-stream.ts';
import type { StateKind } from '../../engine/player-state.ts';
import type { Opening } from '../../engine/player-types.ts';
import type { Toggle } from '../controls/player-controls.tsx';
import { Player } from '../player/player.tsx';
import { Holding } from '../player/player-notice.tsx';
import { MatureCover, useMatureConsent } from './mature-cover.tsx';

/** Somebody with one of these before them is watching, even if the picture stands for a moment. */
const WATCHING = new Set<StateKind>(['playing', 'stalled', 'interrupted', 'reconnecting']);

/** The usual grace window, until the instance has told its own. */
const USUAL_GRACE_SECONDS = 30;

interface StreamStageProps {
  detail: StreamDetail;
  theatre?: Toggle;
  /** In a frame of another site, which says how to begin. */
  opening?: Opening;
}

/** The picture's place on the page: the player while there is something to play, else what there is to say. */
export function StreamStage({ detail, theatre, opening }: StreamStageProps) {
  const { stream, streamer } = detail;
  const name = streamer.displayName || streamer.username;
  const next = useNextStream(detail);
  const connected = useConnectionState() === 'open';
  const grace = useQuery(instanceQuery).data?.graceSeconds ?? USUAL_GRACE_SECONDS;
  const playbackUrl = useLastAddress(stream?.id ?? null, stream?.playbackUrl ?? null);

  const broadcast = detail.state === 'offline' ? 'ended' : detail.state;
  const tidings = useMemo(() => ({ broadcast, connected }), [broadcast, connected]);

  const [watching, setWatching] = useState(false);
  useEffect(() => {
    realtime().watching(watching && stream ? stream.id : null);
  }, [watching, stream]);
  useEffect(() => () => realtime().watching(null), []);

  const consent = useMatureConsent(stream?.isMature ?? false);

  const afterEnd = next?.stream && (
    <Button asChild>
      <Link
        to="/s/$username/$slug"
        params={{ username: streamer.username, slug: next.stream.slug }}
        {...(opening && { target: '_blank', rel: 'noopener' })}
      >
        <span>
          <bdi>{name}</bdi> is live again
        </span>
      </Link>
    </Button>
  );

  if (!stream || playbackUrl === null) {
    return (
      <div className="relative size-full bg-black" data-player data-state={detail.state}>
        {stream && <Picture src={stream.thumbnailUrl} alt="" className="size-full opacity-50" />}
        <Holding>
          <p className="font-display font-semibold text-lg sm:text-xl">
            {stream ? (
              'This stream has ended'
            ) : (
              <>
                <bdi>{name}</bdi> is off air
              </>
            )}
          </p>
          {!stream && (
            <p className="opacity-90">Stay here: the picture starts by itself with the next stream.</p>
          )}
          {afterEnd}
        </Holding>
      </div>
    );
  }
  if (consent.needed) return <MatureCover poster={stream.thumbnailUrl} onConsent={consent.give} />;
  return (
    <Player
      playbackUrl={playbackUrl}
      poster={stream.thumbnailUrl}
      nowPlaying={{ title: stream.title, artist: name, artwork: stream.thumbnailUrl }}
      tidings={tidings}
      graceSeconds={grace}
      stopped={stream.stopped}
      theatre={theatre}
      opening={opening}
      afterEnd={afterEnd}
      onState={(kind) => setWatching(WATCHING.has(kind))}
    />
  );
}

/** A stream that ends loses its address at once, while its last seconds are still being watched. */
function useLastAddress(id: string | null, url: string | null): string | null {
  const [last, setLast] = useState({ id, url });
  if (last.id !== id || (url !== null && url !== last.url)) setLast({ id, url });
  return url ?? (last.id === id ? last.url : null);
}
