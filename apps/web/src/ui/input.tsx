import { clsx } from 'clsx';
import type { InputHTMLAttributes, Ref } from 'react';

export interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>;
}

/** The look that every control one writes or chooses in shares. */
export const controlLook =
  'h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface-1 px-3 text-base text-ink transition-colors duration-(--duration-fast) hover:border-muted focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 focus-visible:rounded-control disabled:opacity-60 aria-invalid:border-live';

export function Input({ className, ...rest }: InputProps) {
  return <input {...rest} className={clsx(controlLook, className)} />;
}
