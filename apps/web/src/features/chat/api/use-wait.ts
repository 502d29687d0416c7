import { useEffect, useState } from 'react';

const secondsUntil = (ms: number): number => Math.max(0, Math.ceil((ms - performance.now()) / 1000));

/**
 * @param untilMs the end of the wait, by performance.now()
 * @returns the seconds that are left
 */
export function useWait(untilMs: number): number {
  const [left, setLeft] = useState(() => secondsUntil(untilMs));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const leftMs = untilMs - performance.now();
      setLeft(secondsUntil(untilMs));
      if (leftMs > 0) timer = setTimeout(tick, leftMs % 1000 || 1000);
    };
    tick();
    return () => clearTimeout(timer);
  }, [untilMs]);
  return left;
}
