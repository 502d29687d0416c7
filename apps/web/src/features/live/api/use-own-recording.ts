import { useQuery } from '@tanstack/react-query';
import type { StreamDetail } from '@tributary/contracts/live';
import { useMemo } from 'react';
import { call } from '@/lib/api/client.ts';
import { useSession } from '@/lib/session.ts';

/** A stream, to its streamer with the description, chapters and captions of its private recording. */
export function useOwnRecording(detail: StreamDetail | undefined): StreamDetail | undefined {
  const { user } = useSession();
  const stream = detail?.stream;
  const isOwn = user !== null && user.id === detail?.streamer.id;
  const isHiddenFromOthers = stream?.recording?.isPrivate === true && stream.recording.durationMs !== null;
  const id = isOwn && isHiddenFromOthers ? stream.id : null;
  const { data } = useQuery({
    // Read again after changes in the editor.
    queryKey: ['GET /api/me/recordings/:id', { params: { id } }, 'own'],
    enabled: id !== null,
    async queryFn({ signal }) {
      const request = { params: { id: id ?? '' }, signal };
      const [{ description, chapters }, { items: captions }] = await Promise.all([
        call('GET /api/me/recordings/:id', request),
        call('GET /api/me/recordings/:id/captions', request),
      ]);
      return { description, chapters, captions };
    },
  });
  return useMemo(() => {
    const recording = detail?.stream?.recording;
    if (id === null || data === undefined || !detail?.stream || !recording) return detail;
    return { ...detail, stream: { ...detail.stream, recording: { ...recording, ...data } } };
  }, [detail, data, id]);
}
