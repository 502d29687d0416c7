import { clsx } from 'clsx';
import { DropdownMenu as Primitive } from 'radix-ui';
import { type ComponentProps, createContext, use, useEffect } from 'react';
import { pageDirection } from '@/lib/browser/direction.ts';
import type { Opening } from './menu-on-demand.tsx';
import { FLOATING, FLOATING_LOOK, usePortalContainer } from './portal.ts';

const IsModal = createContext(true);

/** In the direction of the page, which the primitive does not read. */
export const DropdownMenu = ({ modal = true, ...props }: ComponentProps<typeof Primitive.Root>) => (
  <IsModal value={modal}>
    <Primitive.Root dir={pageDirection()} modal={modal} {...props} />
  </IsModal>
);
export const DropdownMenuTrigger = Primitive.Trigger;
export const DropdownMenuRadioGroup = Primitive.RadioGroup;

/** Below a modal menu, an invisible layer takes the press that closes it. */
export function DropdownMenuContent({ className, ...rest }: ComponentProps<typeof Primitive.Content>) {
  const container = usePortalContainer();
  return (
    <>
      {use(IsModal) && (
        <Primitive.Portal container={container}>
          <div aria-hidden="true" className="fixed inset-0 z-50" />
        </Primitive.Portal>
      )}
      <Primitive.Portal container={container}>
        <Primitive.Content
          {...FLOATING}
          {...rest}
          className={clsx(FLOATING_LOOK, 'min-w-48 p-1.5', className)}
        />
      </Primitive.Portal>
    </>
  );
}

interface OnDemandMenuContentProps extends ComponentProps<typeof DropdownMenuContent> {
  opening: Opening;
}

/** The menu of a `MenuOnDemand`, whose button is already on the page. */
export function OnDemandMenuContent({ opening, ...content }: OnDemandMenuContentProps) {
  const { open, setOpen, buttonId, onReady } = opening;
  useEffect(onReady, [onReady]);
  return (
    <DropdownMenu open={open} onOpenChange={setOpen}>
      <Primitive.Trigger asChild>
        <span aria-hidden="true" className="pointer-events-none absolute inset-0" />
      </Primitive.Trigger>
      <DropdownMenuContent
        {...content}
        aria-labelledby={buttonId}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          document.getElementById(buttonId)?.focus();
        }}
      />
    </DropdownMenu>
  );
}

const row =
  'flex min-h-9 cursor-pointer select-none items-center gap-3 rounded-control px-2.5 py-1.5 text-ink text-sm no-underline outline-none data-disabled:cursor-default data-disabled:text-faint data-highlighted:bg-surface-3';

export function DropdownMenuItem({ className, ...rest }: ComponentProps<typeof Primitive.Item>) {
  return <Primitive.Item {...rest} className={clsx(row, className)} />;
}

/** One of several choices. */
export function DropdownMenuRadioItem({ className, ...rest }: ComponentProps<typeof Primitive.RadioItem>) {
  return (
    <Primitive.RadioItem
      {...rest}
      className={clsx(row, 'data-[state=checked]:font-semibold data-[state=checked]:text-accent', className)}
    />
  );
}

/** A setting that is on or off. Choosing it leaves the menu open, so that its effect can be seen. */
export function DropdownMenuCheckboxItem({
  className,
  children,
  ...rest
}: ComponentProps<typeof Primitive.CheckboxItem>) {
  return (
    <Primitive.CheckboxItem
      onSelect={(event) => event.preventDefault()}
      {...rest}
      className={clsx(row, 'group', className)}
    >
      {children}
      <span
        aria-hidden="true"
        className="ms-auto flex h-5 w-8 shrink-0 items-center rounded-full bg-surface-3 p-0.5 transition-colors group-data-[state=checked]:bg-accent"
      >
        <span className="size-4 rounded-full bg-ink transition-transform group-data-[state=checked]:translate-x-3 rtl:group-data-[state=checked]:-translate-x-3 group-data-[state=checked]:bg-on-accent" />
      </span>
    </Primitive.CheckboxItem>
  );
}

export function DropdownMenuSeparator() {
  return <Primitive.Separator className="mx-2.5 my-1.5 h-px bg-line" />;
}
