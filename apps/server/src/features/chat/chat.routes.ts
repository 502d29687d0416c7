import {
  cancelRaid,
  clearChat,
  decideChatAppeal,
  decideHeldMessage,
  deleteChatBan,
  deleteChatMessage,
  deleteChatModerator,
  deleteChatPin,
  deleteChatVip,
  departRaid,
  discardHeldMessage,
  endChatPoll,
  findChatPerson,
  getChatPerson,
  getChatPersonHistory,
  getChatSettings,
  getChatStanding,
  leaveModeratedChannel,
  listChatBans,
  listChatMessages,
  listChatModerators,
  listChatViewers,
  listChatVips,
  listModeratedChannels,
  patchChatSettings,
  putChatBan,
  putChatModerator,
  putChatPin,
  putChatVip,
  putChatVote,
  putModeratorPowers,
  replayChatMessages,
  sendChatAppeal,
  startChatPoll,
  startRaid,
} from '@tributary/contracts/chat';
import type { FastifyInstance } from 'fastify';
import type { Live } from '#features/live/index.ts';
import { route } from '#platform/http/route.ts';
import type { ChatAppeals } from './appeals/appeals.service.ts';
import type { Chat } from './chat.service.ts';
import type { ModeratedChannels } from './moderation/moderated-channels.service.ts';
import type { ChatModeration } from './moderation/moderation.service.ts';
import type { ChatPeople } from './people/people.service.ts';
import type { ChatPins } from './pins/pins.service.ts';
import type { ChatPolls } from './polls/polls.service.ts';
import type { ChatViewers } from './presence/viewers.service.ts';
import type { HeldMessages } from './queue/held.service.ts';
import type { Raids } from './raids/raids.service.ts';
import type { ChatRooms } from './rooms.service.ts';

export interface ChatRoutesOptions {
  readonly appeals: ChatAppeals;
  readonly chat: Chat;
  readonly held: HeldMessages;
  readonly moderated: ModeratedChannels;
  readonly moderation: ChatModeration;
  readonly people: ChatPeople;
  readonly pins: ChatPins;
  readonly polls: ChatPolls;
  readonly raids: Raids;
  readonly rooms: ChatRooms;
  readonly viewers: ChatViewers;
  readonly playback: Pick<Live['playback'], 'requireAccess'>;
}

export function chatRoutes(app: FastifyInstance, options: ChatRoutesOptions): void {
  streamRoutes(app, options);
  roomRoutes(app, options);
  channelRoutes(app, options);
}

/** The routes of one stream’s chat. */
function streamRoutes(
  app: FastifyInstance,
  { chat, moderation, people, viewers, playback }: ChatRoutesOptions,
): void {
  route(app, listChatMessages, async ({ params, query, findCaller }) => {
    await playback.requireAccess(params.id, await findCaller());
    return await chat.messages(params.id, query.before ?? null);
  });
  route(app, replayChatMessages, async ({ params, query, findCaller }) => {
    await playback.requireAccess(params.id, await findCaller());
    return await chat.replay(params.id, query);
  });
  route(app, listChatViewers, async ({ params, query, findCaller }) => {
    const caller = await findCaller();
    await playback.requireAccess(params.id, caller);
    return await viewers.list(params.id, query, caller?.userId ?? null);
  });
  route(app, getChatStanding, async ({ params, findCaller }) => {
    const caller = await findCaller();
    return await moderation.standing(params.id, caller?.userId ?? null);
  });
  route(app, getChatPerson, async ({ params, findCaller }) => {
    const caller = await findCaller();
    await playback.requireAccess(params.id, caller);
    const channelId = await moderation.channelOf(params.id);
    return await people.person(channelId, params.userId, caller?.userId ?? null);
  });
  route(app, deleteChatMessage, ({ params, actor }) =>
    moderation.deleteMessage(params.id, params.number, actor),
  );
  route(app, clearChat, ({ params, actor }) => moderation.clear(params.id, actor));
  route(app, putChatBan, ({ params, body, actor }) => moderation.ban(params.id, params.userId, body, actor));
}

