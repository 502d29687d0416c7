import type { StreamSettings, StreamSettingsEdit } from '@tributary/contracts/channels';
import { apiQuery } from '@/lib/api/api-query.ts';
import { call } from '@/lib/api/client.ts';
import { upload } from '@/lib/api/upload.ts';
import { useApi, useApiMutation } from '@/lib/api/use-api.ts';
import { session } from '@/lib/session.ts';

const settings = { answers: apiQuery('GET /api/me/stream-settings') };

/** Makes the user a streamer, describes their first stream, and updates the session. */
export const useCreateChannel = () =>
  useApiMutation(
    async (body: StreamSettingsEdit) => {
      await call('POST /api/me/streamer');
      return call('PUT /api/me/stream-settings', { body });
    },
    // Also where only the second step failed: the setup that follows shows the same form.
    { onSettled: () => session().userUpdated() },
  );

/** The settings of the current or next stream. */
export const useStreamSettings = () => useApi('GET /api/me/stream-settings');

export const useSaveStreamSettings = () =>
  useApiMutation((body: StreamSettingsEdit) => call('PUT /api/me/stream-settings', { body }), settings);

/** A custom thumbnail for the current and next stream. */
export const useReplaceThumbnail = () =>
  useApiMutation(
    async ({ file, onProgress }: { file: File; onProgress: (share: number) => void }) =>
      // The server validates its responses against the contract.
      (await upload('/api/me/stream-thumbnail', file, onProgress)) as StreamSettings,
    settings,
  );

export const useRemoveThumbnail = () => useApiMutation('DELETE /api/me/stream-thumbnail', settings);
