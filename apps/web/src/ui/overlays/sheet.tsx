import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '../button.tsx';
import { DialogTitle } from './dialog.tsx';
import { usePortalContainer } from './portal.ts';

interface SheetProps {
  title: string;
  /** The button that opens it. */
  trigger: ReactNode;
  children: ReactNode;
  /** Buttons at the end, which stay in view. */
  actions: ReactNode;
}

export const SheetClose = Primitive.Close;

/** Whether Escape belongs to an open list in the sheet, which it closes first. */
const isListOpen = (): boolean => document.activeElement?.getAttribute('aria-expanded') === 'true';

/** Controls over the page: along its lower edge on phones, in the middle of wider screens. */
export function Sheet({ title, trigger, children, actions }: SheetProps) {
  const container = usePortalContainer();
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal container={container}>
        <Primitive.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Primitive.Content
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => isListOpen() && event.preventDefault()}
          className="fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[calc(100dvh-3rem)] w-full animate-enter flex-col rounded-t-media bg-surface-2 text-ink shadow-float sm:inset-x-4 sm:top-24 sm:bottom-auto sm:max-h-[calc(100dvh-8rem)] sm:w-auto sm:max-w-lg sm:rounded-media"
        >
          <div className="flex items-center justify-between gap-4 py-3 ps-6 pe-3">
            <DialogTitle>{title}</DialogTitle>
            <Primitive.Close asChild>
              <Button variant="quiet" size="icon" aria-label={t('ui.close')}>
                <X size={18} aria-hidden="true" />
              </Button>
            </Primitive.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-2">{children}</div>
          <div className="flex flex-wrap justify-end gap-2 border-line border-t px-6 py-4 pb-[calc(1rem+env(safe-area-inset-bottom))]">
            {actions}
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
