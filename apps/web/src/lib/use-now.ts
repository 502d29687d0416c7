import { useEffect, useState } from 'react';
import { MINUTE_MS } from './durations.ts';

/** The current time in milliseconds, updated every minute, for relative times. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
