import { useEffect, useEffectEvent } from 'react';
import type { StreamPlayer } from '../../engine/stream-playback.ts';
import { LONG_STEP_SECONDS } from '../controls/keyboard-shortcuts.tsx';

export interface NowPlaying {
  title: string;
  artist: string;
  artwork: string | null;
}

/** Connects the player to the system's lock screen and media keys. */
export function useMediaSession(
  player: StreamPlayer | null,
  playing: boolean,
  { title, artist, artwork }: NowPlaying,
  onSeekBy: (seconds: number) => void,
) {
  const seekBy = useEffectEvent(onSeekBy);
  useEffect(() => {
    if (!player || !('mediaSession' in navigator)) return;
    const session = navigator.mediaSession;
    session.metadata = new MediaMetadata({ title, artist, artwork: artwork ? [{ src: artwork }] : [] });
    session.setActionHandler('play', () => player.play());
    session.setActionHandler('pause', () => player.pause());
    session.setActionHandler('stop', () => player.pause());
    session.setActionHandler('seekbackward', () => seekBy(-LONG_STEP_SECONDS));
    session.setActionHandler('seekforward', () => seekBy(LONG_STEP_SECONDS));
    return () => {
      session.metadata = null;
      for (const action of ['play', 'pause', 'stop', 'seekbackward', 'seekforward'] as const)
        session.setActionHandler(action, null);
    };
  }, [player, title, artist, artwork]);

  useEffect(() => {
    if ('mediaSession' in navigator) navigator.mediaSession.playbackState = playing ? 'playing' : 'paused';
  }, [playing]);
}
