import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Volume2, VolumeX, X } from 'lucide-react';
import { t } from '@/lib/messages/t.ts';
import type { NowPlaying } from '../player/use-media-session.ts';
import type { ActivePlayer } from '../player/use-stream-playback.ts';
import { ControlButton } from './control-button.tsx';
import { PlayButton } from './play-button.tsx';

interface MiniControlsProps {
  active: ActivePlayer;
  nowPlaying: NowPlaying;
  visible: boolean;
  /** The address of the stream's page. */
  path: string;
  onClose: () => void;
}

/** The controls of the mini player. The picture leads back to the stream's page. */
export function MiniControls({ active, nowPlaying, visible, path, onClose }: MiniControlsProps) {
  const { player, snapshot } = active;
  const Sound = snapshot.muted ? VolumeX : Volume2;
  // Touch screens have no pointer that could show the controls.
  const shown = clsx(
    'transition-opacity duration-(--duration-slow) focus-within:opacity-100 pointer-coarse:opacity-100',
    visible ? 'opacity-100' : 'opacity-0',
  );
  return (
    <>
      <Link
        to={path}
        aria-label={t('live.mini.return', { title: nowPlaying.title })}
        className="absolute inset-0 focus-visible:outline-on-media focus-visible:-outline-offset-2"
      />
      <div
        className={clsx(
          'pointer-events-none absolute inset-x-0 top-0 flex items-start bg-linear-to-b from-media-shade to-transparent ps-3 pb-6',
          shown,
        )}
      >
        <p className="min-w-0 flex-1 py-2 text-sm">
          <bdi className="block truncate font-semibold">{nowPlaying.title}</bdi>
          <bdi className="block truncate max-sm:hidden">{nowPlaying.artist}</bdi>
        </p>
        <ControlButton label={t('live.mini.close')} className="pointer-events-auto" onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </ControlButton>
      </div>
      <div
        className={clsx(
          'pointer-events-none absolute inset-x-0 bottom-0 flex bg-linear-to-t from-media-shade to-transparent px-1 pt-4 *:pointer-events-auto',
          shown,
        )}
      >
        <PlayButton active={active} />
        <ControlButton
          label={snapshot.muted ? t('live.unmute') : t('live.mute')}
          onClick={() => player.setMuted(!snapshot.muted)}
        >
          <Sound size={20} aria-hidden="true" />
        </ControlButton>
      </div>
    </>
  );
}
