import { clsx } from 'clsx';
import {
  Maximize,
  MessageSquare,
  MessageSquareOff,
  Minimize,
  PictureInPicture2,
  RectangleHorizontal,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { formatClock } from '@/lib/format/times.ts';
import { t } from '@/lib/messages/t.ts';
import { CaptionsMenu } from '../captions/captions-menu.tsx';
import type { ShownCaptions } from '../captions/use-captions.ts';
import type { Toggle } from '../player/display-modes.ts';
import type { ActivePlayer } from '../player/use-stream-playback.ts';
import type { SwarmView } from '../player/use-swarm.ts';
import type { Transport } from '../player/use-transport.ts';
import type { UltraLowDelayView } from '../player/use-ultra-low-delay.ts';
import { ControlButton } from './control-button.tsx';
import { LiveIndicator } from './live-indicator.tsx';
import { PlayButton } from './play-button.tsx';
import { QualityMenu } from './quality-menu.tsx';
import { SeekBar } from './seek-bar.tsx';
import { SpeedMenu } from './speed-menu.tsx';
import { VolumeControl } from './volume-control.tsx';

interface PlayerControlsProps {
  active: ActivePlayer;
  transport: Transport;
  captions: ShownCaptions;
  /** Null where it cannot be chosen. */
  ultraLowDelay: UltraLowDelayView | null;
  /** Null where the stream is not exchanged between viewers. */
  swarm: SwarmView | null;
  visible: boolean;
  /** Where chapters begin, in seconds. */
  marks: readonly number[];
  /** What a position of the seek bar shows. */
  preview: (position: number) => ReactNode;
  /** More entries of the menu. */
  menu: ReactNode;
  /** More buttons. */
  tools: ReactNode;
  fullscreen: Toggle;
  theater: Toggle | undefined;
  /** The chat over the video; absent where there is none. */
  chat: Toggle | undefined;
  /** Null where there is no picture. */
  pictureInPicture: (Toggle & { supported: boolean }) | null;
  onMenu: (open: boolean) => void;
}

/** The control bar at the bottom of the video. */
export function PlayerControls(props: PlayerControlsProps) {
  const { active, transport, visible, fullscreen, theater, chat, pictureInPicture } = props;
  const { player, snapshot } = active;
  return (
    <fieldset
      className={clsx(
        'absolute inset-x-0 bottom-0 m-0 min-w-0 border-0 bg-linear-to-t from-media-shade to-transparent px-2 pt-8 pb-2 text-on-media transition-opacity duration-(--duration-slow) ease-out sm:px-3',
        // Hidden controls can still be focused by keyboard, which shows them.
        visible ? 'opacity-100' : 'pointer-events-none opacity-0',
      )}
    >
      <legend className="sr-only">{t('live.player')}</legend>
      <SeekBar
        timeline={transport.timeline}
        marks={props.marks}
        preview={props.preview}
        onSeek={transport.seek}
        onSeekBy={transport.seekBy}
      />
      <div className="flex items-center">
        <PlayButton active={active} />
        <VolumeControl player={player} snapshot={snapshot} />
        <Clock active={active} transport={transport} />
        <div className="ms-auto flex items-center">
          {props.tools}
          <CaptionsMenu captions={props.captions} onOpenChange={props.onMenu} />
          {active.kind === 'recording' && (
            <SpeedMenu player={active.player} rate={active.snapshot.rate} onOpenChange={props.onMenu} />
          )}
          <QualityMenu
            player={player}
            snapshot={snapshot}
            ultraLowDelay={props.ultraLowDelay}
            swarm={props.swarm}
            onOpenChange={props.onMenu}
          >
            {props.menu}
          </QualityMenu>
          {pictureInPicture?.supported && (
            <ControlButton
              label={pictureInPicture.active ? t('live.pip.exit') : t('live.pip')}
              shortcut="p"
              className="max-sm:hidden"
              onClick={pictureInPicture.toggle}
            >
              <PictureInPicture2 size={21} aria-hidden="true" />
            </ControlButton>
          )}
          {chat && fullscreen.active && (
            <ControlButton
              label={chat.active ? t('live.chat.hide') : t('live.chat.show')}
              onClick={chat.toggle}
            >
              {chat.active ? (
                <MessageSquareOff size={21} aria-hidden="true" />
              ) : (
                <MessageSquare size={21} aria-hidden="true" />
              )}
            </ControlButton>
          )}
          {theater && !fullscreen.active && (
            <ControlButton
              label={theater.active ? t('live.theater.exit') : t('live.theater')}
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
            label={fullscreen.active ? t('live.fullscreen.exit') : t('live.fullscreen')}
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

/** The distance from live, or the position within a recording. */
function Clock({ active, transport }: { active: ActivePlayer; transport: Transport }) {
  const { isLive, position, end } = transport.timeline;
  if (!isLive) {
    return (
      <p className="whitespace-nowrap px-2 text-sm tabular-nums">
        {formatClock(position)} <span className="opacity-75">/ {formatClock(end)}</span>
      </p>
    );
  }
  const isLivePlayer = active.kind === 'live';
  return (
    <LiveIndicator
      behind={!isLivePlayer || active.snapshot.behind}
      playing={active.snapshot.state.kind === 'playing'}
      distance={isLivePlayer ? active.snapshot.latency : end - position}
      onGoToLive={transport.goToEnd}
    />
  );
}
