import { useEffect } from 'react';
import type { LivePlayer } from '../../engine/player.ts';

export interface NowPlaying {
  title: string;
  artist: string;
  artwork: string | null;
}

/** Connects the player to the system's lock screen and media keys. */
export function useMediaSession(
  player: LivePlayer | null,
  playing: boolean,
  { title, artist, artwork }: NowPlaying,
) {
  useEffect(() => {
    if (!player || !('mediaSession' in navigator)) return;
    const session = navigator.mediaSession;
    session.metadata = new MediaMetadata({ title, artist, artwork: artwork ? [{ src: artwork }] : [] });
    session.setActionHandler('play', () => player.play());
    session.setActionHandler('pause', () => player.pause());
    session.setActionHandler('stop', () => player.pause());
    return () => {
      session.metadata = null;
      for (const action of ['play', 'pause', 'stop'] as const) session.setActionHandler(action, null);
    };
  }, [player, title, artist, artwork]);

  useEffect(() => {
    if ('mediaSession' in navigator) navigator.mediaSession.playbackState = playing ? 'playing' : 'paused';
  }, [playing]);
}
