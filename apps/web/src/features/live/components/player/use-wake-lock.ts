import { useEffect } from 'react';

/** Keeps the screen on while `wanted`. The system takes the lock when the page is hidden; it is asked for again. */
export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let released = false;
    const request = async () => {
      if (document.visibilityState !== 'visible') return;
      // Refused on a low battery: the screen then dims, as it would without us.
      lock = await navigator.wakeLock.request('screen').catch(() => null);
      if (released) void lock?.release();
    };
    void request();
    document.addEventListener('visibilitychange', request);
    return () => {
      released = true;
      document.removeEventListener('visibilitychange', request);
      void lock?.release();
    };
  }, [wanted]);
}
