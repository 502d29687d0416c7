/** The settings and people of a channel’s chats, for its moderators. */
import type { ChatSettingsEdit } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { apiQuery } from '@/lib/api/api-query.ts';
import { call } from '@/lib/api/client.ts';
import { useApi, useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';

/** The operations on the chats of channels. */
export const CHANNEL_CHATS = ['GET /api/chats/*'] as const;

export const useChatSettings = (channelId: UserId) =>
  useApi('GET /api/chats/:channelId/settings', { params: { channelId } });

export const useChangeChatSettings = (channelId: UserId) =>
  useApiMutation(
    (body: ChatSettingsEdit) => call('PATCH /api/chats/:channelId/settings', { params: { channelId }, body }),
    {
      answers: apiQuery('GET /api/chats/:channelId/settings', { params: { channelId } }),
      failure: t('chat.settingNotChanged'),
    },
  );

/** The roles that a streamer gives: moderators, and VIPs, who write without waiting. */
export type Appointment = 'moderators' | 'vips';

/** @param failure the title of the toast after a failure */
const useChange = <Variables>(change: (variables: Variables) => Promise<unknown>, failure: string) =>
  useApiMutation(change, { invalidates: CHANNEL_CHATS, failure });

/** By username. */
export const useAppoint = (channelId: UserId, role: Appointment) =>
  useChange(async (username: string) => {
    const params = { channelId, username: username.replace(/^@/, '') };
    const { id: userId } = await call('GET /api/chats/:channelId/people/:username', { params });
    await call(`PUT /api/chats/:channelId/${role}/:userId`, { params: { channelId, userId } });
  }, t('chat.appoint.notAdded'));

export const useDismiss = (channelId: UserId, role: Appointment) =>
  useChange(
    (userId: UserId) =>
      call(`DELETE /api/chats/:channelId/${role}/:userId`, { params: { channelId, userId } }),
    t('chat.appoint.notRemoved'),
  );
