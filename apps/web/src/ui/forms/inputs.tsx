import { clsx } from 'clsx';
import { ChevronDown, Eye, EyeOff } from 'lucide-react';
import {
  type InputHTMLAttributes,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useState,
} from 'react';
import { t } from '@/lib/messages/t.ts';

export interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>;
}

/** The style of all text controls. */
export const controlLook =
  'h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface-1 px-3 text-base text-ink transition-colors duration-(--duration-fast) hover:border-muted focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 focus-visible:rounded-control disabled:opacity-60 aria-invalid:border-live';

export function Input({ className, ...rest }: InputProps) {
  return <input {...rest} className={clsx(controlLook, className)} />;
}

interface TextareaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>;
}

/** A multi-line input that grows with its content. */
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

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  ref?: Ref<HTMLSelectElement>;
}

/** The browser's native select in the style of the other controls. */
export function Select({ className, children, ...rest }: SelectProps) {
  return (
    <span className="relative block">
      <select {...rest} className={clsx(controlLook, 'appearance-none pe-10', className)}>
        {children}
      </select>
      <ChevronDown
        size={18}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 end-3 -translate-y-1/2 text-muted"
      />
    </span>
  );
}

interface PasswordInputProps extends Omit<InputProps, 'type'> {
  /** The secret that the button reveals. */
  what?: string;
}

/** A field for a password or another secret, with a button that reveals it. */
export function PasswordInput({ className, what = t('ui.password'), ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <span className="relative block">
      <Input
        {...rest}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className={clsx('pe-12', className)}
      />
      <button
        type="button"
        aria-label={t('ui.copy.showWhat', { what })}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 end-0 flex w-11 items-center justify-center rounded-control text-muted hover:text-ink"
      >
        <Icon size={18} aria-hidden="true" />
      </button>
    </span>
  );
}
