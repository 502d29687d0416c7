import { type ReactNode, useId } from 'react';

interface RadiosProps<Value extends string> {
  legend: string;
  value: Value;
  options: readonly (readonly [value: Value, label: ReactNode])[];
  onChange: (value: Value) => void;
}

/** A choice of one option. */
export function Radios<Value extends string>({ legend, value, options, onChange }: RadiosProps<Value>) {
  const name = useId();
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-3 font-medium text-sm">{legend}</legend>
      {options.map(([option, label]) => (
        <label
          key={option}
          className="flex min-h-12 cursor-pointer items-center gap-3 rounded-control border border-line-strong px-4 py-2 transition-colors duration-(--duration-fast) hover:border-muted has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name={name}
            checked={option === value}
            onChange={() => onChange(option)}
            className="size-5 shrink-0 accent-accent"
          />
          <span className="min-w-0 flex-1 tabular-nums [overflow-wrap:anywhere]">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
