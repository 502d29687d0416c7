import type { Storyboard } from '@tributary/contracts';
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { usePlayback } from '@/lib/use-playback.ts';
import { tileAt } from './storyboard.ts';

/** How long a moving storyboard shows each frame. */
const FRAME_MS = 500;

interface StoryboardTileProps {
  storyboard: Storyboard;
  positionMs: number;
  className?: string;
}

/** A small frame of a recording. Loads the sheet that has it; until then, nothing is drawn. */
export function StoryboardTile({ storyboard, positionMs, className }: StoryboardTileProps) {
  const { columns, rows } = storyboard;
  const { sheet, column, row } = tileAt(storyboard, positionMs);
  const share = (index: number, count: number) => `${(100 * index) / Math.max(1, count - 1)}%`;
  return (
    <div
      aria-hidden="true"
      data-storyboard={sheet}
      className={clsx('aspect-video', className)}
      style={{
        backgroundImage: `url("${sheet}")`,
        backgroundSize: `${100 * columns}% ${100 * rows}%`,
        backgroundPosition: `${share(column, columns)} ${share(row, rows)}`,
      }}
    />
  );
}

/** The first frames of a recording, one after another, in the box around it. Nothing in low-data mode. */
export function MovingStoryboard({ storyboard }: { storyboard: Storyboard }) {
  const { intervalMs, tiles, columns, rows } = storyboard;
  const { lowData } = usePlayback();
  const [tile, setTile] = useState(0);
  // More would load another sheet.
  const count = Math.min(tiles, columns * rows);
  useEffect(() => {
    const timer = setInterval(() => setTile((shown) => (shown + 1) % count), FRAME_MS);
    return () => clearInterval(timer);
  }, [count]);
  if (lowData) return null;
  return <StoryboardTile storyboard={storyboard} positionMs={tile * intervalMs} className="size-full" />;
}
