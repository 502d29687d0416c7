import { useEffect } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import type { Announce } from './toaster.tsx';

/**
 * Toasts are below the header. At the bottom, they would cover the message box of a chat and the controls of a player.
 * On phones, `tokens.css` moves them below a player, and out of the way of its open menu.
 */
const OFFSET = { top: 'var(--toast-top)' };

/** Shows toasts for 4 seconds, at most 3 at once (spec section 9). */
export default function Toasts({ onReady }: { onReady: (announce: Announce) => void }) {
  // Runs after the child's effect, from which it listens.
  useEffect(() => onReady(({ kind, title, options }) => void sonner[kind](title, options)), [onReady]);
  return (
    <Sonner
      duration={4000}
      visibleToasts={3}
      position="top-center"
      offset={OFFSET}
      mobileOffset={OFFSET}
      gap={8}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            // Toasts behind the newest one are as high as it, and their content would overflow at the bottom.
            'flex w-full items-start gap-3 rounded-media bg-surface-3 p-4 font-sans text-ink text-sm shadow-float sm:w-[22rem] data-[expanded=false]:data-[front=false]:*:opacity-0',
          title: 'font-semibold',
          description: 'mt-0.5 text-muted',
          error: '[&_[data-icon]]:text-live',
          success: '[&_[data-icon]]:text-green',
          content: 'min-w-0 flex-1',
          actionButton:
            'h-8 shrink-0 self-center rounded-control bg-line px-3 font-semibold text-ink transition-colors hover:bg-line-strong',
        },
      }}
    />
  );
}
