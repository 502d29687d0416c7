import { clsx } from 'clsx';
import { type PointerEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Picture } from '@/ui/media/image.tsx';
import { PortalContext } from '@/ui/overlays/portal.ts';
import type { StateKind } from '../../engine/player-state.ts';
import type { Opening, Tidings } from '../../engine/player-types.ts';
import { PlayerControls, type Toggle } from '../controls/player-controls.tsx';
import './player.css';
import { ShortcutsHelp } from '../controls/keyboard-shortcuts.tsx';
import { useShortcuts } from '../controls/use-shortcuts.ts';
import { useFullscreen } from './display-modes.ts';
import { PlayerNotice } from './player-notice.tsx';
import { useControls } from './use-controls-visibility.ts';
import { type NowPlaying, useMediaSession } from './use-media-session.ts';
import { usePictureInPicture } from './use-picture-in-picture.ts';
import { usePlayer } from './use-player.ts';
import { useWakeLock } from './use-wake-lock.ts';

interface PlayerProps {
  /** Null where there is nothing to play any more. */
  playbackUrl: string | null;
  poster: string | null;
  nowPlaying: NowPlaying;
  tidings: Tidings;
  graceSeconds: number;
  /** The streamer ended the signal, rather than losing it. */
  stopped: boolean;
  /** None where the picture is the page. */
  theatre?: Toggle | undefined;
  opening?: Opening | undefined;
  afterEnd?: ReactNode;
  onState: (kind: StateKind) => void;
}

/** A live stream with everything to watch it by. Fills the box around it. */
export function Player(props: PlayerProps) {
  const { nowPlaying, tidings, theatre, onState } = props;
  const [root, setRoot] = useState<HTMLElement | null>(null);
  const rootRef = useRef<HTMLElement>(null);
  const { video, hold, player, snapshot } = usePlayer(props.playbackUrl, props.opening);
  const { kind } = snapshot.state;
  const [menuOpen, setMenuOpen] = useState(false);
  const [helpOpen, setHelpOpen] = useState(false);
  const controls = useControls(menuOpen || kind === 'paused' || kind === 'blocked');
  const fullscreen = useFullscreen(rootRef, video);
  const pictureInPicture = usePictureInPicture(video);

  useMediaSession(player, kind === 'playing', nowPlaying);
  useWakeLock(kind === 'playing' && fullscreen.active);
  useEffect(() => player?.tell(tidings), [player, tidings]);
  const reportState = useEffectEvent(onState);
  useEffect(() => reportState(kind), [kind]);

  useShortcuts(rootRef, {
    wake: controls.wake,
    togglePlay: () => player?.toggle(),
    toggleMute: () => player?.setMuted(!snapshot.muted),
    changeVolume: (by) => player?.setVolume(snapshot.volume + by),
    jumpToLive: () => player?.jumpToLive(),
    toggleFullscreen: fullscreen.toggle,
    toggleTheatre: () => theatre?.toggle(),
    togglePictureInPicture: pictureInPicture.toggle,
    toggleHelp: () => setHelpOpen(!helpOpen),
  });

  const onPicture = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') controls.toggle();
    else if (event.button === 0) player?.toggle();
  };
  const shown = snapshot.latency !== null || snapshot.held;
  return (
    // In the page, the player's box would lay what floats beneath what follows it.
    <PortalContext value={fullscreen.active ? root : null}>
      <section
        ref={(element) => {
          rootRef.current = element;
          setRoot(element);
        }}
        aria-label="Live video"
        data-player
        data-state={kind}
        data-latency-ms={snapshot.latency === null ? undefined : Math.round(snapshot.latency * 1000)}
        className={clsx(
          'relative size-full overflow-hidden bg-black text-on-picture',
          !controls.visible && kind === 'playing' && 'cursor-none',
        )}
        {...controls.handlers}
      >
        {/* biome-ignore lint/a11y/useMediaCaption: live streams reach us without captions */}
        <video ref={video} playsInline tabIndex={-1} className="size-full object-contain" />
        <canvas ref={hold} hidden={!snapshot.held} className="absolute inset-0 size-full object-contain" />
        {props.poster !== null && !shown && (
          <Picture
            src={props.poster}
            alt=""
            className="absolute inset-0 size-full object-contain opacity-60"
          />
        )}
        <div
          aria-hidden="true"
          className="absolute inset-0"
          onPointerUp={onPicture}
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
            />
            {kind !== 'ended' && kind !== 'failed' && kind !== 'idle' && (
              <PlayerControls
                player={player}
                snapshot={snapshot}
                visible={controls.visible}
                fullscreen={fullscreen}
                theatre={theatre}
                pictureInPicture={pictureInPicture}
                onMenu={setMenuOpen}
              />
            )}
          </>
        )}
        <ShortcutsHelp open={helpOpen} onOpenChange={setHelpOpen} />
      </section>
    </PortalContext>
  );
}
