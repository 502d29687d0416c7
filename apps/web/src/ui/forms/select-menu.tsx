import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { controlLook } from './inputs.tsx';
import './select-menu.css';

interface SelectMenuProps<Value extends string> {
  label: string;
  options: readonly (readonly [value: Value, label: string])[];
  value: Value;
  onChange: (value: Value) => void;
}

/**
 * A choice from a short list. Its list has the style of our menus where the browser can style it, and is the browser's own
 * elsewhere.
 */
export function SelectMenu<Value extends string>({
  label,
  options,
  value,
  onChange,
}: SelectMenuProps<Value>) {
  return (
    <span className="relative block">
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find(([option]) => option === target.value);
          if (chosen) onChange(chosen[0]);
        }}
        className={clsx(controlLook, 'select-menu cursor-pointer appearance-none truncate pe-10')}
      >
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
      <ChevronDown
        size={18}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 end-3 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
