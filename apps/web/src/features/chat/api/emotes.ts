import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChatEmote, OwnEmotes } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { call } from '@/lib/api.ts';
import { useSession } from '@/lib/session.ts';
import { upload } from '@/lib/upload.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { chatChannelKey } from './channel.ts';

const NONE: readonly ChatEmote[] = [];
const FRESH_MS = 60_000;

/** The emotes of a channel, loaded when they are wanted and older than a minute; none until then. */
export function useChannelEmotes(channelId: UserId, isWanted: boolean): readonly ChatEmote[] {
  const self = useSession().user?.id ?? null;
  const { data } = useQuery({
    queryKey: [...chatChannelKey(channelId), 'emotes', self],
    queryFn: ({ signal }) => call('GET /api/chats/:channelId/emotes', { params: { channelId }, signal }),
    enabled: isWanted,
    staleTime: FRESH_MS,
  });
  return data?.items ?? NONE;
}

const ownQuery = queryOptions({
  queryKey: ['own-emotes'],
  queryFn: ({ signal }) => call('GET /api/me/emotes', { signal }),
});

export const useOwnEmotes = () => useQuery(ownQuery);

function useChange<Variables>(change: (variables: Variables) => Promise<OwnEmotes>, failure: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (own) => client.setQueryData(ownQuery.queryKey, own),
    onError: (error) => toast.failure(failure, error),
  });
}

export const useAddEmote = () =>
  useChange(
    async ({ name, file }: { name: string; file: File }) =>
      // The server validates its responses against the contract.
      (await upload(`/api/me/emotes?${new URLSearchParams({ name })}`, file, () => {})) as OwnEmotes,
    'Couldn’t add the emote',
  );

export const useSetEmoteTier = () =>
  useChange(
    ({ id, tierId }: { id: string; tierId: string | null }) =>
      call('PATCH /api/me/emotes/:id', { params: { id }, body: { tierId } }),
    'Couldn’t change who can use the emote',
  );

export const useDeleteEmote = () =>
  useChange(
    (id: string) => call('DELETE /api/me/emotes/:id', { params: { id } }),
    'Couldn’t delete the emote',
  );
