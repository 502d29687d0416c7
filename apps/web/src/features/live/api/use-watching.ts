import { useEffect } from 'react';
import { act, useConnectionState } from '@/lib/realtime/index.ts';

/** Counts this tab as a viewer of `streamId` while mounted. Null counts it nowhere. */
export function useWatching(streamId: string | null): void {
  const connected = useConnectionState() === 'open';
  useEffect(() => {
    if (!connected || streamId === null) return;
    // Failures are ignored: playback does not depend on being counted.
    const report = (watching: boolean) =>
      void act(`stream:${streamId}`, 'watching', { watching }).catch(() => undefined);
    report(true);
    return () => report(false);
  }, [connected, streamId]);
}
