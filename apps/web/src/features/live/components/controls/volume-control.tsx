import { Volume1, Volume2, VolumeX } from 'lucide-react';
import { t } from '@/lib/messages/t.ts';
import type { SoundState } from '../../engine/media/sound.ts';
import type { StreamPlayer } from '../../engine/stream-playback.ts';
import { ControlButton } from './control-button.tsx';

/** Mute, and a slider except on touch screens, since phones have volume keys, and where the other controls need its room. */
export function VolumeControl({ player, snapshot }: { player: StreamPlayer; snapshot: SoundState }) {
  const level = snapshot.muted ? 0 : snapshot.volume;
  const Icon = level === 0 ? VolumeX : level < 0.5 ? Volume1 : Volume2;
  return (
    <div className="group/volume flex items-center">
      <ControlButton
        label={snapshot.muted ? t('live.unmute') : t('live.mute')}
        shortcut="m"
        onClick={() => player.setMuted(!snapshot.muted)}
      >
        <Icon size={22} aria-hidden="true" />
      </ControlButton>
      <input
        type="range"
        aria-label={t('live.volume')}
        aria-valuetext={t('live.volume.percent', { percent: String(Math.round(level * 100)) })}
        min={0}
        max={1}
        step={0.05}
        value={level}
        onChange={(event) => player.setVolume(event.target.valueAsNumber)}
        className="player-slider mx-1 w-20 max-sm:hidden pointer-coarse:hidden"
        style={{ '--level': `${level * 100}%` } as React.CSSProperties}
      />
    </div>
  );
}
