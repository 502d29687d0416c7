import { useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '@/ui/overlays/dropdown-menu.tsx';
import type { RecordingPlayer } from '../../engine/recording/recording-player.ts';
import { CONTROL } from './control-button.tsx';

export const RATES = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

interface SpeedMenuProps {
  player: RecordingPlayer;
  rate: number;
  onOpenChange: (open: boolean) => void;
}

export function SpeedMenu({ player, rate, onOpenChange }: SpeedMenuProps) {
  const [open, setOpen] = useState(false);
  const change = (next: boolean) => {
    setOpen(next);
    onOpenChange(next);
  };
  return (
    <DropdownMenu open={open} onOpenChange={change} modal={false}>
      <DropdownMenuTrigger
        aria-label={t('live.speed', { rate: String(rate) })}
        className={`${CONTROL} font-semibold text-sm tabular-nums`}
      >
        {rate}×
      </DropdownMenuTrigger>
      <DropdownMenuContent side="top">
        <DropdownMenuRadioGroup value={String(rate)} onValueChange={(value) => player.setRate(Number(value))}>
          {RATES.map((one) => (
            <DropdownMenuRadioItem key={one} value={String(one)}>
              {one === 1 ? t('live.speed.normal') : `${one}×`}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
