import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { formatClock } from '@/lib/format/times.ts';
import { t } from '@/lib/messages/t.ts';
import './range-handles.css';

/** A range of a video in milliseconds. */
interface ChosenRange {
  /** The start of the available range. */
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

interface RangeHandlesProps {
  /** Null while the length of the video is unknown. */
  range: ChosenRange | null;
  /** The distance in milliseconds by which an arrow key moves a handle. */
  stepMs: number;
  onStart: (value: number) => void;
  onEnd: (value: number) => void;
  /** Called when a handle is released. */
  onChanged?: () => void;
  /** The parts of the range that are not chosen. */
  gaps?: readonly { readonly startMs: number; readonly endMs: number }[];
  /** Content between the times of start and end. */
  children: ReactNode;
}

/** Two handles on one track, for the start and the end of a part of a video. */
export function RangeHandles(props: RangeHandlesProps) {
  const { range, stepMs, onStart, onEnd, onChanged = () => {}, gaps = [], children } = props;
  const { from, to, start, end } = range ?? { from: 0, to: 1, start: 0, end: 1 };
  const percent = (at: number) => `${(100 * (at - from)) / (to - from)}%`;
  const between = (startMs: number, endMs: number) => ({
    left: percent(startMs),
    right: `calc(100% - ${percent(endMs)})`,
  });
  const handle = { from, to, stepMs, disabled: range === null, onChanged };
  return (
    // The track runs from left to right in every language, like the player’s timeline above it.
    <div dir="ltr" className={range === null ? 'invisible' : undefined}>
      <div className="range-handles relative h-8">
        <div className="absolute inset-x-3 top-3 h-2 rounded-full bg-line-strong">
          <div className="absolute h-full bg-accent" style={between(start, end)} />
          {gaps.map(({ startMs, endMs }) => (
            <div key={startMs} className="absolute h-full bg-line-strong" style={between(startMs, endMs)} />
          ))}
        </div>
        <Handle label={t('ui.range.start')} value={start} onChange={onStart} {...handle} />
        <Handle label={t('ui.range.end')} value={end} onChange={onEnd} {...handle} />
      </div>
      <p className="flex justify-between text-muted text-sm tabular-nums">
        <span>{formatClock(start / 1000)}</span>
        <bdi className="font-semibold text-ink">{children}</bdi>
        <span>{formatClock(end / 1000)}</span>
      </p>
    </div>
  );
}

interface HandleProps {
  label: string;
  from: number;
  to: number;
  stepMs: number;
  value: number;
  disabled: boolean;
  onChange: (value: number) => void;
  onChanged: () => void;
}

function Handle({ label, from, to, stepMs, value, disabled, onChange, onChanged }: HandleProps) {
  const input = useRef<HTMLInputElement>(null);
  const changed = useEffectEvent(onChanged);
  useEffect(() => {
    const element = input.current;
    // React has no event for the end of a drag: its onChange is the input event.
    const listener = () => changed();
    element?.addEventListener('change', listener);
    return () => element?.removeEventListener('change', listener);
  }, []);
  return (
    <input
      ref={input}
      type="range"
      aria-label={label}
      aria-valuetext={formatClock(value / 1000)}
      min={from}
      max={to}
      step={stepMs}
      value={value}
      disabled={disabled}
      onChange={({ target }) => onChange(target.valueAsNumber)}
    />
  );
}
