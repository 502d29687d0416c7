import { clsx } from 'clsx';
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { formatPosition, speakPosition, type Timeline } from '../../engine/timeline.ts';

/** How far an arrow key moves playback. */
export const SEEK_STEP_SECONDS = 5;
const PAGE_SECONDS = 60;

const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -SEEK_STEP_SECONDS],
  ['ArrowDown', -SEEK_STEP_SECONDS],
  ['ArrowRight', SEEK_STEP_SECONDS],
  ['ArrowUp', SEEK_STEP_SECONDS],
  ['PageDown', -PAGE_SECONDS],
  ['PageUp', PAGE_SECONDS],
]);

interface SeekBarProps {
  timeline: Timeline;
  /** Where chapters begin, in seconds. */
  marks: readonly number[];
  /** Called while a finger or pointer is over a position or drags to it, and where keys seek. */
  preview: (position: number) => React.ReactNode;
  onSeek: (position: number) => void;
  onSeekBy: (seconds: number) => void;
}

/** Where playback is between the beginning (left) and the end (right). Dragging seeks when released. */
export function SeekBar({ timeline, marks, preview, onSeek, onSeekBy }: SeekBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const [dragging, setDragging] = useState(false);
  const [byKeys, setByKeys] = useState(false);
  const { start, end, bufferedTo } = timeline;
  const length = end - start;
  const disabled = length <= 0;
  const previewed = pointed ?? (byKeys && !disabled ? timeline.position : null);
  const shown = dragging && pointed !== null ? { ...timeline, position: pointed } : timeline;
  // Without anything to seek in, playback is at live or before all that could be sought.
  const percent = (position: number) =>
    disabled
      ? Number(position >= end) * 100
      : Math.min(100, Math.max(0, (100 * (position - start)) / length));

  const positionOf = (event: PointerEvent) => {
    const { left = 0, width = 1 } = bar.current?.getBoundingClientRect() ?? {};
    return start + length * Math.min(1, Math.max(0, (event.clientX - left) / width));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS.get(event.key);
    if (disabled || (step === undefined && event.key !== 'Home' && event.key !== 'End')) return;
    event.preventDefault();
    setByKeys(true);
    if (step !== undefined) onSeekBy(step);
    else onSeek(event.key === 'Home' ? start : end);
  };
  const finish = () => {
    setDragging(false);
    setPointed(null);
  };
  return (
    <div className="group/seek relative px-1.5">
      <div
        role="slider"
        tabIndex={disabled ? -1 : 0}
        aria-label={t('live.seek')}
        aria-disabled={disabled}
        aria-valuemin={Math.round(start)}
        aria-valuemax={Math.round(end)}
        aria-valuenow={Math.round(shown.position)}
        aria-valuetext={speakPosition(shown)}
        onKeyDown={onKeyDown}
        onFocus={({ currentTarget }) => setByKeys(currentTarget.matches(':focus-visible'))}
        onBlur={() => setByKeys(false)}
        onPointerDown={(event) => {
          if (disabled || event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setPointed(positionOf(event));
          setByKeys(false);
          setDragging(true);
        }}
        onPointerMove={(event) => {
          if (!disabled && (dragging || event.pointerType === 'mouse')) setPointed(positionOf(event));
        }}
        onPointerLeave={() => !dragging && setPointed(null)}
        onPointerUp={(event) => {
          if (dragging) onSeek(positionOf(event));
          finish();
        }}
        onPointerCancel={finish}
        className="relative block h-6 w-full cursor-pointer touch-none rounded-control outline-none aria-disabled:cursor-default pointer-coarse:h-9 focus-visible:outline-2 focus-visible:outline-on-media"
      >
        <Track
          bar={bar}
          buffered={percent(bufferedTo)}
          played={percent(shown.position)}
          marks={marks.map(percent)}
          isDragging={dragging}
          disabled={disabled}
        />
      </div>
      {previewed !== null && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute bottom-full mb-1 flex -translate-x-1/2 flex-col items-center gap-1 [--reach:4.75rem] sm:[--reach:6.75rem]"
          style={{ left: `clamp(var(--reach), ${percent(previewed)}%, calc(100% - var(--reach)))` }}
        >
          {preview(previewed)}
          <span className="rounded-control bg-media-shade px-2 py-0.5 font-semibold text-sm tabular-nums">
            {formatPosition(timeline, previewed)}
          </span>
        </div>
      )}
    </div>
  );
}

interface TrackProps {
  bar: RefObject<HTMLDivElement | null>;
  /** In percent of the bar, as all positions. */
  buffered: number;
  played: number;
  marks: readonly number[];
  isDragging: boolean;
  disabled: boolean;
}

/** The line with what is buffered and played, and the handle. */
function Track({ bar, buffered, played, marks, isDragging, disabled }: TrackProps) {
  return (
    <>
      <div
        ref={bar}
        className={clsx(
          'pointer-events-none absolute inset-x-0 top-1/2 h-1 -translate-y-1/2 overflow-hidden rounded-full bg-on-media/30 transition-[height] duration-(--duration-fast) motion-reduce:transition-none',
          isDragging ? 'h-1.5' : 'group-hover/seek:h-1.5',
        )}
      >
        <div className="absolute inset-y-0 left-0 bg-on-media/35" style={{ width: `${buffered}%` }} />
        <div className="absolute inset-y-0 left-0 bg-on-media" style={{ width: `${played}%` }} />
        {marks.map((mark) => (
          <span
            key={mark}
            className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-black"
            style={{ left: `${mark}%` }}
          />
        ))}
      </div>
      <span
        aria-hidden="true"
        className={clsx(
          'pointer-events-none absolute top-1/2 size-3.5 -translate-x-1/2 -translate-y-1/2 rounded-full bg-on-media',
          isDragging && 'scale-125',
          disabled && 'opacity-50',
        )}
        style={{ left: `${played}%` }}
      />
    </>
  );
}
