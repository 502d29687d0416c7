import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { durationInWords } from '../engine/room/duration-words.ts';

/** A duration in seconds, or null for no end, and its name. */
export type Duration<T extends number | null> = readonly [seconds: T, name: string];

export const durationChoice = (seconds: number): Duration<number> => [seconds, durationInWords(seconds)];

interface DurationFieldProps<T extends number | null> {
  label: string;
  durations: readonly Duration<T>[];
  seconds: T;
  onChange: (seconds: T) => void;
}

/** Chooses a duration. */
export function DurationField<T extends number | null>(props: DurationFieldProps<T>) {
  const { label, durations, seconds, onChange } = props;
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={seconds ?? ''}
          onChange={({ target }) => {
            const chosen = durations[target.selectedIndex];
            if (chosen !== undefined) onChange(chosen[0]);
          }}
        >
          {durations.map(([value, name]) => (
            <option key={name} value={value ?? ''}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
