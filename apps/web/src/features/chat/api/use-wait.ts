import { useEffect, useState } from 'react';

/** How long somebody waits from now on; a new object starts anew. */
export interface Wait {
  readonly ms: number;
}

export const NO_WAIT: Wait = { ms: 0 };

/** @returns the seconds that are left */
export function useWait(wait: Wait): number {
  const [left, setLeft] = useState(() => Math.ceil(wait.ms / 1000));
  useEffect(() => {
    const end = performance.now() + wait.ms;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const leftMs = end - performance.now();
      setLeft(Math.max(0, Math.ceil(leftMs / 1000)));
      if (leftMs > 0) timer = setTimeout(tick, leftMs % 1000 || 1000);
    };
    tick();
    return () => clearTimeout(timer);
  }, [wait]);
  return left;
}
