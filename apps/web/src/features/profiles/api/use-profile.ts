import type { Profile, ProfileEdit, ProfileImageKind } from '@tributary/contracts/profiles';
import { apiQuery } from '@/lib/api/api-query.ts';
import { call } from '@/lib/api/client.ts';
import { upload } from '@/lib/api/upload.ts';
import { useApi, useApiMutation } from '@/lib/api/use-api.ts';

/** A public profile. */
export const useProfile = (username: string) =>
  useApi('GET /api/profiles/:username', { params: { username } });

/** A change that returns the profile; `onChanged` lets the app update the session. */
const useChange = <Variables = void>(
  change: (variables: Variables) => Promise<Profile>,
  onChanged: () => void,
) =>
  useApiMutation(change, {
    answers: ({ username }) => apiQuery('GET /api/profiles/:username', { params: { username } }),
    onSuccess: onChanged,
  });

export const useSaveProfile = (onChanged: () => void) =>
  useChange((body: ProfileEdit) => call('PATCH /api/me/profile', { body }), onChanged);

export const useReplaceImage = (kind: ProfileImageKind, onChanged: () => void) =>
  useChange(
    async ({ file, onProgress }: { file: File; onProgress: (share: number) => void }) =>
      // The server validates its responses against the contract.
      (await upload(`/api/me/${kind}`, file, onProgress)) as Profile,
    onChanged,
  );

export const useRemoveImage = (kind: ProfileImageKind, onChanged: () => void) =>
  useChange(() => call(`DELETE /api/me/${kind}`), onChanged);
