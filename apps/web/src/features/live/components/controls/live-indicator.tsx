import { clsx } from 'clsx';
import { formatLatency } from '@/lib/format.ts';
import type { LivePlayer } from '../../engine/player.ts';
import type { PlayerSnapshot } from '../../engine/player-types.ts';

/** How far playback is behind live, as a button back to live where that is far. Its width may change, so it comes last. */
export function LiveIndicator({ player, snapshot }: { player: LivePlayer; snapshot: PlayerSnapshot }) {
  const { latency, behind, state } = snapshot;
  const live = !behind && state.kind === 'playing';
  const distance = latency === null ? null : formatLatency(latency);
  const text = (
    <>
      <span
        aria-hidden="true"
        className={clsx('size-2 rounded-full', live ? 'animate-live bg-live' : 'bg-on-media/50')}
      />
      <span>{behind ? 'Go to live' : 'LIVE'}</span>
      {distance !== null && (
        <span className="min-w-[4.5ch] text-start font-medium tabular-nums opacity-85">
          <span aria-hidden="true">{behind ? '−' : '· '}</span>
          {distance}
          <span className="sr-only"> behind live</span>
        </span>
      )}
    </>
  );
  const look =
    'flex h-10 items-center gap-1.5 whitespace-nowrap rounded-control px-2.5 font-semibold text-sm';
  if (!behind) return <div className={look}>{text}</div>;
  return (
    <button
      type="button"
      onClick={() => player.goToLive()}
      aria-keyshortcuts="l"
      className={clsx(look, 'hover:bg-on-media/15 focus-visible:outline-on-media')}
    >
      {text}
    </button>
  );
}
