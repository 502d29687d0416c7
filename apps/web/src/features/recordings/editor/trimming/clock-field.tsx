import { useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { parseClock } from '../clock-text.ts';
import { clockOf, exactClockOf } from './trim-draft.ts';

export interface ClockFieldProps {
  label: string;
  valueMs: number;
  /** Shows milliseconds. */
  isExact: boolean;
  onChange: (ms: number) => void;
  /** Where the preview is. */
  position: () => number;
}

/** A time that is typed, or taken from the preview. */
export function ClockField({ label, valueMs, isExact, onChange, position }: ClockFieldProps) {
  /** Null: the field shows the value. */
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div className="flex items-center gap-2">
      <Input
        aria-label={label}
        aria-invalid={typed !== null && parseClock(typed) === null}
        value={typed ?? (isExact ? exactClockOf : clockOf)(valueMs)}
        onChange={({ target }) => {
          setTyped(target.value);
          const ms = parseClock(target.value);
          if (ms !== null) onChange(ms);
        }}
        onBlur={() => setTyped(null)}
        className="max-w-24 tabular-nums"
      />
      <Button
        variant="secondary"
        size="sm"
        aria-label={t('recordings.trim.usePosition', { label })}
        onClick={() => onChange(position())}
      >
        {t('recordings.trim.here')}
      </Button>
    </div>
  );
}
