import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { LivePlayer } from '../../engine/live/player.ts';
import { INITIAL_SNAPSHOT, type PlayerSnapshot, type StartOptions } from '../../engine/live/player-types.ts';
import { RecordingPlayer, type RecordingSnapshot } from '../../engine/recording/recording-player.ts';
import { StreamPlayback, type Target } from '../../engine/stream-playback.ts';

const neverChanges = () => () => {};
const NOTHING = { player: null, video: null };

/** The player of a stream, live or recorded, and what it does. */
export type ActivePlayer =
  | { readonly kind: 'live'; readonly player: LivePlayer; readonly snapshot: PlayerSnapshot }
  | { readonly kind: 'recording'; readonly player: RecordingPlayer; readonly snapshot: RecordingSnapshot };

/** Plays `target` while mounted. The player's elements appear in `box`, an empty element. */
export function useStreamPlayback(target: Target | null, { muted = false, autoplay }: StartOptions = {}) {
  const box = useRef<HTMLDivElement>(null);
  const [playback, setPlayback] = useState<StreamPlayback | null>(null);

  // Before the browser paints, since a video that leaves the page for longer is paused.
  useLayoutEffect(() => {
    if (box.current === null) return;
    const created = new StreamPlayback(box.current, { muted, autoplay });
    setPlayback(created);
    return () => created.leave();
  }, [muted, autoplay]);
  useLayoutEffect(() => {
    playback?.show(target);
  }, [playback, target]);

  const { player, video } = useSyncExternalStore(
    playback?.store.subscribe ?? neverChanges,
    playback?.store.get ?? (() => NOTHING),
  );
  const snapshot = useSyncExternalStore<PlayerSnapshot | RecordingSnapshot>(
    player?.store.subscribe ?? neverChanges,
    player?.store.get ?? (() => INITIAL_SNAPSHOT),
  );
  return { box, video, active: activeOf(player, snapshot), snapshot };
}

function activeOf(
  player: LivePlayer | RecordingPlayer | null,
  snapshot: PlayerSnapshot | RecordingSnapshot,
): ActivePlayer | null {
  if (player instanceof LivePlayer && 'behind' in snapshot) return { kind: 'live', player, snapshot };
  if (player instanceof RecordingPlayer && 'rate' in snapshot) return { kind: 'recording', player, snapshot };
  return null;
}
