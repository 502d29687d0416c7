import { Tooltip as Primitive } from 'radix-ui';
import type { ReactElement } from 'react';
import { usePortalContainer } from './portal.ts';

interface TooltipProps {
  label: string;
  /** The control; it needs its own accessible name. */
  children: ReactElement;
  side?: 'top' | 'bottom' | 'left' | 'right';
}

export function Tooltip({ label, children, side = 'bottom' }: TooltipProps) {
  const container = usePortalContainer();
  return (
    <Primitive.Provider delayDuration={400}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal container={container}>
          <Primitive.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 animate-fade rounded-control bg-surface-3 px-2.5 py-1.5 font-medium text-ink text-xs shadow-float"
          >
            {label}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}
