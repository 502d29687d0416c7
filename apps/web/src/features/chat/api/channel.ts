/** The settings and people of a channel’s chats, for its moderators. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChatSettingsEdit, ModeratorPower } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { call } from '@/lib/api.ts';
import { useTablePage } from '@/lib/paged-query.ts';
import type { TableSearch } from '@/lib/table-search.ts';
import { toast } from '@/ui/feedback/toaster.tsx';

/** The start of the keys of everything about a channel’s chats. */
export const chatChannelKey = (channelId: UserId) => ['chat-channel', channelId];

const keyOf = (channelId: UserId, ...rest: readonly string[]) => [...chatChannelKey(channelId), ...rest];

export const useChatSettings = (channelId: UserId) =>
  useQuery({
    queryKey: keyOf(channelId, 'settings'),
    queryFn: ({ signal }) => call('GET /api/chats/:channelId/settings', { params: { channelId }, signal }),
  });

export function useChangeChatSettings(channelId: UserId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChatSettingsEdit) =>
      call('PATCH /api/chats/:channelId/settings', { params: { channelId }, body }),
    onSuccess: (settings) => client.setQueryData(keyOf(channelId, 'settings'), settings),
    onError: (error) => toast.failure('Couldn’t change the setting', error),
  });
}

/** Whom a streamer has chosen: for moderating, or to write without waiting. */
export type Appointment = 'moderators' | 'vips';

export const useModerators = (channelId: UserId) =>
  useQuery({
    queryKey: keyOf(channelId, 'moderators'),
    queryFn: ({ signal }) => call('GET /api/chats/:channelId/moderators', { params: { channelId }, signal }),
  });

export const useVips = (channelId: UserId) =>
  useQuery({
    queryKey: keyOf(channelId, 'vips'),
    queryFn: ({ signal }) => call('GET /api/chats/:channelId/vips', { params: { channelId }, signal }),
  });

export const useChatBans = (channelId: UserId, search: TableSearch) =>
  useTablePage(
    keyOf(channelId, 'bans'),
    search,
    ({ q }) => ({ search: q }),
    (query, signal) => call('GET /api/chats/:channelId/bans', { params: { channelId }, query, signal }),
  );

/** A change of the channel’s people, after which its lists are read again. */
function useChange<Variables>(
  channelId: UserId,
  change: (variables: Variables) => Promise<unknown>,
  failure: string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(channelId) }),
    onError: (error) => toast.failure(failure, error),
  });
}

export const useLiftBan = (channelId: UserId) =>
  useChange(
    channelId,
    (userId: UserId) => call('DELETE /api/chats/:channelId/bans/:userId', { params: { channelId, userId } }),
    'Couldn’t lift the ban',
  );

/** By username. */
export const useAppoint = (channelId: UserId, role: Appointment) =>
  useChange(
    channelId,
    async (username: string) => {
      const params = { channelId, username: username.replace(/^@/, '') };
      const { id: userId } = await call('GET /api/chats/:channelId/people/:username', { params });
      await call(`PUT /api/chats/:channelId/${role}/:userId`, { params: { channelId, userId } });
    },
    'Couldn’t add this person',
  );

export const useSetPowers = (channelId: UserId, userId: UserId) =>
  useChange(
    channelId,
    (powers: ModeratorPower[]) =>
      call('PUT /api/chats/:channelId/moderators/:userId/powers', {
        params: { channelId, userId },
        body: { powers },
      }),
    'Couldn’t change what they may do',
  );

export const useDismiss = (channelId: UserId, role: Appointment) =>
  useChange(
    channelId,
    (userId: UserId) =>
      call(`DELETE /api/chats/:channelId/${role}/:userId`, { params: { channelId, userId } }),
    'Couldn’t remove this person',
  );
