import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';

interface SelectBoxProps {
  label: string;
  checked: boolean;
  /** Whether some of several rows are selected. */
  isPartial?: boolean;
  onToggle: (range: boolean) => void;
  className?: string;
}

/** The checkbox that selects a row, or all of them, with a target large enough for fingers. */
export function SelectBox({ label, checked, isPartial = false, onToggle, className }: SelectBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartial;
  }, [isPartial]);
  return (
    <label className={clsx('inline-grid size-9 cursor-pointer place-items-center', className)}>
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={checked}
        className="size-5 accent-accent"
        onChange={({ nativeEvent }) =>
          // A click of the mouse, or one that the space bar makes.
          onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  );
}
