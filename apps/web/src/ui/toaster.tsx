import { Toaster as Sonner } from 'sonner';

/** Where toasts appear: 4 seconds, at most 3 at once (spec section 9). */
export function Toaster() {
  return (
    <Sonner
      duration={4000}
      visibleToasts={3}
      position="bottom-right"
      gap={8}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-start gap-3 rounded-media bg-surface-3 p-4 font-sans text-ink text-sm shadow-float sm:w-[22rem]',
          title: 'font-semibold',
          description: 'mt-0.5 text-muted',
          error: '[&_[data-icon]]:text-live',
          success: '[&_[data-icon]]:text-green',
        },
      }}
    />
  );
}

export { toast } from 'sonner';
