import {
  decideHeldComment,
  deleteComment,
  editComment,
  getComment,
  getCommentSection,
  getCommentSettings,
  likeComment,
  listComments,
  listHeldComments,
  listReplies,
  putCommentSettings,
  putRecordingComments,
  unlikeComment,
  writeComment,
} from '@tributary/contracts/comments';
import type { FastifyInstance } from 'fastify';
import { PERSONAL, route } from '#platform/http/route.ts';
import { networkOf } from '#platform/network/network.ts';
import type { CommentModeration } from './comment-moderation.service.ts';
import type { Comments } from './comments.service.ts';

export interface CommentParts {
  readonly comments: Comments;
  readonly moderation: CommentModeration;
}

export function commentsRoutes(app: FastifyInstance, { comments, moderation }: CommentParts): void {
  route(app, getCommentSection, async ({ params, reply, findCaller }) => {
    reply.header('cache-control', PERSONAL);
    return await comments.section(params.id, await findCaller());
  });
  route(app, listComments, async ({ params, query, reply, findCaller }) => {
    reply.header('cache-control', PERSONAL);
    return await comments.page(params.id, query, await findCaller());
  });
  route(app, listHeldComments, ({ params, query, caller }) =>
    moderation.held(params.channelId, query.cursor, caller.userId),
  );
  route(app, getComment, async ({ params, reply, findCaller }) => {
    reply.header('cache-control', PERSONAL);
    return await comments.get(params.id, await findCaller());
  });
  route(app, listReplies, async ({ params, query, reply, findCaller }) => {
    reply.header('cache-control', PERSONAL);
    return await comments.replies(params.id, query.cursor, await findCaller());
  });
  route(app, writeComment, ({ params, body, caller, request }) =>
    comments.write(params.id, body, { caller, network: networkOf(request.ip) }),
  );
  route(app, editComment, ({ params, body, caller, request }) =>
    comments.edit(params.id, body.text, { caller, network: networkOf(request.ip) }),
  );
  route(app, deleteComment, ({ params, actor }) => moderation.delete(params.id, actor));
  route(app, likeComment, ({ params, caller }) => comments.like(params.id, true, caller));
  route(app, unlikeComment, ({ params, caller }) => comments.like(params.id, false, caller));
  route(app, decideHeldComment, ({ params, body, actor }) =>
    moderation.decide(params.id, body.outcome, actor),
  );
  route(app, getCommentSettings, async ({ caller }) => ({ isOn: await moderation.isOn(caller.userId) }));
  route(app, putCommentSettings, async ({ body, caller }) => {
    await moderation.setOn(caller.userId, body.isOn);
    return body;
  });
  route(app, putRecordingComments, async ({ params, body, caller }) => {
    await moderation.setRecordingOn(params.id, body.isOn, caller.userId);
    return body;
  });
}
