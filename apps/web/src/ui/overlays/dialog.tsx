import { Dialog as Primitive } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { focused, returnFocus } from '../focus.ts';
import { usePortalContainer } from './portal.ts';

interface DialogFrameProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Contains a `DialogTitle`. */
  children: ReactNode;
}

interface DialogProps extends Omit<DialogFrameProps, 'children'> {
  title: string;
  description: ReactNode;
  /** A short form with its own buttons. */
  children?: ReactNode;
  /** The buttons, safe one first. */
  actions?: ReactNode;
}

/** A modal dialog with a title, a description and buttons. */
export function Dialog({ title, description, children, actions, ...frame }: DialogProps) {
  return (
    <DialogFrame {...frame}>
      <DialogTitle>{title}</DialogTitle>
      <Primitive.Description className="mt-2 text-muted">{description}</Primitive.Description>
      {children && <div className="mt-5">{children}</div>}
      {actions && <div className="mt-6 flex flex-wrap justify-end gap-2">{actions}</div>}
    </DialogFrame>
  );
}

export const DialogTitle = ({ children }: { children: ReactNode }) => (
  <Primitive.Title className="text-balance font-display text-lg">{children}</Primitive.Title>
);

/** A modal dialog with any content. */
export function DialogFrame({ open, onOpenChange, children }: DialogFrameProps) {
  const container = usePortalContainer();
  // Radix restores the focus to its own trigger, which these dialogs don't have.
  const [shown, setShown] = useState<{ open: boolean; from: HTMLElement | null }>({
    open: false,
    from: null,
  });
  if (open !== shown.open) setShown({ open, from: open ? focused() : shown.from });
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal container={container}>
        <Primitive.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Primitive.Content
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus(shown.from);
          }}
          className="fixed inset-x-4 top-1/2 z-50 mx-auto max-h-[calc(100dvh-2rem)] max-w-md -translate-y-1/2 animate-fade overflow-y-auto rounded-media bg-surface-2 p-6 text-ink shadow-float"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
