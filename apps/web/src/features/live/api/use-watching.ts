import { useEffect } from 'react';
import { act, useConnectionState } from '@/lib/realtime/index.ts';

/** Counts this tab as a viewer of a stream while mounted; null: of none. */
export function useWatching(streamId: string | null): void {
  const connected = useConnectionState() === 'open';
  useEffect(() => {
    if (!connected || streamId === null) return;
    // A viewer who is not counted, because the server is busy, is not told.
    const report = (watching: boolean) =>
      void act(`stream:${streamId}`, 'watching', { watching }).catch(() => undefined);
    report(true);
    return () => report(false);
  }, [connected, streamId]);
}
