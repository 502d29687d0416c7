import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { LivePlayer } from '../../engine/live/player.ts';
import { INITIAL_SNAPSHOT } from '../../engine/live/player-types.ts';
import { createPlayerView, showPlayerIn, type ViewOptions } from '../../engine/player-view.ts';
import { preparedPlayer } from '../../engine/prepared-player.ts';

const neverChanges = () => () => {};

/** A player that plays `url` while mounted. Its elements appear in `box`, an empty element. */
export function usePlayer(
  url: string | null,
  { preview = false, muted = false, autoplay }: ViewOptions = {},
) {
  const box = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [player, setPlayer] = useState<LivePlayer | null>(null);

  const open = useEffectEvent(
    (options: ViewOptions) => preparedPlayer.take(url, options) ?? createPlayerView(options),
  );
  // Before the browser paints, since a video that leaves the page for longer is paused.
  useLayoutEffect(() => {
    const view = open({ preview, muted, autoplay });
    video.current = view.video;
    if (box.current) showPlayerIn(box.current, view);
    setPlayer(view.player);
    return () => {
      view.player.destroy();
      setPlayer(null);
    };
  }, [preview, muted, autoplay]);

  useEffect(() => player?.load(url), [player, url]);

  const snapshot = useSyncExternalStore(
    player?.store.subscribe ?? neverChanges,
    player?.store.get ?? (() => INITIAL_SNAPSHOT),
    () => INITIAL_SNAPSHOT,
  );
  return { box, video, player, snapshot };
}
