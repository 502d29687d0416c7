import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { StreamSettings, StreamSettingsEdit } from '@tributary/contracts';
import { call } from '@/lib/api.ts';
import { session } from '@/lib/session.ts';
import { upload } from '@/lib/upload.ts';

const accessQuery = queryOptions({
  queryKey: ['stream-key'],
  queryFn: ({ signal }) => call('GET /api/me/stream-key', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  // A secret does not outlive the screen that shows it.
  gcTime: 0,
});

const settingsQuery = queryOptions({
  queryKey: ['stream-settings'],
  queryFn: ({ signal }) => call('GET /api/me/stream-settings', { signal }),
});

/** Makes the signed-in user a streamer; the session then says so. */
export function useBecomeStreamer() {
  return useMutation({
    mutationFn: () => call('POST /api/me/streamer'),
    onSuccess: () => session().userUpdated(),
  });
}

/** The ingest address and stream key. */
export function useIngestAccess() {
  return useQuery(accessQuery);
}

/** Replaces the stream key; `useIngestAccess` then holds the new one. */
export function useRotateKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/me/stream-key/rotate'),
    onSuccess: (access) => client.setQueryData(accessQuery.queryKey, access),
  });
}

/** What the running or next stream is called and filed under. */
export function useStreamSettings() {
  return useQuery(settingsQuery);
}

export function useSaveStreamSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: StreamSettingsEdit) => call('PUT /api/me/stream-settings', { body }),
    onSuccess: (settings) => client.setQueryData(settingsQuery.queryKey, settings),
  });
}

/** A picture of one's own for the running and next stream. */
export function useReplaceThumbnail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ file, onProgress }: { file: File; onProgress: (share: number) => void }) =>
      // The server holds its answers against the contract as it writes them.
      (await upload('/api/me/stream-thumbnail', file, onProgress)) as StreamSettings,
    onSuccess: (settings) => client.setQueryData(settingsQuery.queryKey, settings),
  });
}

export function useRemoveThumbnail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/me/stream-thumbnail'),
    onSuccess: (settings) => client.setQueryData(settingsQuery.queryKey, settings),
  });
}

/** Ends the running stream; its encoder is turned away for a while. */
export function useStopStream() {
  return useMutation({ mutationFn: () => call('POST /api/me/stream/stop') });
}

/** Lets an encoder in again at once after a stop. */
export function useAdmitEncoder() {
  return useMutation({ mutationFn: () => call('POST /api/me/stream/admit') });
}
