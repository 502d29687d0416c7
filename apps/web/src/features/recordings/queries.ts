import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  MediaRange,
  Recording,
  RecordingEdit,
  RecordingOrder,
  RecordingPolicy,
  RecordingTrim,
} from '@tributary/contracts/recordings';
import type { StreamId } from '@tributary/contracts/shared';
import { call } from '@/lib/api.ts';
import { pagedQuery } from '@/lib/paged-query.ts';
import { upload } from '@/lib/upload.ts';
import { toast } from '@/ui/feedback/toaster.tsx';

const KEY = ['recordings'];

export const useRecordings = (order: RecordingOrder) =>
  useInfiniteQuery({
    ...pagedQuery([...KEY, 'list', order], (query, signal) =>
      call('GET /api/me/recordings', { query: { ...query, order }, signal }),
    ),
    staleTime: 0,
  });

const deletedQuery = pagedQuery([...KEY, 'deleted'], (query, signal) =>
  call('GET /api/me/deleted-recordings', { query, signal }),
);

export const useDeletedRecordings = () => useInfiniteQuery({ ...deletedQuery, staleTime: 0 });

export const useRecordingSettings = () =>
  useQuery({
    queryKey: [...KEY, 'settings'],
    queryFn: ({ signal }) => call('GET /api/me/recording-settings', { signal }),
    staleTime: 0,
  });

export const useRecording = (id: string) =>
  useQuery({
    queryKey: [...KEY, 'one', id],
    queryFn: ({ signal }) => call('GET /api/me/recordings/:id', { params: { id }, signal }),
    staleTime: 0,
  });

const PENDING_TRIM_MS = 2000;
const isEncoding = (trim: RecordingTrim | undefined) => trim?.pending?.failure === null;

/** Asked again while cuts are being encoded. */
export function useRecordingTrim(id: StreamId) {
  const client = useQueryClient();
  const queryKey = [...KEY, 'trim', id];
  return useQuery({
    queryKey,
    async queryFn({ signal }) {
      const wasEncoding = isEncoding(client.getQueryData(queryKey));
      const trim = await call('GET /api/me/recordings/:id/trim', { params: { id }, signal });
      if (wasEncoding && trim.pending === null) {
        void client.invalidateQueries({ queryKey: [...KEY, 'one', id] });
        void client.invalidateQueries({ queryKey: [...KEY, 'list'] });
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
function useChange<Variables, Result>(change: (variables: Variables) => Promise<Result>, failure?: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
    onError(error) {
      if (failure !== undefined) toast.failure(failure, error);
    },
  });
}

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
    'Couldn’t change the recording',
  );

export const useTrimRecording = (id: StreamId) =>
  useChange(
    ({ kept, isExact }: { kept: readonly MediaRange[]; isExact: boolean }) =>
      call('PUT /api/me/recordings/:id/trim', { params: { id }, body: { kept: [...kept], isExact } }),
    'Couldn’t trim the recording',
  );

export const useSplitRecording = (id: StreamId) =>
  useChange(
    (at: { atMs: number; isExact: boolean }) =>
      call('POST /api/me/recordings/:id/split', { params: { id }, body: at }),
    'Couldn’t split the recording',
  );

export const useDeleteRecording = () =>
  useChange(
    (id: StreamId) => call('DELETE /api/me/recordings/:id', { params: { id } }),
    'Couldn’t delete the recording',
  );

export const useRestoreRecording = () =>
  useChange(
    (id: StreamId) => call('POST /api/me/deleted-recordings/:id/restore', { params: { id } }),
    'Couldn’t restore the recording',
  );

export const usePurgeRecording = () =>
  useChange((id: StreamId) => call('DELETE /api/me/deleted-recordings/:id', { params: { id } }));

export const useSetRecordingPolicy = () =>
  useChange(
    (records: RecordingPolicy) => call('PUT /api/me/recording-settings', { body: { records } }),
    'Couldn’t change the setting',
  );

export const useRecordStream = () =>
  useChange((_: undefined) => call('POST /api/me/stream/record', {}), 'Couldn’t save the stream');
