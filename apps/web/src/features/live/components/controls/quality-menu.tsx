import { Settings } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/ui/overlays/dropdown-menu.tsx';
import type { MediaSnapshot } from '../../engine/media/media-player.ts';
import { AUTO, type Quality } from '../../engine/sources/source.ts';
import type { StreamPlayer } from '../../engine/stream-playback.ts';
import { CONTROL } from './control-button.tsx';
import { Statistics } from './statistics.tsx';

interface QualityMenuProps {
  player: StreamPlayer;
  snapshot: Pick<MediaSnapshot, 'qualities' | 'quality' | 'playingQuality' | 'dataSaver'>;
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
  const { qualities, quality, playingQuality, dataSaver } = snapshot;
  const hasChoice = qualities.length > 1;
  // The best first; hls.js lists the smallest first.
  const renditions = qualities.filter(({ index }) => index >= 0).reverse();
  const others = qualities.filter(({ index }) => index < 0);
  return (
    <DropdownMenu open={open} onOpenChange={change} modal={false}>
      <DropdownMenuTrigger aria-label="Settings" className={CONTROL}>
        <Settings size={21} aria-hidden="true" />
      </DropdownMenuTrigger>
      <DropdownMenuContent
        side="top"
        collisionPadding={8}
        className="max-h-(--radix-dropdown-menu-content-available-height) w-72 overflow-y-auto"
      >
        <DropdownMenuRadioGroup
          aria-label="Quality"
          value={String(quality)}
          onValueChange={(value) => player.chooseQuality(Number(value))}
        >
          {hasChoice && (
            <DropdownMenuRadioItem value={String(AUTO)}>
              {quality === AUTO && playingQuality !== null ? `Auto (${playingQuality})` : 'Auto'}
            </DropdownMenuRadioItem>
          )}
          {[...renditions, ...others].map((one) => (
            <DropdownMenuRadioItem
              key={one.index}
              value={String(hasChoice ? one.index : quality)}
              disabled={!one.isAvailable}
            >
              {one.label}
              <QualityNote quality={one} />
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        {renditions.length > 1 && (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuCheckboxItem
              checked={dataSaver}
              onCheckedChange={(checked) => player.setDataSaver(checked)}
            >
              Data saver
            </DropdownMenuCheckboxItem>
          </>
        )}
        {qualities.length > 0 && <DropdownMenuSeparator />}
        {children}
        <Statistics player={player} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function QualityNote({ quality: { isAvailable, isSource } }: { quality: Quality }) {
  const note = isAvailable ? (isSource ? 'Source' : null) : 'Unavailable right now';
  return note === null ? null : <span className="ms-auto text-faint">{note}</span>;
}
