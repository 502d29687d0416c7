import { useEffect, useEffectEvent, useRef } from 'react';
import { formatClock } from '@/lib/format.ts';
import { type Selection, withEnd, withStart } from '../engine/selection.ts';
import './range-handles.css';

/** How far an arrow key moves a handle, in milliseconds. */
const STEP_MS = 500;

interface RangeHandlesProps {
  /** Null while the length of the recording is not known. */
  selection: Selection | null;
  onChange: (selection: Selection) => void;
  /** A handle was let go of. */
  onChanged: () => void;
}

/** Two handles on one track: where a clip starts and where it ends. */
export function RangeHandles({ selection, onChange, onChanged }: RangeHandlesProps) {
  const { from, to, start, end } = selection ?? { from: 0, to: 1, start: 0, end: 1 };
  const percent = (at: number) => `${(100 * (at - from)) / (to - from)}%`;
  return (
    <div className={selection === null ? 'invisible' : undefined}>
      <div className="clip-range relative h-8">
        <div className="absolute inset-x-3 top-3 h-2 rounded-full bg-line-strong">
          <div
            className="absolute h-full bg-accent"
            style={{ left: percent(start), right: `calc(100% - ${percent(end)})` }}
          />
        </div>
        <Handle
          label="Start"
          value={start}
          selection={selection}
          onChange={(value) => selection && onChange(withStart(selection, value))}
          onChanged={onChanged}
        />
        <Handle
          label="End"
          value={end}
          selection={selection}
          onChange={(value) => selection && onChange(withEnd(selection, value))}
          onChanged={onChanged}
        />
      </div>
      <p className="flex justify-between text-muted text-sm tabular-nums">
        <span>{formatClock(start / 1000)}</span>
        <span className="font-semibold text-ink">{Math.round((end - start) / 1000)} seconds</span>
        <span>{formatClock(end / 1000)}</span>
      </p>
    </div>
  );
}

interface HandleProps extends Pick<RangeHandlesProps, 'selection' | 'onChanged'> {
  label: string;
  value: number;
  onChange: (value: number) => void;
}

function Handle({ label, value, selection, onChange, onChanged }: HandleProps) {
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
      min={selection?.from ?? 0}
      max={selection?.to ?? 1}
      step={STEP_MS}
      value={value}
      disabled={selection === null}
      onChange={({ target }) => onChange(target.valueAsNumber)}
    />
  );
}
