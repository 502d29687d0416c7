import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Profile, ProfileEdit, ProfileImageKind } from '@tributary/contracts/profiles';
import { call } from '@/lib/api.ts';
import { upload } from '@/lib/upload.ts';

const profileQuery = (username: string) =>
  queryOptions({
    queryKey: ['profile', username],
    queryFn: ({ signal }) => call('GET /api/profiles/:username', { params: { username }, signal }),
  });

/** A public profile. */
export function useProfile(username: string) {
  return useQuery(profileQuery(username));
}

/** Stores the profile that a change returns; `onChanged` lets the app update the session. */
function useStoreProfile(onChanged: () => void) {
  const client = useQueryClient();
  return (profile: Profile) => {
    client.setQueryData(profileQuery(profile.username).queryKey, profile);
    onChanged();
  };
}

export function useSaveProfile(onChanged: () => void) {
  const onSuccess = useStoreProfile(onChanged);
  return useMutation({
    mutationFn: (body: ProfileEdit) => call('PATCH /api/me/profile', { body }),
    onSuccess,
  });
}

export function useReplaceImage(kind: ProfileImageKind, onChanged: () => void) {
  const onSuccess = useStoreProfile(onChanged);
  return useMutation({
    mutationFn: async ({ file, onProgress }: { file: File; onProgress: (share: number) => void }) =>
      // The server validates its responses against the contract.
      (await upload(`/api/me/${kind}`, file, onProgress)) as Profile,
    onSuccess,
  });
}

export function useRemoveImage(kind: ProfileImageKind, onChanged: () => void) {
  const onSuccess = useStoreProfile(onChanged);
  return useMutation({
    mutationFn: () => (kind === 'avatar' ? call('DELETE /api/me/avatar') : call('DELETE /api/me/banner')),
    onSuccess,
  });
}