/** The routes of what is shown above the messages: the pin, the poll and the raid. */
function roomRoutes(app: FastifyInstance, { pins, polls, raids, playback }: ChatRoutesOptions): void {
  route(app, putChatPin, ({ params, body, actor }) => pins.pin(params.id, body, actor));
  route(app, deleteChatPin, ({ params, actor }) => pins.unpin(params.id, actor));
  route(app, startChatPoll, ({ params, body, actor }) => polls.start(params.id, body, actor));
  route(app, endChatPoll, ({ params, actor }) => polls.end(params.id, params.pollId, actor));
  route(app, putChatVote, async ({ params, body, caller }) => {
    await playback.requireAccess(params.id, caller);
    await polls.vote(params.id, params.pollId, body.option, caller.userId);
  });
  route(app, startRaid, ({ params, body, actor }) => raids.start(params.id, body.username, actor));
  route(app, departRaid, ({ params, actor }) => raids.departNow(params.id, actor));
  route(app, cancelRaid, ({ params, actor }) => raids.cancel(params.id, actor));
}

/** The routes of the settings that all chats of a channel share. */
function channelRoutes(
  app: FastifyInstance,
  { appeals, held, moderated, moderation, people, rooms }: ChatRoutesOptions,
): void {
  route(app, findChatPerson, ({ params, caller }) =>
    people.personNamed(params.channelId, params.username, caller.userId),
  );
  route(app, getChatPersonHistory, ({ params, caller }) =>
    people.history(params.channelId, params.userId, caller.userId),
  );
  route(app, listChatBans, ({ params, query, caller }) =>
    people.bans(params.channelId, caller.userId, query),
  );
  route(app, deleteChatBan, ({ params, actor }) => moderation.unban(params.channelId, params.userId, actor));
  route(app, sendChatAppeal, ({ params, body, caller }) =>
    appeals.send(params.channelId, caller.userId, body.text),
  );
  route(app, decideChatAppeal, ({ params, body, actor }) =>
    appeals.decide(params.channelId, params.userId, body, actor),
  );
  route(app, listChatModerators, async ({ params, caller }) => ({
    items: await people.moderators(params.channelId, caller.userId),
  }));
  route(app, listModeratedChannels, async ({ caller }) => ({ items: await moderated.list(caller.userId) }));
  route(app, leaveModeratedChannel, ({ params, actor }) => moderated.leave(params.channelId, actor));
  route(app, putChatModerator, ({ params, actor }) =>
    moderation.setModerator(params.channelId, params.userId, true, actor),
  );
  route(app, putModeratorPowers, ({ params, body, actor }) =>
    moderation.setPowers(params.channelId, params.userId, body.powers, actor),
  );
  route(app, deleteChatModerator, ({ params, actor }) =>
    moderation.setModerator(params.channelId, params.userId, false, actor),
  );
  route(app, listChatVips, async ({ params, caller }) => ({
    items: await people.vips(params.channelId, caller.userId),
  }));
  route(app, putChatVip, ({ params, actor }) =>
    moderation.setVip(params.channelId, params.userId, true, actor),
  );
  route(app, deleteChatVip, ({ params, actor }) =>
    moderation.setVip(params.channelId, params.userId, false, actor),
  );
  route(app, getChatSettings, ({ params, caller }) => rooms.settings(params.channelId, caller.userId));
  route(app, patchChatSettings, ({ params, body, actor }) => rooms.change(params.channelId, body, actor));
  route(app, decideHeldMessage, ({ params, body, actor }) =>
    held.decide(params.channelId, params.id, body.outcome, actor),
  );
  route(app, discardHeldMessage, ({ params, caller }) =>
    held.discard(params.channelId, params.id, caller.userId),
  );
}
