import { type PointerEvent, useEffect, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { LONG_STEP_SECONDS } from './keyboard-shortcuts.tsx';

const DOUBLE_TAP_MS = 300;
const SHOWN_MS = 600;
/** The part of the width at either side that takes double taps. */
const SIDE = 0.35;

interface Tap {
  readonly atMs: number;
  readonly direction: -1 | 0 | 1;
}

/**
 * Seeks by double taps at the sides of the video.
 * @param onTap a tap that is not the second one
 */
export function useDoubleTap(onSeekBy: (seconds: number) => void, onTap: () => void) {
  const [last, setLast] = useState<Tap | null>(null);
  const [shown, setShown] = useState<-1 | 0 | 1>(0);
  useEffect(() => {
    if (shown === 0) return;
    const timer = setTimeout(() => setShown(0), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);

  const tap = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const at = (event.clientX - left) / width;
    const direction = at < SIDE ? -1 : at > 1 - SIDE ? 1 : 0;
    const isSecond =
      last !== null &&
      direction !== 0 &&
      last.direction === direction &&
      event.timeStamp - last.atMs < DOUBLE_TAP_MS;
    setLast({ atMs: event.timeStamp, direction });
    if (!isSecond) return onTap();
    setShown(direction);
    onSeekBy(direction * LONG_STEP_SECONDS);
  };
  return { tap, shown };
}

/** Says for a moment what a double tap did. */
export function DoubleTapFeedback({ direction }: { direction: -1 | 0 | 1 }) {
  if (direction === 0) return null;
  return (
    <div
      aria-hidden="true"
      className={`pointer-events-none absolute inset-y-0 flex w-1/3 animate-fade items-center justify-center ${direction < 0 ? 'left-0' : 'right-0'}`}
    >
      <span className="rounded-full bg-media-shade px-4 py-2 font-semibold text-sm">
        {t('live.skip', { sign: direction < 0 ? '−' : '+', seconds: String(LONG_STEP_SECONDS) })}
      </span>
    </div>
  );
}
