import { clsx } from 'clsx';
import type { Ref, TextareaHTMLAttributes } from 'react';
import { controlLook } from './input.tsx';

interface TextareaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>;
}

/** Several lines; it grows with what is written. */
export function Textarea({ className, ...rest }: TextareaProps) {
  return (
    <textarea
      {...rest}
      className={clsx(
        controlLook,
        'h-auto min-h-28 resize-y py-2.5 leading-6 [field-sizing:content]',
        className,
      )}
    />
  );
}
