import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { playback } from '@/lib/playback.ts';
import { holdPicture } from '../../engine/media-element.ts';
import { LivePlayer } from '../../engine/player.ts';
import type { Opening, PlayerSnapshot } from '../../engine/player-types.ts';
import { openSource } from '../../engine/sources/open-source.ts';

const BEFORE_MOUNT: PlayerSnapshot = {
  state: { kind: 'idle' },
  muted: false,
  volume: 1,
  mutedByBrowser: false,
  latency: null,
  behind: false,
  held: false,
  qualities: [],
  quality: -1,
};

const never = () => () => {};

/** A player for one media element; render `video` and, over it, `hold`. It plays `url` while mounted. */
export function usePlayer(
  url: string | null,
  { preview = false, muted = false, autoplay }: { preview?: boolean } & Opening = {},
) {
  const video = useRef<HTMLVideoElement>(null);
  const hold = useRef<HTMLCanvasElement>(null);
  const [player, setPlayer] = useState<LivePlayer | null>(null);

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const made = new LivePlayer({
      video: element,
      preview,
      muted,
      waits: !preview && !(autoplay ?? playback().autoplay),
      openSource: (target, source, events) => openSource(target, source, events, { preview, ...playback() }),
      holdPicture: () => hold.current && holdPicture(element, hold.current),
    });
    setPlayer(made);
    return () => {
      made.destroy();
      setPlayer(null);
    };
  }, [preview, muted, autoplay]);

  useEffect(() => player?.load(url), [player, url]);

  const snapshot = useSyncExternalStore(
    player?.store.subscribe ?? never,
    player?.store.get ?? (() => BEFORE_MOUNT),
    () => BEFORE_MOUNT,
  );
  return { video, hold, player, snapshot };
}
