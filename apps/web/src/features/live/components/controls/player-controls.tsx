import { clsx } from 'clsx';
import { Maximize, Minimize, Pause, PictureInPicture2, Play, RectangleHorizontal } from 'lucide-react';
import type { LivePlayer } from '../../engine/player.ts';
import type { PlayerSnapshot } from '../../engine/player-types.ts';
import type { Toggle } from '../player/display-modes.ts';
import { ControlButton } from './control-button.tsx';
import { LiveIndicator } from './live-indicator.tsx';
import { QualityMenu } from './quality-menu.tsx';
import { SeekBar } from './seek-bar.tsx';
import { VolumeControl } from './volume-control.tsx';

interface PlayerControlsProps {
  player: LivePlayer;
  snapshot: PlayerSnapshot;
  visible: boolean;
  fullscreen: Toggle;
  theater: Toggle | undefined;
  pictureInPicture: Toggle & { supported: boolean };
  onMenu: (open: boolean) => void;
}

/** The control bar at the bottom of the video. */
export function PlayerControls(props: PlayerControlsProps) {
  const { player, snapshot, visible, fullscreen, theater, pictureInPicture } = props;
  const paused = snapshot.state.kind === 'paused' || snapshot.state.kind === 'blocked';
  return (
    <fieldset
      className={clsx(
        'absolute inset-x-0 bottom-0 m-0 min-w-0 border-0 bg-linear-to-t from-media-shade to-transparent px-2 pt-8 pb-2 text-on-media transition-opacity duration-(--duration-slow) ease-out sm:px-3',
        // Hidden controls can still be focused by keyboard, which shows them.
        visible ? 'opacity-100' : 'pointer-events-none opacity-0',
      )}
    >
      <legend className="sr-only">Player</legend>
      <SeekBar player={player} snapshot={snapshot} />
      <div className="flex items-center">
        <ControlButton
          label={paused ? (snapshot.suspended ? 'Play live' : 'Play') : 'Pause'}
          shortcut="k"
          onClick={() => player.toggle()}
        >
          {paused ? (
            <Play size={22} fill="currentColor" aria-hidden="true" />
          ) : (
            <Pause size={22} fill="currentColor" aria-hidden="true" />
          )}
        </ControlButton>
        <VolumeControl player={player} snapshot={snapshot} />
        <LiveIndicator player={player} snapshot={snapshot} />
        <div className="ms-auto flex items-center">
          <QualityMenu player={player} snapshot={snapshot} onOpenChange={props.onMenu} />
          {pictureInPicture.supported && (
            <ControlButton
              label={pictureInPicture.active ? 'Exit picture-in-picture' : 'Picture-in-picture'}
              shortcut="i"
              className="max-sm:hidden"
              onClick={pictureInPicture.toggle}
            >
              <PictureInPicture2 size={21} aria-hidden="true" />
            </ControlButton>
          )}
          {theater && !fullscreen.active && (
            <ControlButton
              label={theater.active ? 'Exit theater mode' : 'Theater mode'}
              shortcut="t"
              className="max-lg:hidden"
              onClick={theater.toggle}
            >
              <RectangleHorizontal
                size={22}
                fill={theater.active ? 'currentColor' : 'none'}
                aria-hidden="true"
              />
            </ControlButton>
          )}
          <ControlButton
            label={fullscreen.active ? 'Exit full screen' : 'Full screen'}
            shortcut="f"
            onClick={fullscreen.toggle}
          >
            {fullscreen.active ? (
              <Minimize size={22} aria-hidden="true" />
            ) : (
              <Maximize size={22} aria-hidden="true" />
            )}
          </ControlButton>
        </div>
      </div>
    </fieldset>
  );
}
