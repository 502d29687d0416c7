import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { StreamSettings, StreamSettingsEdit } from '@tributary/contracts/channels';
import { call } from '@/lib/api.ts';
import { session } from '@/lib/session.ts';
import { upload } from '@/lib/upload.ts';

const accessQuery = queryOptions({
  queryKey: ['stream-key'],
  queryFn: ({ signal }) => call('GET /api/me/stream-key', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  // Drop the secret when the page that shows it closes.
  gcTime: 0,
});

const settingsQuery = queryOptions({
  queryKey: ['stream-settings'],
  queryFn: ({ signal }) => call('GET /api/me/stream-settings', { signal }),
});

/** Makes the user a streamer, describes their first stream, and updates the session. */
export function useCreateChannel() {
  return useMutation({
    mutationFn: async (settings: StreamSettingsEdit) => {
      await call('POST /api/me/streamer');
      return call('PUT /api/me/stream-settings', { body: settings });
    },
    // Also where only the second step failed: the setup that follows shows the same form.
    onSettled: () => session().userUpdated(),
  });
}

/** The ingest URL and stream key. */
export function useIngestAccess() {
  return useQuery(accessQuery);
}

/** Replaces the stream key in `useIngestAccess`. */
export function useRotateKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/me/stream-key/rotate'),
    onSuccess: (access) => client.setQueryData(accessQuery.queryKey, access),
  });
}

/** The settings of the current or next stream. */
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

/** A custom thumbnail for the current and next stream. */
export function useReplaceThumbnail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ file, onProgress }: { file: File; onProgress: (share: number) => void }) =>
      // The server validates its responses against the contract.
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

/** Ends the live stream; its encoder is refused for a while. */
export function useStopStream() {
  return useMutation({ mutationFn: () => call('POST /api/me/stream/stop') });
}

/** Ends the publish cooldown after a stop. */
export function useAdmitEncoder() {
  return useMutation({ mutationFn: () => call('POST /api/me/stream/admit') });
}
