import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Clip, ClipId, ClipPermission, NewClip } from '@tributary/contracts/clips';
import type { StreamId } from '@tributary/contracts/shared';
import { call } from '@/lib/api.ts';
import { pagedQuery } from '@/lib/paged-query.ts';
import { toast } from '@/ui/feedback/toaster.tsx';

const KEY = ['clips'];

export const useClip = (id: string) =>
  useQuery({
    queryKey: [...KEY, 'one', id],
    queryFn: ({ signal }) => call('GET /api/clips/:id', { params: { id: id as ClipId }, signal }),
  });

/** The clips of a channel's streams, newest first. */
export const useClipsOf = (username: string) =>
  useInfiniteQuery(
    pagedQuery([...KEY, 'of', username], (query, signal) =>
      call('GET /api/streamers/:username/clips', { params: { username }, query, signal }),
    ),
  );

/** Who can make clips of a stream; undefined while it is not known, and where nobody can. */
export const useClipPermission = (id: StreamId) =>
  useQuery({
    queryKey: [...KEY, 'permission', id],
    queryFn: ({ signal }) => call('GET /api/streams/:id/clip-permission', { params: { id }, signal }),
    retry: false,
  }).data?.allowedTo;

export const useCreateClip = (id: StreamId) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewClip) => call('POST /api/streams/:id/clips', { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...KEY, 'of'] }),
  });
};

export const countView = (id: ClipId): void =>
  void call('POST /api/clips/:id/views', { params: { id } }).catch(() => {});

/** Whether the signed-in person moderates the channel of a clip. */
export const useModerates = (clip: Clip, isAsked: boolean): boolean =>
  useQuery({
    queryKey: [...KEY, 'moderates', clip.stream.id],
    queryFn: ({ signal }) =>
      call('GET /api/streams/:id/chat/standing', { params: { id: clip.stream.id }, signal }),
    enabled: isAsked,
    // Who may not watch the stream does not moderate it.
    retry: false,
  }).data?.canModerate ?? false;

/** Deletes a clip; as an admin, with the reason for the audit log. */
export const useDeleteClip = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, reason }: { id: ClipId; reason: string | null }) =>
      reason === null
        ? call('DELETE /api/clips/:id', { params: { id } })
        : call('POST /api/admin/clips/:id/remove', { params: { id }, body: { reason } }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
};

const settingsKey = [...KEY, 'settings'];

export const useClipSettings = () =>
  useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call('GET /api/me/clip-settings', { signal }),
  });

export const useSetClipPermission = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (allowedTo: ClipPermission) => call('PUT /api/me/clip-settings', { body: { allowedTo } }),
    onSuccess: (settings) => client.setQueryData(settingsKey, settings),
    onError: (error) => toast.failure('Couldn’t change the setting', error),
  });
};
