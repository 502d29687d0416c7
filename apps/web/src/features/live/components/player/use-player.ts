import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { playback } from '@/lib/playback.ts';
import { browserNetwork, systemClock } from '../../engine/environment.ts';
import { captureFrame } from '../../engine/media-element.ts';
import { LivePlayer } from '../../engine/player.ts';
import { INITIAL_SNAPSHOT, type StartOptions } from '../../engine/player-types.ts';
import { openSource } from '../../engine/sources/open-source.ts';

const neverChanges = () => () => {};

/** A player that plays `url` while mounted. Render `video` and, on top of it, `heldFrame`. */
export function usePlayer(
  url: string | null,
  { preview = false, muted = false, autoplay }: { preview?: boolean } & StartOptions = {},
) {
  const video = useRef<HTMLVideoElement>(null);
  const heldFrame = useRef<HTMLCanvasElement>(null);
  const [player, setPlayer] = useState<LivePlayer | null>(null);

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const created = new LivePlayer({
      video: element,
      preview,
      muted,
      autoplay: preview || (autoplay ?? playback().autoplay),
      environment: { clock: systemClock, network: browserNetwork },
      openSource: (source, events) =>
        openSource(element, source, events, { preview, ...playback() }, systemClock),
      holdFrame: () => heldFrame.current && captureFrame(element, heldFrame.current),
    });
    setPlayer(created);
    return () => {
      created.destroy();
      setPlayer(null);
    };
  }, [preview, muted, autoplay]);

  useEffect(() => player?.load(url), [player, url]);

  const snapshot = useSyncExternalStore(
    player?.store.subscribe ?? neverChanges,
    player?.store.get ?? (() => INITIAL_SNAPSHOT),
    () => INITIAL_SNAPSHOT,
  );
  return { video, heldFrame, player, snapshot };
}
