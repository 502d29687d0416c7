import { Captions, CaptionsOff } from 'lucide-react';
import { useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '@/ui/overlays/dropdown-menu.tsx';
import { CONTROL } from '../controls/control-button.tsx';
import type { ShownCaptions } from './use-captions.ts';

interface CaptionsMenuProps {
  captions: ShownCaptions;
  onOpenChange: (open: boolean) => void;
}

/** The captions to choose from; nothing where there are none. */
export function CaptionsMenu({ captions, onOpenChange }: CaptionsMenuProps) {
  const [open, setOpen] = useState(false);
  const { tracks, chosen, choose } = captions;
  if (tracks.length === 0) return null;
  const change = (next: boolean) => {
    setOpen(next);
    onOpenChange(next);
  };
  const Icon = chosen === null ? CaptionsOff : Captions;
  return (
    <DropdownMenu open={open} onOpenChange={change} modal={false}>
      <DropdownMenuTrigger
        aria-label={chosen ? t('live.captions.label', { choice: chosen.label }) : t('live.captions.none')}
        aria-keyshortcuts="c"
        className={CONTROL}
      >
        <Icon size={22} aria-hidden="true" />
      </DropdownMenuTrigger>
      <DropdownMenuContent side="top">
        <DropdownMenuRadioGroup
          value={chosen === null ? '' : String(tracks.indexOf(chosen))}
          onValueChange={(value) => choose(value === '' ? null : (tracks[Number(value)] ?? null))}
        >
          <DropdownMenuRadioItem value="">{t('live.captions.off')}</DropdownMenuRadioItem>
          {tracks.map(({ label }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: text tracks have no other identity
            <DropdownMenuRadioItem key={i} value={String(i)}>
              <bdi>{label}</bdi>
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
