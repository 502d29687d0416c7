import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { Spinner } from './feedback/loading.tsx';

const look = cva(
  'inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-control font-semibold no-underline transition-colors duration-(--duration-fast) disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-accent text-on-accent hover:bg-accent-hover',
        secondary: 'bg-surface-3 text-ink hover:bg-line',
        quiet: 'text-muted hover:bg-surface-2 hover:text-ink',
        danger: 'bg-live text-on-live hover:brightness-110',
      },
      size: {
        sm: 'h-8 px-3 text-sm',
        md: 'h-10 px-4 text-sm',
        lg: 'h-12 px-6 text-base',
        icon: 'size-10',
        'icon-sm': 'size-8',
      },
    },
    defaultVariants: { variant: 'primary', size: 'md' },
  },
);

interface ButtonProps extends ComponentPropsWithRef<'button'>, VariantProps<typeof look> {
  /** Applies the style to the only child, such as a link. */
  asChild?: boolean;
  /** Shows a spinner and ignores presses while work is in progress. */
  busy?: boolean;
}

const refuse = (event: MouseEvent) => event.preventDefault();

export function Button({
  variant,
  size,
  asChild = false,
  busy = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  if (asChild) {
    return (
      <Slot.Root className={look({ variant, size, className })} {...rest}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type="button"
      {...rest}
      // The button is not `disabled`, which would move the focus away from it.
      {...(busy && { 'aria-busy': true, 'aria-disabled': true, onClick: refuse })}
      className={look({ variant, size, className })}
    >
      {busy && <Spinner size={16} />}
      {children}
    </button>
  );
}
