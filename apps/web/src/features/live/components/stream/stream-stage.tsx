import { Link } from '@tanstack/react-router';
import type { StreamDetail, ViewerEntry } from '@tributary/contracts/live';
import { type ReactNode, type Ref, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useInstance } from '@/lib/instance.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { act, useConnectionState } from '@/lib/realtime/index.ts';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { isRunning } from '../../api/stream-updates.ts';
import { usePlaybackAccess } from '../../api/use-playback-access.ts';
import { useResume } from '../../api/use-resume.ts';
import { useNextStream } from '../../api/use-stream.ts';
import type { Playhead, StartOptions } from '../../engine/live/player-types.ts';
import type { StateKind } from '../../engine/media/player-state.ts';
import type { RecordingStart } from '../../engine/recording/recording-player.ts';
import { readStartTime } from '../../engine/recording/start-time.ts';
import { viewerEntry } from '../../engine/viewer-entry.ts';
import type { Toggle } from '../player/display-modes.ts';
import { Player, type PlayerTools } from '../player/player.tsx';
import { GateNotice, type Offer } from './gate-notice.tsx';
import { MatureCover, useMatureConsent } from './mature-cover.tsx';
import { HiddenStream, NothingToPlay, type Upcoming } from './nothing-to-play.tsx';

/** In these states, somebody counts as a viewer, even while playback has stopped for a moment. */
const WATCHING = new Set<StateKind>(['playing', 'stalled', 'interrupted', 'reconnecting']);

/** The default grace period, used until the instance's own is known. */
const DEFAULT_GRACE_SECONDS = 30;

interface StreamStageProps {
  detail: StreamDetail;
  /** More buttons in the player's controls. @param position see the player */
  tools?: PlayerTools | undefined;
  theater?: Toggle;
  /** The element that fills the screen in full screen. Default: the player. */
  stage?: RefObject<HTMLElement | null>;
  /** The chat over the video in full screen. */
  chat?: Toggle;
  /** Set in a page of another site, which chooses how playback starts. */
  startOptions?: StartOptions;
  /** When an offline channel streams next. */
  upcoming?: Upcoming | undefined;
  /** Shown to those who have no access to a gated stream. Default: a link to its event or channel. */
  offer?: Offer | undefined;
  playhead?: Ref<Playhead> | undefined;
  /** Set in the mini player, which closes once there is nothing to play. */
  mini?: MiniStage;
  onState?: (kind: StateKind) => void;
  /** Shown once the recording has been played to its end. */
  afterRecording?: ReactNode;
}

interface MiniStage {
  /** The address of the stream's page. */
  readonly path: string;
  /** The position at which the recording continues; null: the stream plays live. */
  readonly start: RecordingStart | null;
  readonly close: () => void;
}

