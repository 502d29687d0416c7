import { type CSSProperties, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatClock } from '@/lib/format.ts';
import type { LivePlayer } from '../../engine/player.ts';
import type { PlayerSnapshot } from '../../engine/player-types.ts';

/** How far an arrow key moves playback. */
export const SEEK_STEP_SECONDS = 5;

const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -SEEK_STEP_SECONDS],
  ['ArrowDown', -SEEK_STEP_SECONDS],
  ['ArrowRight', SEEK_STEP_SECONDS],
  ['ArrowUp', SEEK_STEP_SECONDS],
]);

/** Where playback is between the earliest moment (left) and live (right). Dragging seeks when released. */
export function SeekBar({ player, snapshot }: { player: LivePlayer; snapshot: PlayerSnapshot }) {
  const input = useRef<HTMLInputElement>(null);
  /** Seconds from live, so zero or negative; null while nothing is dragged. */
  const [dragged, setDragged] = useState<number | null>(null);
  const commit = useEffectEvent(() => {
    if (dragged !== null) player.seek(-dragged);
    setDragged(null);
  });
  useEffect(() => {
    const element = input.current;
    // React has no event for the end of a drag: its onChange is the input event.
    const listener = () => commit();
    element?.addEventListener('change', listener);
    return () => element?.removeEventListener('change', listener);
  }, []);

  const { rewindSeconds, behind, latency } = snapshot;
  const offset = dragged ?? (behind ? -(latency ?? 0) : 0);
  const position = Math.max(-rewindSeconds, offset);
  // Without anything to rewind into, playback is at live or before all that could be sought.
  const level = `${100 * (rewindSeconds === 0 ? Number(offset === 0) : 1 + position / rewindSeconds)}%`;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS.get(event.key);
    if (step === undefined) return;
    event.preventDefault();
    player.seekBy(step);
  };
  return (
    <div className="relative px-1.5">
      <input
        ref={input}
        type="range"
        aria-label="Seek"
        aria-valuetext={offset === 0 ? 'Live' : `${Math.round(-offset)} seconds behind live`}
        min={-rewindSeconds}
        max={0}
        step="any"
        value={position}
        disabled={rewindSeconds === 0}
        onChange={(event) => setDragged(event.target.valueAsNumber)}
        onKeyDown={onKeyDown}
        className="player-slider block h-6 w-full"
        style={{ '--level': level } as CSSProperties}
      />
      {dragged !== null && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute bottom-full -translate-x-1/2 rounded-control bg-media-shade px-2 py-0.5 font-semibold text-sm tabular-nums"
          style={{ left: `clamp(2rem, ${level}, calc(100% - 2rem))` }}
        >
          {dragged === 0 ? 'Live' : `−${formatClock(Math.round(-dragged))}`}
        </span>
      )}
    </div>
  );
}
