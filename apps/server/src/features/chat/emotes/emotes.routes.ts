import {
  decideEmote,
  deleteOwnEmote,
  getOwnEmotes,
  listAdminEmotes,
  listChatEmotes,
  patchOwnEmote,
  putOwnEmote,
} from '@tributary/contracts/chat';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { ChannelEmotes } from './channel-emotes.ts';
import type { EmoteReview } from './emote-review.service.ts';
import type { EmoteEditor } from './emotes.service.ts';

export interface EmoteParts {
  readonly emotes: ChannelEmotes;
  readonly editor: EmoteEditor;
  readonly review: EmoteReview;
}

export function emoteRoutes(app: FastifyInstance, { emotes, editor, review }: EmoteParts): void {
  route(app, listChatEmotes, async ({ params, findCaller }) => ({
    items: await emotes.list(params.channelId, (await findCaller())?.userId ?? null),
  }));
  route(app, getOwnEmotes, ({ caller }) => editor.own(caller.userId));
  route(app, putOwnEmote, ({ caller, query, bytes }) => editor.add(caller.userId, query.name, bytes));
  route(app, patchOwnEmote, ({ caller, params, body }) =>
    editor.setTier(caller.userId, params.id, body.tierId),
  );
  route(app, deleteOwnEmote, ({ caller, params }) => editor.remove(caller.userId, params.id));
  route(app, listAdminEmotes, ({ query }) => review.list(query.status, query.cursor));
  route(app, decideEmote, ({ params, body, actor }) => review.decide(params.id, body, actor));
}
