/**
 * Keeps the page from scrolling below an overlay. Radix gets it in place of the package react-remove-scroll
 * (vite.config.ts), which sets a property of the body that all elements inherit: on a phone, computing the styles of a
 * large page again took longer than everything else that opens a menu.
 */
import { type ElementType, type ReactNode, useLayoutEffect } from 'react';

interface RemoveScrollProps {
  as: ElementType;
  allowPinchZoom?: boolean;
  shards?: readonly unknown[];
  children: ReactNode;
}

/** Overlays that are open, one above the other. */
let locks = 0;

export function RemoveScroll({ as: Frame, allowPinchZoom, shards, ...rest }: RemoveScrollProps) {
  useLayoutEffect(() => {
    locks += 1;
    if (locks === 1) lock();
    return () => {
      locks -= 1;
      if (locks === 0) unlock();
    };
  }, []);
  return <Frame {...rest} />;
}

function lock(): void {
  const { style, clientWidth } = document.documentElement;
  // The place of a scrollbar stays free, so that nothing moves.
  if (innerWidth > clientWidth) style.scrollbarGutter = 'stable';
  style.overflow = 'hidden';
}

function unlock(): void {
  const { style } = document.documentElement;
  style.overflow = '';
  style.scrollbarGutter = '';
}
