import { useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  MediaRange,
  Recording,
  RecordingEdit,
  RecordingPolicy,
  RecordingTrim,
} from '@tributary/contracts/recordings';
import type { StreamId } from '@tributary/contracts/shared';
import { apiQuery, invalidate, type Scope } from '@/lib/api/api-query.ts';
import { call } from '@/lib/api/client.ts';
import { upload } from '@/lib/api/upload.ts';
import { useApi, useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';

/** Everything about the recordings of the signed-in person. */
export const RECORDINGS = [
  'GET /api/me/recordings',
  'GET /api/me/recordings/*',
  'GET /api/me/deleted-recordings',
  'GET /api/me/recording-settings',
  'GET /api/me/uploads',
] as const satisfies readonly Scope[];

export const useRecordingSettings = () => useApi('GET /api/me/recording-settings', {}, { staleTime: 0 });

const PENDING_TRIM_MS = 2000;
const isEncoding = (trim: RecordingTrim | undefined) => trim?.pending?.failure === null;

/** Asked again while cuts are being encoded. */
export function useRecordingTrim(id: StreamId) {
  const client = useQueryClient();
  const query = apiQuery('GET /api/me/recordings/:id/trim', { params: { id } });
  return useQuery({
    ...query,
    async queryFn(context) {
      const wasEncoding = isEncoding(client.getQueryData(query.queryKey));
      const trim = await query.queryFn(context);
      if (wasEncoding && trim.pending === null) {
        void invalidate(client, ['GET /api/me/recordings', 'GET /api/me/recordings/:id']);
      }
      return trim;
    },
    staleTime: 0,
    refetchInterval: ({ state }) => isEncoding(state.data) && PENDING_TRIM_MS,
  });
}

/**
 * A change, after which everything about recordings is read again.
 * @param failure the title of a toast where it fails; without one, its caller shows the failure
 */
const useChange = <Variables, Result>(change: (variables: Variables) => Promise<Result>, failure?: string) =>
  useApiMutation(change, { invalidates: RECORDINGS, ...(failure !== undefined && { failure }) });

export const useReplaceThumbnail = (id: StreamId) =>
  useChange(
    async ({ file, onProgress }: { file: File; onProgress: (share: number) => void }) =>
      // The server validates its responses against the contract.
      (await upload(`/api/me/recordings/${id}/thumbnail`, file, onProgress)) as Recording,
  );

export const useRemoveThumbnail = (id: StreamId) =>
  useChange((_: undefined) => call('DELETE /api/me/recordings/:id/thumbnail', { params: { id } }));

export const useEditRecording = () =>
  useChange(
    ({ id, edit }: { id: StreamId; edit: RecordingEdit }) =>
      call('PATCH /api/me/recordings/:id', { params: { id }, body: edit }),
    t('recordings.notChanged'),
  );

export const useTrimRecording = (id: StreamId) =>
  useChange(
    ({ kept, isExact }: { kept: readonly MediaRange[]; isExact: boolean }) =>
      call('PUT /api/me/recordings/:id/trim', { params: { id }, body: { kept: [...kept], isExact } }),
    t('recordings.notTrimmed'),
  );

export const useSplitRecording = (id: StreamId) =>
  useChange(
    (at: { atMs: number; isExact: boolean }) =>
      call('POST /api/me/recordings/:id/split', { params: { id }, body: at }),
    t('recordings.notSplit'),
  );

export const useDeleteRecording = () =>
  useChange(
    (id: StreamId) => call('DELETE /api/me/recordings/:id', { params: { id } }),
    t('recordings.notDeleted'),
  );

export const useRestoreRecording = () =>
  useChange(
    (id: StreamId) => call('POST /api/me/deleted-recordings/:id/restore', { params: { id } }),
    t('recordings.notRestored'),
  );

export const usePurgeRecording = () =>
  useChange((id: StreamId) => call('DELETE /api/me/deleted-recordings/:id', { params: { id } }));

export const useSetRecordingPolicy = () =>
  useChange(
    (records: RecordingPolicy) => call('PUT /api/me/recording-settings', { body: { records } }),
    t('recordings.settingNotChanged'),
  );

export const useRecordStream = () =>
  useChange((_: undefined) => call('POST /api/me/stream/record', {}), t('recordings.streamNotSaved'));
