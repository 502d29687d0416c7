import type { ChatEmote, OwnEmotes } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { apiQuery } from '@/lib/api/api-query.ts';
import { call } from '@/lib/api/client.ts';
import { upload } from '@/lib/api/upload.ts';
import { useApi, useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';

const NONE: readonly ChatEmote[] = [];
const FRESH_MS = 60_000;

/** The emotes of a channel, loaded when they are wanted and older than a minute; none until then. */
export const useChannelEmotes = (channelId: UserId, isWanted: boolean): readonly ChatEmote[] =>
  useApi(
    'GET /api/chats/:channelId/emotes',
    { params: { channelId } },
    { enabled: isWanted, staleTime: FRESH_MS },
  ).data?.items ?? NONE;

const useChange = <Variables>(change: (variables: Variables) => Promise<OwnEmotes>, failure: string) =>
  useApiMutation(change, { answers: apiQuery('GET /api/me/emotes'), failure });

export const useAddEmote = () =>
  useChange(
    async ({ name, file }: { name: string; file: File }) =>
      // The server validates its responses against the contract.
      (await upload(`/api/me/emotes?${new URLSearchParams({ name })}`, file, () => {})) as OwnEmotes,
    t('chat.emote.notAdded'),
  );

export const useSetEmoteTier = () =>
  useChange(
    ({ id, tierId }: { id: string; tierId: string | null }) =>
      call('PATCH /api/me/emotes/:id', { params: { id }, body: { tierId } }),
    t('chat.emote.notChanged'),
  );

export const useDeleteEmote = () =>
  useChange(
    (id: string) => call('DELETE /api/me/emotes/:id', { params: { id } }),
    t('chat.emote.notDeleted'),
  );
