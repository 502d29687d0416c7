import { clsx } from 'clsx';
import type { ButtonHTMLAttributes } from 'react';
import { Tooltip } from '@/ui/overlays/tooltip.tsx';

interface ControlButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The accessible name, and with `shortcut` the tooltip. */
  label: string;
  shortcut?: string;
}

export const CONTROL =
  'inline-flex size-10 shrink-0 items-center justify-center rounded-control text-on-media transition-colors duration-(--duration-fast) hover:bg-on-media/15 focus-visible:outline-on-media';

/** A button on top of the video. */
export function ControlButton({ label, shortcut, className, children, ...rest }: ControlButtonProps) {
  return (
    <Tooltip side="top" label={shortcut ? `${label} (${shortcut})` : label}>
      <button
        type="button"
        aria-label={label}
        aria-keyshortcuts={shortcut}
        {...rest}
        className={clsx(CONTROL, className)}
      >
        {children}
      </button>
    </Tooltip>
  );
}
