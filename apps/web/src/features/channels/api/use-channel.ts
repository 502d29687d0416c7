import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { StreamSettings } from '@tributary/contracts';
import { call } from '@/lib/api.ts';
import { session } from '@/lib/session.ts';

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

/** Title and category of the running or next broadcast. */
export function useStreamSettings() {
  return useQuery(settingsQuery);
}

export function useSaveStreamSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: StreamSettings) => call('PUT /api/me/stream-settings', { body }),
    onSuccess: (settings) => client.setQueryData(settingsQuery.queryKey, settings),
  });
}
