import { useId } from 'react';

interface ChoiceChipsProps {
  legend: string;
  hint?: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}

/** A choice of one of a few options, which are all in view. */
export function ChoiceChips({ legend, hint, value, options, onChange }: ChoiceChipsProps) {
  const name = useId();
  return (
    <fieldset className="min-w-0 pb-2" aria-describedby={hint && `${name}-hint`}>
      <legend className="mb-2 font-medium text-sm">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(([option, label]) => (
          <label
            key={option}
            className="flex min-h-10 cursor-pointer items-center rounded-control border border-line-strong px-3 text-sm transition-colors duration-(--duration-fast) hover:border-muted has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={name}
              checked={option === value}
              onChange={() => onChange(option)}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
      {hint && (
        <p id={`${name}-hint`} className="mt-2 text-muted text-sm">
          {hint}
        </p>
      )}
    </fieldset>
  );
}
