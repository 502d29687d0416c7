import { clsx } from 'clsx';
import { Popover as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { usePortalContainer } from './portal.ts';

export const Popover = Primitive.Root;
export const PopoverTrigger = Primitive.Trigger;

/** A popover beside its button; give it an accessible name. */
export function PopoverContent({ className, ...rest }: ComponentProps<typeof Primitive.Content>) {
  const container = usePortalContainer();
  return (
    <Primitive.Portal container={container}>
      <Primitive.Content
        align="end"
        sideOffset={8}
        collisionPadding={8}
        {...rest}
        className={clsx(
          'z-50 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1rem)] animate-enter rounded-media bg-surface-2 text-ink shadow-float outline-none',
          className,
        )}
      />
    </Primitive.Portal>
  );
}
