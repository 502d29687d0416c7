import { clsx } from 'clsx';
import { Popover as Primitive } from 'radix-ui';
import { type ComponentProps, startTransition, useState } from 'react';
import { FLOATING, FLOATING_LOOK, usePortalContainer } from './portal.ts';

/** The press that opens or closes it is answered before the content, which can take long to render. */
export function Popover({ open, onOpenChange, ...rest }: ComponentProps<typeof Primitive.Root>) {
  const [own, setOwn] = useState(false);
  const change = (next: boolean) =>
    startTransition(() => {
      setOwn(next);
      onOpenChange?.(next);
    });
  return <Primitive.Root {...rest} open={open ?? own} onOpenChange={change} />;
}

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