/** The player, or a message where there is nothing to play. */
export function StreamStage({
  detail,
  tools,
  startOptions,
  offer,
  playhead,
  mini,
  onState,
  upcoming,
  ...modes
}: StreamStageProps) {
  const { stream, streamer } = detail;
  const embedded = startOptions !== undefined;
  const name = streamer.displayName || streamer.username;
  const next = useNextStream(detail);
  const connected = useConnectionState() === 'open';
  const grace = useInstance().data?.graceSeconds ?? DEFAULT_GRACE_SECONDS;
  const access = usePlaybackAccess(detail);
  const granted = access?.state.kind === 'open' ? access.state : null;
  const recording = useRecording(detail);
  const recordingUrl = recording && (recording.playbackUrl ?? granted?.recordingUrl ?? null);
  const liveUrl = useLastPlaybackUrl(
    stream?.id ?? null,
    stream?.playbackUrl ?? (isRunning(detail) ? (granted?.playbackUrl ?? null) : null),
  );
  const whepUrl = useLastPlaybackUrl(stream?.id ?? null, stream?.whepUrl ?? granted?.whepUrl ?? null);
  const playbackUrl = liveUrl ?? recordingUrl;
  const resume = useResume(stream?.id ?? null, liveUrl === null ? (recording?.durationMs ?? null) : null);
  // A running stream that is for ticket holders may be opened to everybody, and plays live then.
  const isLive = liveUrl !== null || isRunning(detail);
  const { start, choose } = useRecordingStart(stream?.id ?? null, isLive ? null : resume.seconds, mini);

  const state = detail.state === 'offline' ? 'ended' : detail.state;
  const status = useMemo(() => ({ state, connected }), [state, connected]);

  const [watching, setWatching] = useState(false);
  useWatching(watching && stream ? stream.id : null);

  const consent = useMatureConsent(stream?.isMature ?? false);
  const isRefused = access?.state.kind === 'refused';
  const isLeft = stream?.isHidden || isRefused || consent.needed || (playbackUrl === null && !stream?.gate);
  const close = isLeft ? mini?.close : undefined;
  useEffect(() => close?.(), [close]);

  const afterEnd = (
    <>
      {next?.stream && (
        <Button asChild>
          <Link
            to="/s/$username/$slug"
            params={{ username: streamer.username, slug: next.stream.slug }}
            {...(embedded && { target: '_blank', rel: 'noopener' })}
          >
            <span>
              <Text k="live.liveAgain" values={{ displayName: name, name: (words) => <bdi>{words}</bdi> }} />
            </span>
          </Link>
        </Button>
      )}
      {stream && recordingUrl !== null && (
        <Button variant="secondary" onClick={() => choose({ seconds: 0 })}>
          {t('live.fromBeginning')}
        </Button>
      )}
    </>
  );

  if (close) return null;
  if (stream?.isHidden) return <HiddenStream />;
  if (stream?.gate && access && (playbackUrl === null || isRefused)) {
    return (
      <GateNotice
        detail={detail}
        gate={stream.gate}
        access={access}
        wasOpen={liveUrl !== null}
        embedded={embedded}
        offer={offer}
      />
    );
  }
  if (!stream || playbackUrl === null) {
    return (
      <NothingToPlay detail={detail} embedded={embedded} upcoming={upcoming}>
        {afterEnd}
      </NothingToPlay>
    );
  }
  if (consent.needed) return <MatureCover poster={stream.thumbnailUrl} onConsent={consent.give} />;
  return (
    <Player
      liveUrl={liveUrl}
      streamId={stream.id}
      whepUrl={whepUrl}
      grant={granted}
      recordingUrl={recordingUrl}
      chapters={recording?.chapters ?? []}
      captions={recording?.captions ?? []}
      storyboard={recording?.storyboard ?? null}
      path={`/s/${streamer.username}/${stream.slug}`}
      start={start}
      onStart={choose}
      startedAt={stream.startedAt}
      recordedFrom={recording?.startsAt ?? null}
      recordedSeconds={recording?.durationMs ? recording.durationMs / 1000 : null}
      poster={stream.thumbnailUrl}
      nowPlaying={{ title: stream.title, artist: name, artwork: stream.thumbnailUrl }}
      status={status}
      graceSeconds={grace}
      stopped={stream.stopped}
      tools={tools}
      {...modes}
      playhead={playhead}
      startOptions={startOptions}
      afterEnd={afterEnd}
      onPosition={resume.save}
      mini={mini}
      onState={(kind) => {
        setWatching(WATCHING.has(kind));
        onState?.(kind);
        if (kind === 'ended' || kind === 'failed') mini?.close();
      }}
      onForbidden={access?.open}
    />
  );
}

/**
 * Where the recording of a stream is played from; null where the stream is played live, or nothing is played yet.
 * @param resume where it was left; null: the stream is live; undefined: not known yet
 * @param continued set where another player is continued; else the address may say where to start
 */
function useRecordingStart(
  id: string | null,
  resume: number | null | undefined,
  continued: { readonly start: RecordingStart | null } | undefined,
) {
  const [chosen, setChosen] = useState(() => ({ id, start: continued ? continued.start : linkedStart() }));
  const start = chosen.id === id ? chosen.start : null;
  // Once known, so that it does not change while the recording plays.
  if (start === null && typeof resume === 'number') setChosen({ id, start: { seconds: resume } });
  return { start, choose: (next: RecordingStart | null) => setChosen({ id, start: next }) };
}

function linkedStart(): RecordingStart | null {
  const seconds = readStartTime(new URLSearchParams(location.search).get('t'));
  return seconds === null ? null : { seconds };
}

/** The recording of a stream, where this viewer may watch it. */
function useRecording({ stream, streamer }: StreamDetail) {
  const { user } = useSession();
  const recording = stream?.recording ?? null;
  if (recording === null || !recording.isPrivate) return recording;
  return user?.id === streamer.id || user?.roles.includes('admin') ? recording : null;
}

/** Keeps the URL of a stream that has just ended, since its last seconds are still being watched. */
function useLastPlaybackUrl(id: string | null, url: string | null): string | null {
  const [last, setLast] = useState({ id, url });
  if (last.id !== id || (url !== null && url !== last.url)) setLast({ id, url });
  return url ?? (last.id === id ? last.url : null);
}

/** Counts this tab as a viewer of `streamId` while mounted. Null counts it nowhere. */
function useWatching(streamId: string | null): void {
  const connected = useConnectionState() === 'open';
  const entered = useRef<string>(null);
  useEffect(() => {
    if (!connected || streamId === null) return;
    const entry = entered.current === streamId ? {} : { entry: viewerEntry() };
    entered.current = streamId;
    // Failures are ignored: playback does not depend on being counted.
    const report = (data: { watching: boolean; entry?: ViewerEntry }) =>
      void act(`stream:${streamId}`, 'watching', data).catch(() => undefined);
    report({ watching: true, ...entry });
    return () => report({ watching: false });
  }, [connected, streamId]);
}
