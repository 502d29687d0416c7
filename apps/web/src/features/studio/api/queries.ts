import type { StreamId } from '@tributary/contracts/shared';
import { call } from '@/lib/api/client.ts';
import { useApi, useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';

const MARKERS = ['GET /api/me/streams/:id/markers'] as const;

export const useMarkers = (id: StreamId) =>
  useApi(
    'GET /api/me/streams/:id/markers',
    { params: { id } },
    { select: ({ markers }) => markers, staleTime: 0 },
  );

export const useAddMarker = () =>
  useApiMutation(() => call('POST /api/me/stream/markers', { body: { label: '' } }), {
    invalidates: MARKERS,
    failure: t('studio.marker.failed'),
  });

export const useRenameMarker = (id: StreamId) =>
  useApiMutation(
    ({ markerId, label }: { markerId: string; label: string }) =>
      call('PUT /api/me/streams/:id/markers/:markerId', { params: { id, markerId }, body: { label } }),
    { invalidates: MARKERS, failure: t('studio.marker.failed') },
  );

export const useDeleteMarker = () =>
  useApiMutation(
    (params: { id: StreamId; markerId: string }) =>
      call('DELETE /api/me/streams/:id/markers/:markerId', { params }),
    { invalidates: MARKERS, failure: t('studio.marker.failed') },
  );

/** The results of a stream. Those of a running stream are read again, since they grow. */
export const useResults = (id: StreamId) =>
  useApi('GET /api/me/streams/:id/results', { params: { id } }, { staleTime: 0 });

export const useStreamFigures = (id: StreamId) =>
  useApi('GET /api/me/streams/:id/viewers', { params: { id } }, { staleTime: 0 });

/** A recording is finished some seconds after the end of its stream. */
const FINISHING_MS = 3000;

/** The recording of a stream; an error where it has none. */
export const useRecordingOf = (id: StreamId) =>
  useApi(
    'GET /api/me/recordings/:id',
    { params: { id } },
    {
      staleTime: 0,
      retry: false,
      refetchInterval: ({ state }) =>
        state.data !== undefined && state.data.state !== 'ready' && FINISHING_MS,
    },
  );
