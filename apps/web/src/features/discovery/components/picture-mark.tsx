import type { ReactNode } from 'react';

/** A word that stands on a picture. */
export function PictureMark({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex h-6 animate-fade select-none items-center rounded-[6px] bg-picture-shade px-2 font-semibold text-on-picture text-xs tabular-nums">
      {children}
    </span>
  );
}
