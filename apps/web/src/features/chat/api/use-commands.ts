import type { StreamId, UserId } from '@tributary/contracts/shared';
import { call } from '@/lib/api/client.ts';
import { useInvalidate } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import type { Command } from '../engine/composer/commands.ts';
import { cancelRaid, startRaid } from '../raids/use-raid.ts';
import { CHANNEL_CHATS } from './channel.ts';
import { banSomebody } from './moderation.ts';
import { startPoll } from './polls.ts';
import { pinText, unpinMessage } from './room.ts';

/** A command that the message box does not perform itself. */
export type ServerCommand = Exclude<Command, { kind: 'send' | 'open' | 'help' }>;

/** Performs commands on the people and modes of a chat. Each function throws the reason of a failure. */
export function useCommands(id: StreamId, channelId: UserId) {
  const invalidate = useInvalidate();
  const idOf = async (username: string): Promise<UserId> => {
    const params = { channelId, username };
    return (await call('GET /api/chats/:channelId/people/:username', { params })).id;
  };
  async function run(command: ServerCommand): Promise<string> {
    if (command.kind === 'pin') {
      await pinText(id, command.text, command.seconds);
      return t('chat.pin.pinned');
    }
    if (command.kind === 'poll') {
      await startPoll(id, command.poll);
      return t('chat.poll.started');
    }
    if (command.kind === 'unpin') {
      await unpinMessage(id);
      return t('chat.pin.none');
    }
    if (command.kind === 'modes') {
      await call('PATCH /api/chats/:channelId/settings', { params: { channelId }, body: command.modes });
      return command.done;
    }
    if (command.kind === 'raid') {
      await startRaid(id, command.username);
      return t('chat.raid.departs', { username: command.username });
    }
    if (command.kind === 'unraid') {
      await cancelRaid(id);
      return t('chat.raid.canceled');
    }
    const { username } = command;
    const userId = await idOf(username);
    const params = { channelId, userId };
    switch (command.kind) {
      case 'ban':
        await banSomebody(id, userId, { seconds: command.seconds, reason: command.reason });
        return t('chat.command.banned', { username });
      case 'unban':
        await call('DELETE /api/chats/:channelId/bans/:userId', { params });
        return t('chat.command.unbanned', { username });
      case 'appoint':
        await call('PUT /api/chats/:channelId/moderators/:userId', { params });
        return t('chat.command.appointed', { username });
      case 'vip':
        await call('PUT /api/chats/:channelId/vips/:userId', { params });
        return t('chat.command.vip', { username });
      case 'unvip':
        await call('DELETE /api/chats/:channelId/vips/:userId', { params });
        return t('chat.command.unvip', { username });
      case 'dismiss':
        await call('DELETE /api/chats/:channelId/moderators/:userId', { params });
        return t('chat.command.dismissed', { username });
    }
  }
  /** @returns a sentence about the result */
  return async (command: ServerCommand): Promise<string> => {
    const done = await run(command);
    await invalidate(...CHANNEL_CHATS);
    return done;
  };
}
