import { type ReactNode, useId } from 'react';

interface RadiosProps<Value extends string> {
  legend: string;
  value: Value;
  options: readonly (readonly [value: Value, label: ReactNode])[];
  onChange: (value: Value) => void;
}

/** A choice of one. */
export function Radios<Value extends string>({ legend, value, options, onChange }: RadiosProps<Value>) {
  const name = useId();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-medium text-sm">{legend}</legend>
      {options.map(([option, label]) => (
        <label key={option} className="flex min-h-8 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name={name}
            checked={option === value}
            onChange={() => onChange(option)}
            className="size-5 shrink-0 accent-accent"
          />
          <span className="min-w-0 tabular-nums [overflow-wrap:anywhere]">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
