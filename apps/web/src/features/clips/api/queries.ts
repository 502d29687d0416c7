import type { Clip, ClipId, NewClip } from '@tributary/contracts/clips';
import type { StreamId } from '@tributary/contracts/shared';
import { call } from '@/lib/api/client.ts';
import { useApi, useApiMutation, useApiPages } from '@/lib/api/use-api.ts';

export const useClip = (id: string) => useApi('GET /api/clips/:id', { params: { id: id as ClipId } });

/** The clips of a channel's streams, newest first. */
export const useClipsOf = (username: string) =>
  useApiPages('GET /api/streamers/:username/clips', { params: { username } });

/** The newest clips of followed channels. */
export const useFollowedClips = () =>
  useApi('GET /api/me/following/clips', {}, { select: ({ clips }) => clips });

export const useCreateClip = (id: StreamId) =>
  useApiMutation((body: NewClip) => call('POST /api/streams/:id/clips', { params: { id }, body }), {
    invalidates: ['GET /api/streamers/:username/clips'],
  });

export const countView = (id: ClipId): void =>
  void call('POST /api/clips/:id/views', { params: { id } }).catch(() => {});

/** Whether the signed-in person moderates the channel of a clip. */
export const useModerates = (clip: Clip, isAsked: boolean): boolean =>
  useApi(
    'GET /api/streams/:id/chat/standing',
    { params: { id: clip.stream.id } },
    // A viewer who may not watch the stream does not moderate it.
    { enabled: isAsked, retry: false },
  ).data?.canModerate ?? false;

/** Deletes a clip. An admin gives the reason for the audit log. */
export const useDeleteClip = () =>
  useApiMutation(
    ({ id, reason }: { id: ClipId; reason: string | null }) =>
      reason === null
        ? call('DELETE /api/clips/:id', { params: { id } })
        : call('POST /api/admin/clips/:id/remove', { params: { id }, body: { reason } }),
    { invalidates: ['GET /api/streamers/:username/clips', 'GET /api/clips/:id'] },
  );
