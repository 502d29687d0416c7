import type { Storyboard } from '@tributary/contracts/shared';
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { usePlayback } from '@/lib/use-playback.ts';
import { type Tile, tileAt } from './storyboard.ts';

/** How long a moving storyboard shows each frame. */
const FRAME_MS = 500;

interface StoryboardTileProps {
  storyboard: Storyboard;
  positionMs: number;
  className?: string;
}

/** A small frame of a recording. Until its sheet is loaded, the previous frame is drawn, or nothing. */
export function StoryboardTile({ storyboard, positionMs, className }: StoryboardTileProps) {
  const { columns, rows } = storyboard;
  const { drawn, loading, onLoad, onError } = useLoadedTile(tileAt(storyboard, positionMs));
  if (drawn === null && loading === null) return null;
  return (
    <div aria-hidden="true" className={clsx('relative aspect-video overflow-hidden', className)}>
      {drawn && (
        <img
          src={drawn.sheet}
          alt=""
          className="absolute max-w-none"
          style={{
            width: `${100 * columns}%`,
            height: `${100 * rows}%`,
            left: `${-100 * drawn.column}%`,
            top: `${-100 * drawn.row}%`,
          }}
        />
      )}
      {loading && (
        <img
          key={loading.sheet}
          src={loading.sheet}
          alt=""
          className="absolute size-0"
          onLoad={onLoad}
          onError={onError}
        />
      )}
    </div>
  );
}

/** Loads one sheet at a time, however fast the wanted tile changes. */
function useLoadedTile(wanted: Tile) {
  const [drawn, setDrawn] = useState<Tile | null>(null);
  const [loading, setLoading] = useState<Tile | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const isDrawn = drawn?.sheet === wanted.sheet;
  if (loading === null && !isDrawn && failed !== wanted.sheet) setLoading(wanted);
  return {
    drawn: isDrawn ? wanted : drawn,
    loading,
    onLoad() {
      setDrawn(loading);
      setLoading(null);
    },
    onError() {
      setFailed(loading?.sheet ?? null);
      setLoading(null);
    },
  };
}

/** The first frames of a recording, one after another, in the box around it. Renders nothing in low-data mode. */
export function MovingStoryboard({ storyboard }: { storyboard: Storyboard }) {
  const { intervalMs, tiles, columns, rows } = storyboard;
  const { lowData } = usePlayback();
  const [tile, setTile] = useState(0);
  // More frames would load another sheet.
  const count = Math.min(tiles ?? 1, columns * rows);
  useEffect(() => {
    const timer = setInterval(() => setTile((shown) => (shown + 1) % count), FRAME_MS);
    return () => clearInterval(timer);
  }, [count]);
  if (lowData) return null;
  return <StoryboardTile storyboard={storyboard} positionMs={tile * intervalMs} className="size-full" />;
}
