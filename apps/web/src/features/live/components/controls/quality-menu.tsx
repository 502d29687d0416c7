import { Settings } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/ui/overlays/dropdown-menu.tsx';
import type { Quality } from '../../engine/sources/source.ts';
import type { StreamPlayer } from '../../engine/stream-playback.ts';
import { CONTROL } from './control-button.tsx';
import { Statistics } from './statistics.tsx';

interface QualityMenuProps {
  player: StreamPlayer;
  snapshot: { readonly qualities: readonly Quality[]; readonly quality: number };
  /** More to do with the video, between the qualities and the statistics. */
  children?: ReactNode;
  onOpenChange: (open: boolean) => void;
}

/** The renditions to choose from, and statistics of what is playing. */
export function QualityMenu({ player, snapshot, children, onOpenChange }: QualityMenuProps) {
  const [open, setOpen] = useState(false);
  const change = (next: boolean) => {
    setOpen(next);
    onOpenChange(next);
  };
  const { qualities, quality } = snapshot;
  return (
    <DropdownMenu open={open} onOpenChange={change} modal={false}>
      <DropdownMenuTrigger aria-label="Settings" className={CONTROL}>
        <Settings size={21} aria-hidden="true" />
      </DropdownMenuTrigger>
      <DropdownMenuContent side="top" className="w-72">
        <DropdownMenuRadioGroup
          value={String(quality)}
          onValueChange={(value) => player.chooseQuality(Number(value))}
        >
          {qualities.length > 1 && <DropdownMenuRadioItem value="-1">Auto</DropdownMenuRadioItem>}
          {qualities.map(({ index, label }) => (
            <DropdownMenuRadioItem key={index} value={String(qualities.length > 1 ? index : quality)}>
              {label}
              {qualities.length === 1 && <span className="ms-auto text-faint">Source</span>}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        {qualities.length > 0 && <DropdownMenuSeparator />}
        {children}
        <Statistics player={player} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
