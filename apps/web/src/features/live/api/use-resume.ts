import { WATCH_FINISHED_SHARE } from '@tributary/contracts/library';
import type { StreamId } from '@tributary/contracts/shared';
import { useState } from 'react';
import { call } from '@/lib/api/client.ts';
import { useApi, useInvalidate } from '@/lib/api/use-api.ts';
import { useSession } from '@/lib/session.ts';
import { readPosition, writePosition } from '../engine/recording/stored-positions.ts';

interface Resume {
  /** Seconds from the beginning; undefined while it is not known yet. */
  readonly seconds: number | undefined;
  /** @param duration of the recording, in seconds */
  save(seconds: number, duration: number): void;
}

/** Where the viewer stopped in the recording of a stream: in their account, or in this browser while signed out. */
export function useResume(id: StreamId | null, durationMs: number | null): Resume {
  const { state } = useSession();
  const invalidate = useInvalidate();
  const isSignedIn = state === 'signed-in';
  const isRecorded = id !== null && durationMs !== null;
  const { data, isError } = useApi(
    'GET /api/me/history/:id/position',
    { params: { id: id ?? '' } },
    {
      enabled: isSignedIn && isRecorded,
      staleTime: 0,
      gcTime: 0,
      retry: false,
      // What it was when the page opened: the player saves from then on.
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  );
  const [stored] = useState(() => (id === null ? null : readPosition(id)));
  const saved = isSignedIn ? data && (data.positionMs ?? 0) / 1000 : (stored ?? 0);
  const isKnown = !isRecorded || isError || (state !== 'loading' && saved !== undefined);
  return {
    seconds: isKnown ? (saved ?? 0) : undefined,
    save(seconds, duration) {
      if (id === null) return;
      // The page begins with it, before the session is known. What is finished begins anew, as for accounts.
      writePosition(id, seconds < duration * WATCH_FINISHED_SHARE ? seconds : 0);
      if (!isSignedIn) return;
      const positionMs = Math.round(seconds * 1000);
      // Playback does not depend on it: the next one follows in seconds.
      call('PUT /api/me/history/:id/position', { params: { id }, body: { positionMs } })
        .then(() => invalidate('GET /api/me/history/continue'))
        .catch(() => {});
    },
  };
}
