import { Pause, Play, RotateCcw } from 'lucide-react';
import { t } from '@/lib/messages/t.ts';
import type { ActivePlayer } from '../player/use-stream-playback.ts';
import { ControlButton } from './control-button.tsx';

/** Plays, pauses, goes back to live, or plays an ended recording again. */
export function PlayButton({ active }: { active: ActivePlayer }) {
  const { kind } = active.snapshot.state;
  const paused = kind === 'paused' || kind === 'blocked';
  const suspended = active.kind === 'live' && active.snapshot.suspended;
  const label =
    kind === 'ended'
      ? t('live.play.again')
      : paused
        ? suspended
          ? t('live.play.live')
          : t('live.play')
        : t('live.pause');
  return (
    <ControlButton label={label} shortcut="k" onClick={() => active.player.toggle()}>
      {kind === 'ended' ? (
        <RotateCcw size={22} aria-hidden="true" />
      ) : paused ? (
        <Play size={22} fill="currentColor" aria-hidden="true" />
      ) : (
        <Pause size={22} fill="currentColor" aria-hidden="true" />
      )}
    </ControlButton>
  );
}
