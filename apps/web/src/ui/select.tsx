import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { Ref, SelectHTMLAttributes } from 'react';
import { controlLook } from './input.tsx';

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  ref?: Ref<HTMLSelectElement>;
}

/** The browser's own list (a wheel on a phone, typing to choose on a desk) in our frame. */
export function Select({ className, children, ...rest }: SelectProps) {
  return (
    <span className="relative block">
      <select {...rest} className={clsx(controlLook, 'appearance-none pr-10', className)}>
        {children}
      </select>
      <ChevronDown
        size={18}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
