import type { CaptionTrack, Chapter, Storyboard } from '@tributary/contracts/shared';
import { clsx } from 'clsx';
import {
  type PointerEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { t } from '@/lib/messages/t.ts';
import { Image } from '@/ui/media/image.tsx';
import { PortalContext } from '@/ui/overlays/portal.ts';
import type { Playhead, StartOptions, StreamStatus } from '../../engine/live/player-types.ts';
import type { StateKind } from '../../engine/media/player-state.ts';
import type { RecordingStart } from '../../engine/recording/recording-player.ts';
import { CaptionLines } from '../captions/caption-lines.tsx';
import { useCaptions } from '../captions/use-captions.ts';
import { DoubleTapFeedback, useDoubleTap } from '../controls/double-tap.tsx';
import { KeyboardShortcutsDialog, useKeyboardShortcuts } from '../controls/keyboard-shortcuts.tsx';
import { MiniControls } from '../controls/mini-controls.tsx';
import { PlayerControls } from '../controls/player-controls.tsx';
import { RecordingMenu } from '../controls/recording-menu.tsx';
import { SeekPreview } from '../controls/seek-preview.tsx';
import { RATES } from '../controls/speed-menu.tsx';
import './player.css';
import { DelayNotice } from './delay-notice.tsx';
import { type Toggle, useFullscreen, usePictureInPicture, useWakeLock } from './display-modes.ts';
import { PlayerNotice } from './player-notice.tsx';
import { SoundCover } from './sound-cover.tsx';
import { SwarmNotice } from './swarm-notice.tsx';
import { useControlsVisibility } from './use-controls-visibility.ts';
import { type NowPlaying, useMediaSession } from './use-media-session.ts';
import { usePlayedMinutes } from './use-played-minutes.ts';
import { useSavePosition } from './use-save-position.ts';
import { useSoundAlone } from './use-sound-alone.ts';
import { useStreamPlayback } from './use-stream-playback.ts';
import { useSwarm } from './use-swarm.ts';
import { useTransport } from './use-transport.ts';
import { useUltraLowDelay } from './use-ultra-low-delay.ts';

const NO_CAPTIONS: readonly CaptionTrack[] = [];
/** Buttons for what is being watched. @param position in milliseconds of the recording; null: live */
export type PlayerTools = (position: () => number | null) => ReactNode;

interface PlayerProps {
  /** Null once there is nothing left to play. */
  liveUrl: string | null;
  streamId: string;
  /** Null where the stream is not offered over WebRTC. */
  whepUrl: string | null;
  /** Another object each time that the access to a gated stream has been renewed. */
  grant: object | null;
  recordingUrl: string | null;
  chapters: readonly Chapter[];
  /** Of the recording. */
  captions: readonly CaptionTrack[];
  storyboard: Storyboard | null;
  /** The address of the page that plays the recording. */
  path: string;
  /** Where the recording is played from; null: the stream is played live. */
  start: RecordingStart | null;
  onStart: (start: RecordingStart | null) => void;
  /** When the stream began. */
  startedAt: string;
  /** When the recording begins. */
  recordedFrom: string | null;
  /** How long the recording is; null while it grows. */
  recordedSeconds: number | null;
  poster: string | null;
  nowPlaying: NowPlaying;
  status: StreamStatus;
  graceSeconds: number;
  /** The streamer stopped the encoder, rather than losing the connection. */
  stopped: boolean;
  /** Absent where the player fills the page. */
  theater?: Toggle | undefined;
  /** The element that fills the screen in full screen. Default: the player. */
  stage?: RefObject<HTMLElement | null> | undefined;
  /** The chat over the video in full screen. */
  chat?: Toggle | undefined;
  playhead?: Ref<Playhead> | undefined;
  /** More buttons in the controls. */
  tools?: PlayerTools | undefined;
  startOptions?: StartOptions | undefined;
  /** Set in the mini player, which has few controls and no keys of its own. */
  mini?: { readonly path: string; readonly close: () => void } | undefined;
  afterEnd?: ReactNode;
  afterRecording?: ReactNode;
  onState: (kind: StateKind) => void;
  /** Where the viewer is in a finished recording, in seconds. */
  onPosition: (seconds: number, duration: number) => void;
  /** The server refuses the stream to this browser now. */
  onForbidden?: (() => void) | undefined;
}

/** A stream with its controls, live or from its recording. Fills the box around it. */
export function Player(props: PlayerProps) {
  const { liveUrl, recordingUrl, start, nowPlaying, status, theater, onState } = props;
  const [root, setRoot] = useState<HTMLElement | null>(null);
  const rootRef = useRef<HTMLElement>(null);
  const target = useMemo(() => {
    if (start !== null && recordingUrl !== null)
      return { kind: 'recording', url: recordingUrl, start } as const;
    return liveUrl === null ? null : ({ kind: 'live', url: liveUrl } as const);
  }, [liveUrl, recordingUrl, start]);
  const { box, video, active, snapshot } = useStreamPlayback(target, props.startOptions);
  const { kind } = snapshot.state;
  const isSoundAlone = useSoundAlone(video);
  const isRecording = active?.kind === 'recording';
  const captions = useCaptions(video, isRecording ? props.captions : NO_CAPTIONS);
  const ultraLowDelay = useUltraLowDelay(active, video, {
    whepUrl: props.whepUrl,
    grant: props.grant,
    streamState: status.state,
    captions,
  });
  const swarm = useSwarm(active, video, props.streamId);
  const [menuOpen, setMenuOpen] = useState(false);
  const [helpOpen, setHelpOpen] = useState(false);
  const isWaiting = kind === 'paused' || kind === 'blocked' || (isRecording && kind === 'ended');
  const controls = useControlsVisibility(menuOpen || isWaiting);
  const fullscreen = useFullscreen(props.stage ?? rootRef, video);
  const pictureInPicture = usePictureInPicture(video);
  const transport = useTransport(active, {
    recordedFrom: recordingUrl === null ? null : props.recordedFrom,
    recordedSeconds: props.recordedSeconds,
    isRunning: status.state !== 'ended',
    onChoose: props.onStart,
  });
  const player = active?.player ?? null;
  useImperativeHandle(props.playhead, () => ({
    dateMs() {
      if (active?.kind !== 'recording' || active.snapshot.duration === 0) return null;
      return active.player.dateMs ?? Date.parse(props.recordedFrom ?? '') + active.snapshot.position * 1000;
    },
    positionMs() {
      if (active?.kind !== 'recording' || active.snapshot.duration === 0) return null;
      return Math.round(active.snapshot.position * 1000);
    },
    seek: (seconds) => props.onStart({ seconds }),
  }));
  useSavePosition(active, status.state !== 'ended', props.onPosition);
  usePlayedMinutes(active, status.state !== 'ended', props);

  useMediaSession(player, kind === 'playing', nowPlaying, transport.seekBy);
  useWakeLock(kind === 'playing' && fullscreen.active);
  const live = active?.kind === 'live' ? active.player : null;
  useEffect(() => live?.setStreamStatus(status), [live, status]);
  const reportState = useEffectEvent(onState);
  useEffect(() => reportState(kind), [kind]);
  const reportForbidden = useEffectEvent(() => props.onForbidden?.());
  useEffect(() => {
    if (snapshot.forbidden) reportForbidden();
  }, [snapshot.forbidden]);

  useKeyboardShortcuts(props.mini ? null : rootRef, {
    wake: controls.show,
    togglePlay: () => player?.toggle(),
    toggleMute: () => player?.setMuted(!snapshot.muted),
    changeVolume: (by) => player?.setVolume(snapshot.volume + by),
    seekBy: transport.seekBy,
    seekTo: transport.seekToFraction,
    goToEnd: transport.goToEnd,
    changeRate: (steps) => {
      if (active?.kind !== 'recording') return;
      const { rate } = active.snapshot;
      const next = steps > 0 ? RATES.find((one) => one > rate) : RATES.findLast((one) => one < rate);
      active.player.setRate(next ?? rate);
    },
    stepFrames: (frames) => active?.kind === 'recording' && active.player.step(frames),
    toggleCaptions: captions.toggle,
    toggleFullscreen: fullscreen.toggle,
    toggleTheater: () => theater?.toggle(),
    togglePictureInPicture: pictureInPicture.toggle,
    toggleHelp: () => setHelpOpen(!helpOpen),
  });

  const doubleTap = useDoubleTap(transport.seekBy, controls.toggle);
  const onVideoPress = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') doubleTap.tap(event);
    else if (event.button === 0) player?.toggle();
  };
  const hasStarted = 'rate' in snapshot ? snapshot.duration > 0 : snapshot.latency !== null;
  const { timeline } = transport;
  const latency =
    'latency' in snapshot ? snapshot.latency : timeline.isLive ? timeline.end - timeline.position : null;
  const chapters = timeline.isLive ? [] : props.chapters;
  return (
    // In full screen, only what is inside the player is visible. Elsewhere the player's box would clip menus.
    <PortalContext value={fullscreen.active ? root : null}>
      <section
        ref={(element) => {
          rootRef.current = element;
          setRoot(element);
        }}
        aria-label={isRecording ? t('live.label.recording') : t('live.label.live')}
        // A click on the video moves the focus here, and with it the arrow keys.
        tabIndex={-1}
        data-player={active?.kind ?? ''}
        data-state={kind}
        data-transport={active?.kind === 'live' && ultraLowDelay?.phase === 'on' ? 'webrtc' : 'hls'}
        data-swarm={swarm?.running ? 'on' : 'off'}
        data-latency-ms={latency === null ? undefined : Math.round(latency * 1000)}
        className={clsx(
          'relative size-full overflow-hidden bg-black text-on-media outline-none',
          !controls.visible && kind === 'playing' && 'cursor-none',
        )}
        {...controls.handlers}
      >
        {/* Below the video, so that its first frame covers the poster at once. */}
        {props.poster !== null && !hasStarted && !isSoundAlone && !snapshot.frameHeld && (
          <Image src={props.poster} alt="" fit="contain" className="absolute inset-0 size-full opacity-60" />
        )}
        <div ref={box} className="*:absolute *:inset-0 *:size-full *:object-contain" />
        {isSoundAlone && <SoundCover nowPlaying={nowPlaying} />}
        <div
          aria-hidden="true"
          className="absolute inset-0 touch-manipulation"
          onPointerUp={onVideoPress}
          onDoubleClick={() => matchMedia('(pointer: fine)').matches && fullscreen.toggle()}
        />
        <CaptionLines captions={captions} raised={controls.visible} />
        {ultraLowDelay && <DelayNotice reason={ultraLowDelay.notice} isLowered={snapshot.autoMuted} />}
        {swarm && <SwarmNotice swarm={swarm} isLowered={snapshot.autoMuted} />}
        <DoubleTapFeedback direction={doubleTap.shown} />
        {active && (
          <>
            <PlayerNotice
              player={active.player}
              snapshot={snapshot}
              isRecording={isRecording}
              streamer={nowPlaying.artist}
              graceSeconds={props.graceSeconds}
              stopped={props.stopped}
              afterEnd={props.afterEnd}
              afterRecording={props.afterRecording}
              pictureInPicture={pictureInPicture}
            />
            {props.mini && (
              <MiniControls
                active={active}
                nowPlaying={nowPlaying}
                visible={controls.visible}
                path={props.mini.path}
                onClose={props.mini.close}
              />
            )}
            {!props.mini && (kind !== 'ended' || isRecording) && kind !== 'failed' && kind !== 'idle' && (
              <PlayerControls
                active={active}
                transport={transport}
                captions={captions}
                ultraLowDelay={ultraLowDelay}
                swarm={swarm}
                visible={controls.visible}
                marks={chapters.map(({ startMs }) => startMs / 1000)}
                preview={(position) => (
                  <SeekPreview
                    storyboard={props.storyboard}
                    chapters={chapters}
                    positionMs={position * 1000}
                    recordedMs={transport.recordedMs(position)}
                  />
                )}
                menu={
                  isRecording && (
                    <RecordingMenu
                      path={props.path}
                      position={timeline.position}
                      chapters={chapters}
                      onSeek={transport.seek}
                    />
                  )
                }
                tools={props.tools?.(() =>
                  active.kind === 'recording' ? active.snapshot.position * 1000 : null,
                )}
                fullscreen={fullscreen}
                theater={theater}
                chat={props.chat}
                pictureInPicture={isSoundAlone ? null : pictureInPicture}
                onMenu={setMenuOpen}
              />
            )}
          </>
        )}
        <KeyboardShortcutsDialog open={helpOpen} onOpenChange={setHelpOpen} />
      </section>
    </PortalContext>
  );
}
