import type { Chapter } from '@tributary/contracts/shared';
import { Link2 } from 'lucide-react';
import { formatClock } from '@/lib/format/times.ts';
import { t } from '@/lib/messages/t.ts';
import { useCopy } from '@/ui/forms/copy-field.tsx';
import { DropdownMenuItem, DropdownMenuSeparator } from '@/ui/overlays/dropdown-menu.tsx';
import { writeStartTime } from '../../engine/recording/start-time.ts';

interface RecordingMenuProps {
  /** The address of the page that plays the recording. */
  path: string;
  /** In seconds. */
  position: number;
  chapters: readonly Chapter[];
  onSeek: (position: number) => void;
}

/** A link to the present position, and the chapters. */
export function RecordingMenu({ path, position, chapters, onSeek }: RecordingMenuProps) {
  const url = new URL(`${path}?t=${writeStartTime(position)}`, location.origin).href;
  const { copy } = useCopy(url, t('live.link'));
  return (
    <>
      <DropdownMenuItem onSelect={() => void copy()}>
        <Link2 size={17} aria-hidden="true" />
        {t('live.copyAt', { time: formatClock(position) })}
      </DropdownMenuItem>
      {chapters.length > 0 && <DropdownMenuSeparator />}
      {chapters.map(({ startMs, title }) => (
        <DropdownMenuItem key={startMs} onSelect={() => onSeek(startMs / 1000)}>
          <span className="text-faint tabular-nums">{formatClock(startMs / 1000)}</span>
          <bdi className="truncate">{title}</bdi>
        </DropdownMenuItem>
      ))}
      <DropdownMenuSeparator />
    </>
  );
}
