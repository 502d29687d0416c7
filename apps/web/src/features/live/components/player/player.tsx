import { clsx } from 'clsx';
import { type PointerEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Image } from '@/ui/media/image.tsx';
import { PortalContext } from '@/ui/overlays/portal.ts';
import type { StateKind } from '../../engine/player-state.ts';
import type { StartOptions, StreamStatus } from '../../engine/player-types.ts';
import { KeyboardShortcutsDialog, useKeyboardShortcuts } from '../controls/keyboard-shortcuts.tsx';
import { PlayerControls } from '../controls/player-controls.tsx';
import './player.css';
import { type Toggle, useFullscreen, usePictureInPicture, useWakeLock } from './display-modes.ts';
import { PlayerNotice } from './player-notice.tsx';
import { useControlsVisibility } from './use-controls-visibility.ts';
import { type NowPlaying, useMediaSession } from './use-media-session.ts';
import { usePlayer } from './use-player.ts';

interface PlayerProps {
  /** Null once there is nothing left to play. */
  playbackUrl: string | null;
  poster: string | null;
  nowPlaying: NowPlaying;
  status: StreamStatus;
  graceSeconds: number;
  /** The streamer stopped the encoder, rather than losing the connection. */
  stopped: boolean;
  /** Absent where the player fills the page. */
  theater?: Toggle | undefined;
  startOptions?: StartOptions | undefined;
  afterEnd?: ReactNode;
  onState: (kind: StateKind) => void;
  /** The server refuses the stream to this browser now. */
  onForbidden?: (() => void) | undefined;
}

/** A live stream with its controls. Fills the box around it. */
export function Player(props: PlayerProps) {
  const { nowPlaying, status, theater, onState } = props;
  const [root, setRoot] = useState<HTMLElement | null>(null);
  const rootRef = useRef<HTMLElement>(null);
  const { box, video, player, snapshot } = usePlayer(props.playbackUrl, props.startOptions);
  const { kind } = snapshot.state;
  const [menuOpen, setMenuOpen] = useState(false);
  const [helpOpen, setHelpOpen] = useState(false);
  const controls = useControlsVisibility(menuOpen || kind === 'paused' || kind === 'blocked');
  const fullscreen = useFullscreen(rootRef, video);
  const pictureInPicture = usePictureInPicture(video);

  useMediaSession(player, kind === 'playing', nowPlaying);
  useWakeLock(kind === 'playing' && fullscreen.active);
  useEffect(() => player?.setStreamStatus(status), [player, status]);
  const reportState = useEffectEvent(onState);
  useEffect(() => reportState(kind), [kind]);
  const reportForbidden = useEffectEvent(() => props.onForbidden?.());
  useEffect(() => {
    if (snapshot.forbidden) reportForbidden();
  }, [snapshot.forbidden]);

  useKeyboardShortcuts(rootRef, {
    wake: controls.show,
    togglePlay: () => player?.toggle(),
    toggleMute: () => player?.setMuted(!snapshot.muted),
    changeVolume: (by) => player?.setVolume(snapshot.volume + by),
    seekBy: (seconds) => player?.seekBy(seconds),
    goToLive: () => player?.goToLive(),
    toggleFullscreen: fullscreen.toggle,
    toggleTheater: () => theater?.toggle(),
    togglePictureInPicture: pictureInPicture.toggle,
    toggleHelp: () => setHelpOpen(!helpOpen),
  });

  const onVideoPress = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') controls.toggle();
    else if (event.button === 0) player?.toggle();
  };
  const shown = snapshot.latency !== null || snapshot.frameHeld;
  return (
    // In full screen, only what is inside the player is visible. Elsewhere the player's box would clip menus.
    <PortalContext value={fullscreen.active ? root : null}>
      <section
        ref={(element) => {
          rootRef.current = element;
          setRoot(element);
        }}
        aria-label="Live video"
        // A click on the video moves the focus here, and with it the arrow keys.
        tabIndex={-1}
        data-player
        data-state={kind}
        data-latency-ms={snapshot.latency === null ? undefined : Math.round(snapshot.latency * 1000)}
        className={clsx(
          'relative size-full overflow-hidden bg-black text-on-media outline-none',
          !controls.visible && kind === 'playing' && 'cursor-none',
        )}
        {...controls.handlers}
      >
        {/* Below the video, so that its first frame covers the poster at once. */}
        {props.poster !== null && !shown && (
          <Image src={props.poster} alt="" className="absolute inset-0 size-full object-contain opacity-60" />
        )}
        <div ref={box} className="*:absolute *:inset-0 *:size-full *:object-contain" />
        <div
          aria-hidden="true"
          className="absolute inset-0"
          onPointerUp={onVideoPress}
          onDoubleClick={() => matchMedia('(pointer: fine)').matches && fullscreen.toggle()}
        />
        {player && (
          <>
            <PlayerNotice
              player={player}
              snapshot={snapshot}
              streamer={nowPlaying.artist}
              graceSeconds={props.graceSeconds}
              stopped={props.stopped}
              afterEnd={props.afterEnd}
              pictureInPicture={pictureInPicture}
            />
            {kind !== 'ended' && kind !== 'failed' && kind !== 'idle' && (
              <PlayerControls
                player={player}
                snapshot={snapshot}
                visible={controls.visible}
                fullscreen={fullscreen}
                theater={theater}
                pictureInPicture={pictureInPicture}
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
