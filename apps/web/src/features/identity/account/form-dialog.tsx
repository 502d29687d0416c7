import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { usePortalContainer } from '@/ui/portal.ts';

interface FormDialogProps {
  title: string;
  lead: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

/** A short form in front of the page. */
export function FormDialog({ title, lead, open, onOpenChange, children }: FormDialogProps) {
  const container = usePortalContainer();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal container={container}>
        <Primitive.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Primitive.Content className="fixed inset-x-4 top-1/2 z-50 mx-auto max-h-[calc(100dvh-2rem)] max-w-md -translate-y-1/2 animate-fade overflow-y-auto rounded-media bg-surface-2 p-6 shadow-float">
          <Primitive.Title className="font-display text-lg">{title}</Primitive.Title>
          <Primitive.Description className="mt-2 text-muted">{lead}</Primitive.Description>
          <div className="mt-5">{children}</div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
