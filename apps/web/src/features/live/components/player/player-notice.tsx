import { Play, VolumeX } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Mark } from '@/ui/brand/mark.tsx';
import { Button } from '@/ui/button.tsx';
import { Spinner } from '@/ui/feedback/loading.tsx';
import type { LivePlayer } from '../../engine/player.ts';
import type { PlayerState } from '../../engine/player-state.ts';
import type { PlayerSnapshot } from '../../engine/player-types.ts';

const SPINNER_AFTER_MS = 300;

interface PlayerNoticeProps {
  player: LivePlayer;
  snapshot: PlayerSnapshot;
  /** Who is streaming, to say whom we wait for. */
  streamer: string;
  graceSeconds: number;
  /** The streamer ended the signal, rather than losing it. */
  stopped: boolean;
  /** What to do after the end. */
  afterEnd?: ReactNode;
}

/** What the picture cannot say by itself, laid over it. */
export function PlayerNotice({
  player,
  snapshot,
  streamer,
  graceSeconds,
  stopped,
  afterEnd,
}: PlayerNoticeProps) {
  const { state, mutedByBrowser } = snapshot;
  switch (state.kind) {
    case 'idle':
    case 'paused':
      return null;
    case 'playing':
      return mutedByBrowser ? <Unmute player={player} /> : null;
    case 'loading':
    case 'stalled':
      return <LateSpinner key={state.kind} />;
    case 'blocked':
      return (
        <div className="absolute inset-0 flex items-center justify-center bg-scrim">
          <button
            type="button"
            aria-label="Play"
            onClick={() => player.play()}
            className="flex size-20 items-center justify-center rounded-full bg-on-picture text-[oklch(0.17_0.015_220)] shadow-float"
          >
            <Play size={34} fill="currentColor" aria-hidden="true" className="ms-1" />
          </button>
        </div>
      );
    default:
      return (
        <Holding>
          <Sentence state={state} streamer={streamer} graceSeconds={graceSeconds} stopped={stopped} />
          {state.kind === 'ended' && afterEnd}
          {state.kind === 'failed' && (
            <Button variant="secondary" onClick={() => player.retry()}>
              Try Again
            </Button>
          )}
        </Holding>
      );
  }
}

interface SentenceProps {
  state: Extract<PlayerState, { kind: 'reconnecting' | 'interrupted' | 'ended' | 'failed' }>;
  streamer: string;
  graceSeconds: number;
  stopped: boolean;
}

function Sentence({ state, streamer, graceSeconds, stopped }: SentenceProps) {
  switch (state.kind) {
    case 'interrupted':
      return stopped ? (
        <Words title="The streamer stopped">
          This stream ends within {graceSeconds} seconds, unless <bdi>{streamer}</bdi> comes back.
        </Words>
      ) : (
        <Words title="The signal stopped">
          The picture holds for up to {graceSeconds} seconds while <bdi>{streamer}</bdi> reconnects.
        </Words>
      );
    case 'reconnecting':
      return state.trouble === 'offline' ? (
        <Words title="You are offline">The stream goes on by itself as soon as you are connected.</Words>
      ) : (
        <Words title="The server does not answer">Trying again by itself; there is no need to reload.</Words>
      );
    case 'ended':
      return <Words title="This stream has ended">Thank you for watching.</Words>;
    case 'failed':
      return <Words title="This stream can't be played">{state.reason}</Words>;
  }
}

function Words({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="font-display font-semibold text-lg">{title}</p>
      <p className="max-w-[44ch] text-balance text-sm opacity-90 sm:text-base">{children}</p>
    </div>
  );
}

/** The last picture, dimmed, with words over it. */
export function Holding({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
      className="absolute inset-0 flex animate-fade flex-col items-center justify-center gap-3 bg-scrim p-4 text-center text-on-picture sm:gap-4"
    >
      <Mark className="size-8 opacity-80 max-sm:hidden" />
      {children}
    </div>
  );
}

/** Most waits are over before a spinner would be seen; those show none. */
function LateSpinner() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SPINNER_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!late) return null;
  return (
    <div className="pointer-events-none absolute inset-0 flex animate-fade items-center justify-center text-on-picture">
      <Spinner size={52} label="Loading" />
    </div>
  );
}

function Unmute({ player }: { player: LivePlayer }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 top-(--notice-top,1rem) flex justify-center sm:top-(--notice-top,1.5rem)">
      <button
        type="button"
        onClick={() => player.setMuted(false)}
        className="pointer-events-auto flex h-12 animate-enter items-center gap-3 rounded-full bg-on-picture pe-6 ps-5 font-semibold text-[oklch(0.17_0.015_220)] shadow-float"
      >
        <VolumeX size={22} aria-hidden="true" />
        Unmute
      </button>
    </div>
  );
}
