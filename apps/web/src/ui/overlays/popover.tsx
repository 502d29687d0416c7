import { clsx } from 'clsx';
import { Popover as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { FLOATING, FLOATING_LOOK, usePortalContainer } from './portal.ts';

export const Popover = Primitive.Root;
export const PopoverAnchor = Primitive.Anchor;
export const PopoverTrigger = Primitive.Trigger;

/** A popover beside its button; give it an accessible name. */
export function PopoverContent({ className, ...rest }: ComponentProps<typeof Primitive.Content>) {
  const container = usePortalContainer();
  return (
    <Primitive.Portal container={container}>
      <Primitive.Content
        {...FLOATING}
        {...rest}
        className={clsx(
          FLOATING_LOOK,
          'max-h-(--radix-popover-content-available-height) outline-none',
          className,
        )}
      />
    </Primitive.Portal>
  );
}
